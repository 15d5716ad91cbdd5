import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  type JsonForm,
  type JsonObject,
  listAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
  toVoice,
} from '../reader.ts'

/** OpenTranscribe: segments in seconds with a resolved speaker name. */
export const opentranscribe: JsonForm = {
  id: 'opentranscribe',
  name: 'OpenTranscribe segments',
  recognize: (value) => {
    const first = firstEntry(Array.isArray(value) ? value : listAt(value, 'segments'))
    return (
      hasMembers(first, 'uuid', 'text', 'start_time', 'end_time') &&
      hasAny(first, 'resolved_speaker_name', 'speaker_label')
    )
  },
  read(value) {
    const draft = createDraft('opentranscribe')
    const isList = Array.isArray(value)
    for (const [unit, at] of entries(isList ? value : (listAt(value, 'segments') ?? []), isList ? '' : '/segments')) {
      const [start, end] = [timeAt(unit, 'start_time', at, SECONDS), timeAt(unit, 'end_time', at, SECONDS)]
      draft.add({ speaker: readSpeaker(unit), start, end, text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    return draft.finish({ externalId: isList ? undefined : idAt(value, 'uuid'), title: textAt(value, 'title') })
  },
}

function readSpeaker(unit: JsonObject) {
  const name = textAt(unit, 'resolved_speaker_name') ?? textAt(unit, 'speaker', 'display_name')
  return name === undefined ? toVoice(textAt(unit, 'speaker_label')) : toPerson({ name })
}
