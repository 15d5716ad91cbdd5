/**
 * What the index keeps of a text's words, and how passages are ranked by it: BM25 (Robertson, Zaragoza, "The Probabilistic
 * Relevance Framework", 2009), with the weight of a word in a passage worked out when it is written.
 *
 * A word's **postings** are the passages of one text that hold it, as 32-bit numbers: the position, and in the lowest
 * bits how much the word weighs there, from 0 to 1. Only how rare a word is must wait for the question, since it is
 * counted over what the one who asks may see.
 */
import { createHash } from 'node:crypto'
import { fold } from '../core/fold.ts'
import type { Passage, SpokenLine } from '../core/search.ts'
import { termsOf } from '../core/terms.ts'

/** How soon a repeated word adds nothing more, and how much a long passage is marked down: the usual values. */
const K1 = 1.2
export const B = 0.75
/** Terms of an ordinary passage. Fixed, so that what is written does not depend on what others wrote. */
const USUAL_LENGTH = 80

const WEIGHT_BITS = 11
const WEIGHT_MAX = (1 << WEIGHT_BITS) - 1
export const POSTING_BYTES = 4
/** Words of terms never begin with this. */
const SPEAKER = '@'
/** PostgreSQL refuses to index much more. Names are at most 512 letters long, of up to four bytes. */
const NAME_MAX = 256

/** Words are kept a line each. */
export const WORD_END = '\n'

export const speakerWord = (folded: string): string =>
  SPEAKER + folded.replaceAll(WORD_END, ' ').slice(0, NAME_MAX).toWellFormed()
/** Words from the first, and below the second, are those of speakers. */
export const SPEAKER_WORDS = [SPEAKER, String.fromCharCode(SPEAKER.charCodeAt(0) + 1)] as const

/** What a passage is found by. */
export interface Worded {
  readonly position: number
  readonly terms: readonly string[]
  /** Folded, each once. */
  readonly speakers: readonly string[]
}

export interface WordRow {
  readonly word: string
  readonly best: number
  readonly postings: Uint32Array
}

/** How much a term weighs in a passage that has it so often, between 0 and 1. */
export const weightIn = (times: number, length: number): number =>
  times / (times + K1 * (1 - B + (B * length) / USUAL_LENGTH))

/** How much a term weighs that is in so many of so many passages. The same formula stands in `survey`. */
export const rarity = (holding: number, all: number): number => Math.log(1 + (all - holding + 0.5) / (holding + 0.5))

/** In the order of words, which is the order of the index they are written to. */
export function wordRows(passages: readonly Worded[]): WordRow[] {
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

const positionOf = (posting: number): number => posting >>> WEIGHT_BITS
const weightOf = (posting: number): number => (posting & WEIGHT_MAX) / WEIGHT_MAX

/** Postings of many words one behind the other, in the byte order they are read in. */
export function postingBytes(rows: readonly WordRow[]): Buffer {
  const bytes = Buffer.allocUnsafe(rows.reduce((size, { postings }) => size + postings.length * POSTING_BYTES, 0))
  let at = 0
  for (const { postings } of rows) for (const posting of postings) at = bytes.writeUInt32LE(posting, at)
  return bytes
}

/** One more than the last position. */
export const extentOf = (postings: Buffer): number =>
  postings.length === 0 ? 0 : positionOf(postings.readUInt32LE(postings.length - POSTING_BYTES)) + 1

/** Adds what a word weighs to the passages that hold it; there is room for all of them. */
export function addPostings(scores: Float64Array, postings: Buffer, weight: number): void {
  for (let at = 0; at < postings.length; at += POSTING_BYTES) {
    const posting = postings.readUInt32LE(at)
    const position = positionOf(posting)
    scores[position] = (scores[position] ?? 0) + weight * weightOf(posting)
  }
}

/** What a word weighs in all passages of a text together. */
export function sumOfPostings(postings: Buffer | undefined): number {
  let sum = 0
  for (let at = 0; at < (postings?.length ?? 0); at += POSTING_BYTES) sum += weightOf(postings?.readUInt32LE(at) ?? 0)
  return sum
}

export function positionsIn(postings: Buffer | undefined): number[] {
  const positions: number[] = []
  for (let at = 0; at < (postings?.length ?? 0); at += POSTING_BYTES) {
    positions.push(positionOf(postings?.readUInt32LE(at) ?? 0))
  }
  return positions
}

/** Terms of lines, each worked out once however many passages hold the line. */
export function createLineTerms(): (line: SpokenLine) => readonly string[] {
  const known = new Map<SpokenLine, readonly string[]>()
  return (line) => {
    let terms = known.get(line)
    if (terms === undefined) {
      terms = termsOf(line.text)
      known.set(line, terms)
    }
    return terms
  }
}

export const speakersOf = (lines: readonly SpokenLine[]): string[] => [
  ...new Set(lines.map(({ speaker }) => fold(speaker))),
]

export const termsOfSource = ({ headings, text }: Passage): string[] => [
  ...headings.flatMap((heading) => termsOf(heading)),
  ...termsOf(text),
]

/** What is embedded of a passage. */
export const spokenText = (lines: readonly SpokenLine[]): string => lines.map(({ text }) => text).join('\n')
export const writtenText = ({ headings, text }: Passage): string => `${headings.join('\n')}\n${text}`.trimStart()

/** As PostgreSQL's `md5(…)::uuid` has it. */
export const digestOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
