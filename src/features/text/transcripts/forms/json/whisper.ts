import type { Word } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  NOBODY,
  numberAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
} from '../reader.ts'

/**
 * Output of Whisper, faster-whisper and OpenAI `verbose_json`: segments with the figures of the decoder, in seconds, as
 * an object or as a plain list. None of them names speakers.
 */
export const whisper: JsonForm = {
  id: 'whisper',
  name: 'Whisper JSON',
  recognize: (value) =>
    !hasAny(value, 'word_segments') && isWhisper(firstEntry(Array.isArray(value) ? value : listAt(value, 'segments'))),
  read(value) {
    const draft = createDraft('whisper')
    const items = Array.isArray(value) ? value : (listAt(value, 'segments') ?? [])
    for (const [unit, at] of entries(items, Array.isArray(value) ? '' : '/segments')) {
      const [start, end] = [timeAt(unit, 'start', at, SECONDS), timeAt(unit, 'end', at, SECONDS)]
      const words = readWords(unit, at)
      draft.add(
        { speaker: NOBODY, start, end, text: spokenAt(unit, 'text', at), ...(words ? { words } : {}) },
        { pointer: at },
      )
    }
    const language = isObject(value) ? toLanguage(member(value, 'language')) : undefined
    return draft.finish({ durationSeconds: numberAt(value, 'duration'), language })
  },
}

/** Whether an entry has the figures of the decoder. `speaker` and `score` are WhisperX. */
function isWhisper(first: JsonObject): boolean {
  return (
    hasAny(first, 'avg_logprob', 'no_speech_prob', 'compression_ratio') &&
    textAt(first, 'type') === undefined &&
    !hasAny(firstEntry(listAt(first, 'words')), 'score')
  )
}

function readWords(unit: JsonObject, at: string): Word[] | undefined {
  const words = listAt(unit, 'words')
  if (words === undefined || words.length === 0) return undefined
  return [...entries(words, `${at}/words`)].map(([word, place]) => ({
    text: spokenAt(word, 'word', place).trim(),
    startTimestamp: timeAt(word, 'start', place, SECONDS),
    endTimestamp: timeAt(word, 'end', place, SECONDS),
  }))
}
