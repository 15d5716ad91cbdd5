import {
  createDraft,
  entries,
  epochAt,
  firstEntry,
  hasMembers,
  isEpoch,
  type JsonForm,
  type JsonObject,
  MILLISECONDS,
  member,
  objectAt,
  secondsSince,
  textAt,
  timeAt,
  toIso,
  toPerson,
} from '../reader.ts'

/** Attendee: a list of utterances with a start and a length in milliseconds. The start is since 1970 in most files. */
export const attendee: JsonForm = {
  id: 'attendee',
  name: 'Attendee transcript',
  recognize: (value) =>
    Array.isArray(value) && hasMembers(firstEntry(value), 'timestamp_ms', 'duration_ms', 'transcription'),
  read(value) {
    const draft = createDraft('attendee')
    const items = Array.isArray(value) ? value : []
    const isAbsolute = isEpoch(firstEntry(items).timestamp_ms, MILLISECONDS)
    const zero = isAbsolute ? epochAt(firstEntry(items), 'timestamp_ms', '/0', MILLISECONDS) : undefined
    for (const [unit, at] of entries(items, '')) {
      const start = isAbsolute
        ? secondsSince(zero, epochAt(unit, 'timestamp_ms', at, MILLISECONDS), `${at}/timestamp_ms`)
        : timeAt(unit, 'timestamp_ms', at, MILLISECONDS)
      const length = timeAt(unit, 'duration_ms', at, MILLISECONDS)
      const speaker = toPerson({ id: textAt(unit, 'speaker_uuid'), name: textAt(unit, 'speaker_name') })
      const end = start === null || length === null ? null : Math.round((start + length) * 1000) / 1000
      draft.add({ speaker, start, end, text: readText(unit) }, { pointer: at })
    }
    return draft.finish({ startedAt: toIso(zero) })
  },
}

function readText(unit: JsonObject): string {
  const transcription = member(unit, 'transcription')
  return typeof transcription === 'string'
    ? transcription
    : (textAt(objectAt(unit, 'transcription'), 'transcript') ?? '')
}
