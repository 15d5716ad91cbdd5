/** Who is learned from without being measured, and the other way round. */
import { seeded, shuffled } from './seeded.ts'

const ROUNDS = 5

interface OfSeries {
  readonly series: string
}

export interface Rounds {
  /** Each round's number. */
  readonly all: readonly number[]
  /** What is learned from in a round, and what is measured. */
  learned<One extends OfSeries>(from: readonly One[], round: number): One[]
  measured<One extends OfSeries>(from: readonly One[], round: number): One[]
  /** −1 of a series that is not among them. */
  of(one: OfSeries): number
}

/** Every series of meetings is measured in one round, and nothing is learned from it in that one. */
export function drawRounds(examples: readonly OfSeries[]): Rounds {
  const series = shuffled([...new Set(examples.map((one) => one.series))].toSorted(), seeded(1))
  const of = (one: OfSeries) => series.indexOf(one.series) % ROUNDS
  return {
    all: Array.from({ length: ROUNDS }, (_, round) => round),
    learned: (from, round) => from.filter((one) => of(one) !== round),
    measured: (from, round) => from.filter((one) => of(one) === round),
    of,
  }
}
