import type { JsonObject } from '../json-value.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  isoAt,
  isoDuration,
  type JsonForm,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  requiredList,
  TICKS,
  textAt,
  timeAt,
  toLanguage,
} from '../reader.ts'
import { voiceIn } from './deepgram.ts'

/**
 * Azure batch transcription: `recognizedPhrases` in milliseconds, ticks of 100 nanoseconds, or ISO 8601 durations.
 * Phrases come channel by channel.
 */
export const azureBatch: JsonForm = {
  id: 'azure-batch',
  name: 'Azure batch transcription',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'recognizedPhrases')), 'nBest'),
  read(value) {
    const draft = createDraft('azure-batch')
    const [items, list] = requiredList(value, 'recognizedPhrases')
    const channels = new Set(items.map((item) => numberAt(item, 'channel')))
    let language: string | undefined
    for (const [unit, at] of entries(items, list)) {
      if ((textAt(unit, 'recognitionStatus') ?? 'Success') !== 'Success') {
        draft.omit('phrases that were not recognized')
        continue
      }
      language ??= toLanguage(member(unit, 'locale'))
      const start = readAmount(unit, 'offset', at)
      const length = readAmount(unit, 'duration', at)
      const voice = member(unit, 'speaker')
      const speaker =
        typeof voice === 'number'
          ? voiceIn(undefined, voice)
          : voiceIn(channels.size > 1 ? numberAt(unit, 'channel') : undefined, undefined)
      const text = textAt(firstEntry(listAt(unit, 'nBest')), 'display') ?? ''
      draft.add(
        { speaker, start, end: start === null || length === null ? null : start + length, text },
        { pointer: at },
      )
    }
    const milliseconds =
      numberAt(value, 'durationMilliseconds') ?? (numberAt(value, 'durationInTicks') ?? Number.NaN) / 10_000
    return draft.finish(
      {
        startedAt: isoAt(value, 'timestamp'),
        durationSeconds: Number.isNaN(milliseconds) ? undefined : milliseconds / 1000,
        language,
      },
      { sorted: true },
    )
  },
}

/** `offset` or `duration`: in milliseconds, else in ticks, else as an ISO 8601 duration. */
function readAmount(unit: JsonObject, key: string, at: string): number | null {
  if (hasAny(unit, `${key}Milliseconds`)) return timeAt(unit, `${key}Milliseconds`, at, MILLISECONDS)
  if (hasAny(unit, `${key}InTicks`)) return timeAt(unit, `${key}InTicks`, at, TICKS)
  return isoDuration(member(unit, key), `${at}/${key}`)
}
