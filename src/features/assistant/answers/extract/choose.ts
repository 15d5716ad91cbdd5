/** Selects the best sentences without redundancy, within a length limit. */
import { type AnswerCandidate, product } from './candidates.ts'

export interface AnswerLimits {
  /** Maximum number of words in total. The last sentence can exceed it slightly. */
  readonly words: number
  readonly sentences: number
}

/** Score penalty for similarity to a selected sentence. */
const SAMENESS = 0.25
/** Number of words by which the last sentence can exceed the limit. */
const BEYOND = 10

/** Returns the selected sentences in text order. */
export function choose<C extends Pick<AnswerCandidate, 'score' | 'words' | 'vector' | 'position'>>(
  candidates: readonly C[],
  room: AnswerLimits,
): C[] {
  const left = new Set(candidates)
  const sameness = new Map<C, number>()
  const taken: C[] = []
  let words = 0
  while (left.size > 0 && taken.length < room.sentences && words < room.words) {
    let best: C | undefined
    let most = Number.NEGATIVE_INFINITY
    for (const one of left) {
      if (taken.length > 0 && words + one.words.length > room.words + BEYOND) continue
      const worth = one.score - SAMENESS * (sameness.get(one) ?? 0)
      if (worth > most) [best, most] = [one, worth]
    }
    if (best === undefined) break
    left.delete(best)
    taken.push(best)
    words += best.words.length
    for (const one of left) sameness.set(one, Math.max(sameness.get(one) ?? 0, product(best.vector, one.vector)))
  }
  return taken.sort((a, b) => a.position - b.position)
}
