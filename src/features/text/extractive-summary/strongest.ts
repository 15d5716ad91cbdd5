/** Selects the results with the highest scores without duplicates, in their original order. */
import type { TranscriptSentence } from './sentences.ts'

interface RankedSentence {
  readonly sentence: TranscriptSentence
  readonly weight: number
}

/** Minimum ratio of shared terms, relative to the shorter sentence, at which two sentences are duplicates. */
const SAME = 0.7

/** @param isSeparate whether two results are different although their words are the same */
export function selectStrongest<F extends RankedSentence>(
  found: readonly F[],
  most: number,
  isSeparate: (a: F, b: F) => boolean = () => false,
): F[] {
  const kept: F[] = []
  for (const one of found.toSorted((a, b) => b.weight - a.weight || a.sentence.position - b.sentence.position)) {
    if (kept.length === most) break
    if (!kept.some((other) => !isSeparate(one, other) && isSame(one.sentence, other.sentence))) kept.push(one)
  }
  return kept.toSorted((a, b) => a.sentence.position - b.sentence.position)
}

function isSame(a: TranscriptSentence, b: TranscriptSentence): boolean {
  const [one, other] = [new Set(a.terms), new Set(b.terms)]
  const shared = [...one].filter((term) => other.has(term)).length
  const fewer = Math.min(one.size, other.size)
  return fewer > 0 && shared / fewer >= SAME
}
