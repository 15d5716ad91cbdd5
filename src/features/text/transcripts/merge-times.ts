/** Times from another transcript of the same conversation, such as the subtitles next to a text with names. */
import { type Segment, segmentText, type TranscriptDocument } from './model.ts'

/** Letters and digits of a word. Transcripts of the same recognizer differ in signs and capitals. */
const toKey = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const getKeys = (segment: Segment): string[] =>
  (segmentText(segment).match(/\S+/g) ?? []).map(toKey).filter((key) => key !== '')

/**
 * Adds starts and ends that segments lack from another transcript with the same words. A time is added only where
 * segments of both start or end with the same word, so that no time is estimated.
 * @returns the same document if the words differ
 */
export function addTimes(document: TranscriptDocument, other: TranscriptDocument): TranscriptDocument {
  const [starts, ends] = [new Map<number, number>(), new Map<number, number>()]
  const words: string[] = []
  for (const segment of other.segments) {
    const keys = getKeys(segment)
    if (keys.length === 0) continue
    if (segment.start !== null) starts.set(words.length, segment.start)
    for (const key of keys) words.push(key)
    if (segment.end !== null) ends.set(words.length, segment.end)
  }
  const own = document.segments.map(getKeys)
  let at = 0
  for (const keys of own) for (const key of keys) if (words[at++] !== key) return document
  if (at !== words.length || document.form === 'V2') return document
  let from = 0
  const segments = document.segments.map((segment, index): Segment => {
    const to = from + (own[index]?.length ?? 0)
    const start = segment.start ?? (to > from ? starts.get(from) : undefined) ?? null
    const found = segment.end ?? (to > from ? ends.get(to) : undefined) ?? null
    const end = found !== null && start !== null && found < start ? segment.end : found
    from = to
    const sentences = segment.words.map((word) => ({ ...word, startTimestamp: start, endTimestamp: end }))
    return { ...segment, start, end, words: sentences }
  })
  return { ...document, segments }
}
