import {
  addTokens,
  createDraft,
  entries,
  firstEntry,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  requiredList,
  SECONDS,
  spokenAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * WhisperX: segments in seconds with aligned words that have a `score`. A segment can contain words of two speakers, so
 * words are read where they exist. Words without times, such as numerals, inherit the speaker of the segment.
 */
export const whisperx: JsonForm = {
  id: 'whisperx',
  name: 'WhisperX JSON',
  recognize(value) {
    const segments = listAt(value, 'segments')
    if (segments === undefined) return false
    const words = listAt(firstEntry(segments), 'words')
    return isObject(value) && (Array.isArray(member(value, 'word_segments')) || hasScore(firstEntry(words)))
  },
  read(value) {
    const draft = createDraft('whisperx')
    const [segments, list] = requiredList(value, 'segments')
    for (const [unit, at] of entries(segments, list)) {
      const words = listAt(unit, 'words')
      if (words !== undefined && words.length > 0) {
        const tokens = [...entries(words, `${at}/words`)].map(([word, place]) => ({
          text: spokenAt(word, 'word', place),
          start: timeAt(word, 'start', place, SECONDS),
          end: timeAt(word, 'end', place, SECONDS),
          speaker: toVoice(member(word, 'speaker') ?? member(unit, 'speaker')),
        }))
        addTokens(draft, tokens, at)
        continue
      }
      const [start, end] = [timeAt(unit, 'start', at, SECONDS), timeAt(unit, 'end', at, SECONDS)]
      draft.add(
        { speaker: toVoice(member(unit, 'speaker')), start, end, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish({ language: isObject(value) ? toLanguage(member(value, 'language')) : undefined })
  },
}

const hasScore = (word: JsonObject) =>
  typeof member(word, 'score') === 'number' && typeof member(word, 'word') === 'string'
