/** Replaces matches by masks and reports their positions. */
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import type { SensitiveSpan, SpanFinder } from './kinds.ts'
import { findSplitNumbers, type PieceMatch } from './split-numbers.ts'

/** Number of matches by kind. */
export type MaskCounts = Readonly<Record<string, number>>

/** Position of a mask in the stored text, and the kind of the original. The original isn't stored. */
export interface MaskedSpan {
  readonly kind: string
  /** Position of the segment, from 0. */
  readonly segment: number
  /** UTF-16 offsets of the mask in the segment's text. */
  readonly from: number
  readonly to: number
  /** Index of the word in the segment that contains the mask, and the number of words it replaced. */
  readonly word: number
  readonly words: number
}

export function maskText(text: string, find: SpanFinder): { text: string; counts: MaskCounts; spans: SensitiveSpan[] } {
  const counts: Record<string, number> = {}
  const spans: SensitiveSpan[] = []
  let masked = ''
  let behind = 0
  for (const { from, to, kind, mask } of find(text)) {
    masked += text.slice(behind, from)
    spans.push({ kind, mask, from: masked.length, to: masked.length + mask.length })
    masked += mask
    behind = to
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return spans.length === 0 ? { text, counts, spans } : { text: masked + text.slice(behind), counts, spans }
}

export interface MaskedSegments {
  readonly segments: readonly TranscriptSegment[]
  readonly counts: MaskCounts
  /** Positions in the redacted segments. */
  readonly spans: MaskedSpan[]
  /** Positions in the original texts. `piece` is the segment. */
  readonly found: readonly PieceMatch[]
}

/**
 * Masks a transcript. Segments keep their times and speakers. A mask is one word that spans the time of the words it
 * replaces. It is repeated in each segment that the match extends to. Other words and their times stay unchanged.
 */
export function maskSegments(segments: readonly TranscriptSegment[], find: SpanFinder): MaskedSegments {
  const pieces = segments.map((segment) => ({ speaker: toSpeakerKey(segment), text: segmentText(segment) }))
  const found = findSplitNumbers(pieces, find)
  if (found.length === 0) return { segments, counts: {}, spans: [], found }
  const counts: Record<string, number> = {}
  const spans: MaskedSpan[] = []
  const masked = [...segments]
  for (const [segment, mine] of Map.groupBy(found, ({ piece }) => piece)) {
    const before = segments[segment]
    if (before === undefined) continue
    const { words, spans: own } = maskWords(before.words, mine)
    masked[segment] = { ...before, words }
    spans.push(...own.map((span) => ({ ...span, segment })))
    for (const { kind, begins } of mine) if (begins) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { segments: masked, counts, spans, found }
}

/** Speaker key, consistent with `isSameSpeaker`. */
const toSpeakerKey = ({ speaker: { id, name, email } }: TranscriptSegment) =>
  id === undefined && email === undefined ? name : JSON.stringify([id, name, email])

type Word = TranscriptSegment['words'][number]

/** @param found matches in order; positions refer to the words joined by spaces */
function maskWords(
  words: readonly Word[],
  found: readonly SensitiveSpan[],
): { words: Word[]; spans: Omit<MaskedSpan, 'segment'>[] } {
  const kept: Word[] = []
  const spans: { kind: string; from: number; to: number; word: number; words: number }[] = []
  let upcoming = 0
  /** Mask that extends into the next words. */
  let open: { one: SensitiveSpan; word: number; span: number } | undefined
  let start = 0
  let length = 0
  for (const word of words) {
    const end = start + word.text.length
    let text = ''
    let at = start
    // The mask in an earlier word already covers the start of this word.
    if (open !== undefined && open.one.to > start) {
      const holder = kept[open.word]
      const span = spans[open.span]
      if (holder !== undefined) kept[open.word] = { ...holder, endTimestamp: word.endTimestamp ?? holder.endTimestamp }
      if (span !== undefined) span.words++
      at = Math.min(open.one.to, end)
    }
    const isContinued = at > start
    const masksBefore = spans.length
    for (let next = found[upcoming]; next !== undefined && next.from < end; next = found[++upcoming]) {
      text += word.text.slice(at - start, next.from - start)
      const from = length + text.length
      text += next.mask
      open = { one: next, word: kept.length, span: spans.length }
      spans.push({ kind: next.kind, from, to: from + next.mask.length, word: kept.length, words: 1 })
      at = Math.min(next.to, end)
    }
    text += word.text.slice(at - start)
    if (isContinued && text === '') {
      start = end + 1
      continue
    }
    const rest = isContinued ? text.trimStart() : text
    // Punctuation directly after the last masked word is appended to the mask.
    if (isContinued && rest === text && spans.length === masksBefore) {
      const holder = kept.at(-1)
      if (holder !== undefined) {
        kept[kept.length - 1] = { ...holder, text: holder.text + rest }
        length += rest.length
        start = end + 1
        continue
      }
    }
    kept.push({ ...word, text: rest })
    length += rest.length + 1
    start = end + 1
  }
  return { words: kept, spans }
}

/** Numbers below this have too few digits to be personal data. */
const NUMBER_MIN = 1e8

/** Changes all texts in a JSON value, and long numbers, which may be personal data. Changed numbers become texts. */
export function rewriteJson(
  value: unknown,
  rewrite: (text: string) => string,
  nameOf: (name: string) => string = (name) => name,
): unknown {
  if (typeof value === 'string') return rewrite(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= NUMBER_MIN) {
    const text = String(value)
    const after = rewrite(text)
    return after === text ? value : after
  }
  if (Array.isArray(value)) return value.map((one) => rewriteJson(one, rewrite, nameOf))
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).map(([name, one]) => [nameOf(name), rewriteJson(one, rewrite, nameOf)])
    return Object.fromEntries(inner)
  }
  return value
}

/** Masks all texts and long numbers in a JSON value. Field names stay unchanged. */
export function maskJson<T>(value: T, find: SpanFinder, counts: Record<string, number> = {}): T {
  return rewriteJson(value, (text) => {
    const made = maskText(text, find)
    for (const [kind, n] of Object.entries(made.counts)) counts[kind] = (counts[kind] ?? 0) + n
    return made.text
  }) as T
}

/** Formats counts like `card:1,email:2`. */
export const formatMaskCounts = (counts: MaskCounts): string =>
  Object.entries(counts)
    .map(([kind, n]) => `${kind}:${n}`)
    .join(',')

/** Adds counts. Kinds are sorted by name. */
export function addCounts(...all: readonly MaskCounts[]): MaskCounts {
  const sum: Record<string, number> = {}
  for (const counts of all) for (const [kind, n] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + n
  return Object.fromEntries(Object.entries(sum).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
