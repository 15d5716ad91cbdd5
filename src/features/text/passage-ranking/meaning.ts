/** Vectors of the question, its core, and each line, for semantic comparison. */
import type { CutTranscript } from '../passages/index.ts'

/** Vectors of the question and the lines, in one vector space. */
export interface QuestionVectors {
  readonly question: Float32Array
  /** Vector of `question.core`. */
  readonly core: Float32Array
  /** For each line, the mean vector of the passages it belongs to; undefined if none has a vector. */
  readonly lines: readonly (Float32Array | undefined)[]
}

/** Vectors of a question and of the passages of a conversation. Tasks of worker threads get them. */
export interface PassageVectors {
  readonly question: Float32Array
  /** Vector of `question.core`. */
  readonly core: Float32Array
  /** Vectors by position of the passage. */
  readonly passages: ReadonlyMap<number, Float32Array>
}

export const toQuestionVectors = (
  cut: CutTranscript,
  { question, core, passages }: PassageVectors,
): QuestionVectors => ({ question, core, lines: vectorsOfLines(cut, passages) })

/** @param known vectors of the passages, by position */
export function vectorsOfLines(
  { lines, blocks }: CutTranscript,
  known: { get(position: number): Float32Array | undefined },
): (Float32Array | undefined)[] {
  const ofLines: (Float32Array | undefined)[] = lines.map(() => undefined)
  blocks.forEach((block, position) => {
    const [before, own] = [known.get(position - 1), known.get(position)]
    const vector = before === undefined || own === undefined ? (own ?? before) : averageVectors(before, own)
    ofLines.fill(vector, block.from, block.to)
  })
  return ofLines
}

const averageVectors = (one: Float32Array, other: Float32Array): Float32Array =>
  one.map((part, index) => (part + (other[index] ?? 0)) / 2)
