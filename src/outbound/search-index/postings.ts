/**
 * Word index of a text, and ranking of passages by BM25 (Robertson, Zaragoza, "The Probabilistic Relevance Framework",
 * 2009). The weight of a word in a passage is calculated when the passage is written.
 *
 * The **postings** of a word are the passages of one text that contain it, as 32-bit numbers: the position, and in the
 * lowest bits the weight of the word, 0 to 1. The rarity of a word is calculated at query time, because it depends on
 * the texts that the caller can see.
 */
import { createHash } from 'node:crypto'
import { fold } from '../../core/fold.ts'
import type { Passage, TranscriptLine } from '../../core/search.ts'
import { extractTerms } from '../../core/terms.ts'

/** BM25 parameters with common values: saturation of repeated words, and the penalty for long passages. */
const K1 = 1.2
export const B = 0.75
/** Average length of a passage in terms. Constant, so that stored weights don't depend on other texts. */
const USUAL_LENGTH = 80

const WEIGHT_BITS = 11
const WEIGHT_MAX = (1 << WEIGHT_BITS) - 1
export const POSTING_BYTES = 4
/** Prefix of speaker words. Terms never start with it. */
const SPEAKER = '@'
/**
 * Maximum length of an indexed name, because PostgreSQL limits index entries. Names have up to 512 letters of up to
 * four bytes.
 */
const NAME_MAX = 256

/** Separator of stored words. */
export const WORD_END = '\n'

export const speakerWord = (folded: string): string =>
  SPEAKER + folded.replaceAll(WORD_END, ' ').slice(0, NAME_MAX).toWellFormed()
/** Range of speaker words: from the first value, and below the second. */
export const SPEAKER_WORDS = [SPEAKER, String.fromCharCode(SPEAKER.charCodeAt(0) + 1)] as const

/** Index input of a passage. */
export interface IndexedPassage {
  readonly position: number
  readonly terms: readonly string[]
  /** Normalized names, each once. */
  readonly speakers: readonly string[]
}

export interface WordRow {
  readonly word: string
  readonly best: number
  readonly postings: Uint32Array
}

/** Weight of a term in a passage by its number of occurrences, 0 to 1. */
export const weightIn = (times: number, length: number): number =>
  times / (times + K1 * (1 - B + (B * length) / USUAL_LENGTH))

/** Weight of a term by the number of passages that contain it. `survey` calculates the same formula in SQL. */
export const rarity = (holding: number, all: number): number => Math.log(1 + (all - holding + 0.5) / (holding + 0.5))

/** Rows sorted by word, in the order of the index they are inserted into. */
export function wordRows(passages: readonly IndexedPassage[]): WordRow[] {
  const found = new Map<string, { best: number; postings: number[] }>()
  const note = (word: string, position: number, weight: number) => {
    let row = found.get(word)
    if (row === undefined) {
      row = { best: 0, postings: [] }
      found.set(word, row)
    }
    const rounded = Math.round(weight * WEIGHT_MAX)
    row.best = Math.max(row.best, rounded / WEIGHT_MAX)
    row.postings.push(position * (WEIGHT_MAX + 1) + rounded)
  }
  for (const { position, terms, speakers } of passages) {
    const times = new Map<string, number>()
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
    for (const [term, n] of times) note(term, position, weightIn(n, terms.length))
    for (const speaker of speakers) if (speaker !== '') note(speakerWord(speaker), position, 0)
  }
  return [...found]
    .map(([word, { best, postings }]) => ({ word, best, postings: Uint32Array.from(postings) }))
    .sort((one, other) => (one.word < other.word ? -1 : 1))
}

const getPosition = (posting: number): number => posting >>> WEIGHT_BITS
const getWeight = (posting: number): number => (posting & WEIGHT_MAX) / WEIGHT_MAX

/** Concatenated postings of many words, in the byte order in which they are read. */
export function postingBytes(rows: readonly WordRow[]): Buffer {
  const bytes = Buffer.allocUnsafe(rows.reduce((size, { postings }) => size + postings.length * POSTING_BYTES, 0))
  let at = 0
  for (const { postings } of rows) for (const posting of postings) at = bytes.writeUInt32LE(posting, at)
  return bytes
}

/** Last position plus 1. */
export const getExtent = (postings: Buffer): number =>
  postings.length === 0 ? 0 : getPosition(postings.readUInt32LE(postings.length - POSTING_BYTES)) + 1

/** Adds the weight of a word to the scores of the passages that contain it. The array must be large enough. */
export function addPostings(scores: Float64Array, postings: Buffer, weight: number): void {
  for (let at = 0; at < postings.length; at += POSTING_BYTES) {
    const posting = postings.readUInt32LE(at)
    const position = getPosition(posting)
    scores[position] = (scores[position] ?? 0) + weight * getWeight(posting)
  }
}

/** Sum of the weights of a word in all passages of a text. */
export function sumOfPostings(postings: Buffer | undefined): number {
  let sum = 0
  for (let at = 0; at < (postings?.length ?? 0); at += POSTING_BYTES) sum += getWeight(postings?.readUInt32LE(at) ?? 0)
  return sum
}

/** Whether a passage contains the word. Postings are sorted by position. */
export function isAt(postings: Buffer | undefined, position: number): boolean {
  if (postings === undefined) return false
  let [from, to] = [0, postings.length / POSTING_BYTES]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (getPosition(postings.readUInt32LE(middle * POSTING_BYTES)) < position) from = middle + 1
    else to = middle
  }
  return from * POSTING_BYTES < postings.length && getPosition(postings.readUInt32LE(from * POSTING_BYTES)) === position
}

export function positionsIn(postings: Buffer | undefined): number[] {
  const positions: number[] = []
  for (let at = 0; at < (postings?.length ?? 0); at += POSTING_BYTES) {
    positions.push(getPosition(postings?.readUInt32LE(at) ?? 0))
  }
  return positions
}

export const listSpeakers = (lines: readonly TranscriptLine[]): string[] => [
  ...new Set(lines.map(({ speaker }) => fold(speaker))),
]

export const termsOfSource = ({ headings, text }: Passage): string[] => [
  ...headings.flatMap((heading) => extractTerms(heading)),
  ...extractTerms(text),
]

/** Text of a passage that is embedded. */
export const spokenText = (lines: readonly TranscriptLine[]): string => lines.map(({ text }) => text).join('\n')
export const writtenText = ({ headings, text }: Passage): string => `${headings.join('\n')}\n${text}`.trimStart()

/** Same value as `md5(…)::uuid` in PostgreSQL. */
export const digestTerm = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
