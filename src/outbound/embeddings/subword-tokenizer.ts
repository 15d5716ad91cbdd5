/**
 * Text into numbered pieces of words, as the sentence encoder was taught with (SentencePiece, unigram): of all ways to
 * cut a text into known pieces, the likeliest. https://arxiv.org/abs/1808.06226
 */

/**
 * A piece and the logarithm of its likelihood, at the place of its number, likeliest first. The published list lacks
 * some (of pieces with a colon): those are as likely as the one before.
 */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[]

/** A blank, inside of pieces. */
const BLANK = '\u2581'
const UNKNOWN = 0
/** The first numbers stand for no text. */
const RESERVED = 6
/** What an unknown character costs more than the least likely piece. */
const UNKNOWN_PENALTY = 10

/** @returns what numbers the pieces of a text; never an empty list */
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
    // The likeliest way to each place: its score, the place its last piece begins at, and the number of that.
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
      // What is unknown on the whole is one piece.
      if (number !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(number)
    }
    return pieces.reverse()
  }
}
