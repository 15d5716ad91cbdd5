/** Puts masks in the place of what is found, and tells where. */
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { type FoundInPiece, findAcross } from './across.ts'
import type { Find, Found } from './kinds.ts'

/** Times that each kind was found. */
export type Counts = Readonly<Record<string, number>>

/** Where a mask stands in what is stored; of what it stands for, only the kind. */
export interface MaskedSpan {
  readonly kind: string
  /** Position of the segment, from 0. */
  readonly segment: number
  /** UTF-16 offsets of the mask in the segment's text. */
  readonly from: number
  readonly to: number
  /** Position of the word of the segment that holds the mask, and how many words it took the place of. */
  readonly word: number
  readonly words: number
}

export function maskText(text: string, find: Find): { text: string; counts: Counts; spans: Found[] } {
  const counts: Record<string, number> = {}
  const spans: Found[] = []
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
  readonly counts: Counts
  /** In the segments as they are now. */
  readonly spans: MaskedSpan[]
  /** In their texts as they were; `piece` is the segment. */
  readonly found: readonly FoundInPiece[]
}

/**
 * The same of a transcript. A segment stays a segment and keeps its times and speaker; a mask is one word, which lasts
 * as long as those it took the place of, and is repeated in every segment it reaches into. All other words and their
 * times stay.
 */
export function maskSegments(segments: readonly TranscriptSegment[], find: Find): MaskedSegments {
  const pieces = segments.map((segment) => ({ speaker: speakerOf(segment), text: segmentText(segment) }))
  const found = findAcross(pieces, find)
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

/** As `isSameSpeaker` tells them apart. */
const speakerOf = ({ speaker: { id, name, email } }: TranscriptSegment) =>
  id === undefined && email === undefined ? name : JSON.stringify([id, name, email])

type Word = TranscriptSegment['words'][number]

/** @param found in the order of the text, which is that of the words with a blank between */
function maskWords(
  words: readonly Word[],
  found: readonly Found[],
): { words: Word[]; spans: Omit<MaskedSpan, 'segment'>[] } {
  const kept: Word[] = []
  const spans: { kind: string; from: number; to: number; word: number; words: number }[] = []
  let upcoming = 0
  /** Of the mask that reaches into the next words. */
  let open: { one: Found; word: number; span: number } | undefined
  let start = 0
  let length = 0
  for (const word of words) {
    const end = start + word.text.length
    let text = ''
    let at = start
    // What began in a word before and reaches into this one is masked there already.
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
    // What follows without a blank, the sign at the end of the last masked word, belongs to the mask's word.
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

/** Numbers that may be one of somebody's: fewer digits are none. */
const NUMBER_MIN = 1e8

/** Every text in a JSON value, and numbers that may be somebody's: one that changes becomes a text. */
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

/** Every text in a JSON value, and numbers that may be one of the kinds: those become their mask. Names of fields stay. */
export function maskJson<T>(value: T, find: Find, counts: Record<string, number> = {}): T {
  return rewriteJson(value, (text) => {
    const made = maskText(text, find)
    for (const [kind, n] of Object.entries(made.counts)) counts[kind] = (counts[kind] ?? 0) + n
    return made.text
  }) as T
}

/** As `card:1,email:2`. */
export const countsTold = (counts: Counts): string =>
  Object.entries(counts)
    .map(([kind, n]) => `${kind}:${n}`)
    .join(',')

/** Sums of several, kinds in their order. */
export function addCounts(...all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {}
  for (const counts of all) for (const [kind, n] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + n
  return Object.fromEntries(Object.entries(sum).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
