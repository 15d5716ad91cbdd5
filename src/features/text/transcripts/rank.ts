/** How much two transcripts of the same conversation contain. */
import type { TranscriptDocument } from './model.ts'

/** Labels of speakers whom nobody named. */
const LABEL = /^(?:speaker|sprecher|spk|voice|channel|unknown)[ _-]?\w{0,8}$/i

/**
 * Compares transcripts of the same conversation for sorting: the one with more information comes first. Names of
 * speakers count most, then voices without names, starts, ends, and times of words.
 */
export function compareInformation(a: TranscriptDocument, b: TranscriptDocument): number {
  const [first, second] = [measure(a), measure(b)]
  for (const [index, value] of first.entries()) {
    const difference = (second[index] ?? 0) - value
    if (difference !== 0) return difference
  }
  return 0
}

function measure({ segments, form, parties = [] }: TranscriptDocument): number[] {
  const speakers = new Set(segments.map(({ speaker }) => `${speaker.id ?? ''}\n${speaker.name}`))
  const names = new Set(segments.map(({ speaker }) => speaker.name).filter((name) => name !== '' && !LABEL.test(name)))
  const has = (is: boolean) => (is ? 1 : 0)
  return [
    has(segments.length > 0),
    names.size,
    speakers.size,
    has(segments.some(({ start }) => start !== null)),
    has(segments.some(({ end }) => end !== null)),
    has(form === 'V2'),
    parties.length,
  ]
}
