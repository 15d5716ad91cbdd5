import {
  createDraft,
  entries,
  hasAny,
  idAt,
  isObject,
  type JsonForm,
  listAt,
  member,
  numberAt,
  objectAt,
  SECONDS,
  spokenAt,
  timeAt,
  toLanguage,
} from '../reader.ts'
import { voiceIn } from './deepgram.ts'

/** Gladia: `transcription.utterances` in seconds, usually inside `result`. A voice is the channel and its speaker. */
export const gladia: JsonForm = {
  id: 'gladia',
  name: 'Gladia',
  recognize: (value) =>
    hasAny(
      objectAt(value, 'result', 'transcription') ?? objectAt(value, 'transcription'),
      'full_transcript',
      'utterances',
    ),
  read(value) {
    const draft = createDraft('gladia')
    const isWrapped = objectAt(value, 'result') !== undefined
    const root = isWrapped ? objectAt(value, 'result') : objectAt({ value }, 'value')
    const items = listAt(root, 'transcription', 'utterances') ?? []
    const channels = new Set(items.map((item) => numberAt(item, 'channel')))
    let language: string | undefined
    for (const [unit, at] of entries(items, `${isWrapped ? '/result' : ''}/transcription/utterances`)) {
      language ??= toLanguage(member(unit, 'language'))
      draft.add(
        {
          speaker: voiceIn(channels.size > 1 ? numberAt(unit, 'channel') : undefined, member(unit, 'speaker')),
          start: timeAt(unit, 'start', at, SECONDS),
          end: timeAt(unit, 'end', at, SECONDS),
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    const durationSeconds = numberAt(root, 'metadata', 'audio_duration')
    return draft.finish(
      { externalId: isObject(value) ? idAt(value, 'id') : undefined, durationSeconds, language },
      { sorted: true },
    )
  },
}
