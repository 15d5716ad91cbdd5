/** What is compared by meaning: the question, its core, and each line by the passages it stands in. */
import type { CutTranscript } from '../passages/index.ts'

/** The question and the passages as vectors of one space. */
export interface Meaning {
  readonly question: Float32Array
  /** Of `question.core`. */
  readonly core: Float32Array
  /** By line: the mean of the vectors of the passages it stands in; undefined where none has one. */
  readonly lines: readonly (Float32Array | undefined)[]
}

/** @param known vectors of the passages, by position */
export function vectorsOfLines(
  { lines, blocks }: CutTranscript,
  known: { get(position: number): Float32Array | undefined },
): (Float32Array | undefined)[] {
  const ofLines: (Float32Array | undefined)[] = lines.map(() => undefined)
  blocks.forEach((block, position) => {
    const [before, own] = [known.get(position - 1), known.get(position)]
    const vector = before === undefined || own === undefined ? (own ?? before) : meanOf(before, own)
    ofLines.fill(vector, block.from, block.to)
  })
  return ofLines
}

const meanOf = (one: Float32Array, other: Float32Array): Float32Array =>
  one.map((part, index) => (part + (other[index] ?? 0)) / 2)
