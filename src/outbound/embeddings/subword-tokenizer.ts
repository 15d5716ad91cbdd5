/**
 * Subword tokenizer of the sentence encoder: SentencePiece with a unigram model (https://arxiv.org/abs/1808.06226).
 *
 * It selects the most probable way to split a text into known pieces, and returns the number of each piece.
 */

/**
 * Pieces with the logarithm of their probability, most probable first. The index of a piece is its number. The
 * published list has no probability for pieces with a colon. These use the probability of the previous piece.
 */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[]

/** Representation of a space in pieces. */
const BLANK = '\u2581'
const UNKNOWN = 0
/** Number of reserved pieces at the start of the vocabulary. They don't represent text. */
const RESERVED = 6
/** Difference between the score of an unknown character and the lowest score in the vocabulary. */
const UNKNOWN_PENALTY = 10

/** @returns a function from a text to the numbers of its pieces, which is never an empty list */
export function createSubwordTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const numbers = new Map<string, number>()
  const scores = new Float64Array(vocabulary.length)
  let longest = 1
  for (const [number, [piece, score]] of vocabulary.entries()) {
    if (number < RESERVED) continue
    numbers.set(piece, number)
    scores[number] = score ?? scores[number - 1] ?? 0
    longest = Math.max(longest, piece.length)
  }
  scores[UNKNOWN] = Math.min(...scores) - UNKNOWN_PENALTY

  return (text) => {
    const line = BLANK + text.normalize('NFKC').trim().replaceAll(/\s+/g, BLANK)
    // Best path to each position: its score, the start of its last piece, and the number of that piece.
    const best = new Float64Array(line.length + 1).fill(Number.NEGATIVE_INFINITY)
    const from = new Int32Array(line.length + 1)
    const last = new Int32Array(line.length + 1)
    best[0] = 0
    const reach = (start: number, end: number, number: number) => {
      const score = (best[start] ?? 0) + (scores[number] ?? 0)
      if (score <= (best[end] ?? 0)) return
      best[end] = score
      from[end] = start
      last[end] = number
    }
    for (let start = 0; start < line.length; start++) {
      for (let end = start + 1; end <= Math.min(start + longest, line.length); end++) {
        const number = numbers.get(line.slice(start, end))
        if (number !== undefined) reach(start, end, number)
        else if (end === start + 1) reach(start, end, UNKNOWN)
      }
    }
    const pieces: number[] = []
    for (let end = line.length; end > 0; end = from[end] ?? 0) {
      const number = last[end] ?? UNKNOWN
      // Consecutive unknown characters are one piece.
      if (number !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(number)
    }
    return pieces.reverse()
  }
}

const COMMON = new RegExp(`^${BLANK}([a-z]{5,})$`)

/** Complete English words of five letters and more, in alphabetical order. */
export const listCommonWords = (vocabulary: Vocabulary): string[] =>
  [...new Set(vocabulary.flatMap(([piece]) => COMMON.exec(piece)?.[1] ?? []))].toSorted()
