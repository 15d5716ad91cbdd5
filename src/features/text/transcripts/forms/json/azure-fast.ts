import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  requiredList,
  spokenAt,
  timeAt,
  toLanguage,
} from '../reader.ts'
import { voiceIn } from './deepgram.ts'

/** Azure fast transcription: `phrases` in milliseconds. */
export const azureFast: JsonForm = {
  id: 'azure-fast',
  name: 'Azure fast transcription',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'phrases')), 'offsetMilliseconds', 'text'),
  read(value) {
    const draft = createDraft('azure-fast')
    const [items, list] = requiredList(value, 'phrases')
    const channels = new Set(items.map((item) => numberAt(item, 'channel')))
    let language: string | undefined
    for (const [unit, at] of entries(items, list)) {
      language ??= toLanguage(member(unit, 'locale'))
      const start = timeAt(unit, 'offsetMilliseconds', at, MILLISECONDS)
      const length = timeAt(unit, 'durationMilliseconds', at, MILLISECONDS)
      const voice = member(unit, 'speaker')
      const speaker =
        typeof voice === 'number'
          ? voiceIn(undefined, voice)
          : voiceIn(channels.size > 1 ? numberAt(unit, 'channel') : undefined, undefined)
      const end = start === null || length === null ? null : start + length
      draft.add({ speaker, start, end, text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    const milliseconds = numberAt(value, 'durationMilliseconds')
    return draft.finish(
      { durationSeconds: milliseconds === undefined ? undefined : milliseconds / 1000, language },
      { sorted: true },
    )
  },
}
