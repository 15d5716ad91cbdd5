/** What both trainings have in common: their data, the encoder, and who is learned from without being measured. */
import { parseArgs } from 'node:util'
import { createLog } from '../src/core/log.ts'
import { openEmbedding } from '../src/outbound/embedding.ts'
import { dataFolder, type EvaluationData, readData } from './eval-data.ts'
import { keptVectors } from './reading-examples.ts'
import { seeded, shuffled } from './seeded.ts'
import type { Training } from './softmax-regression.ts'

/** How the close reading is learned. */
export const READING: Training = { steps: 100, rate: 0.2, decay: 2e-3 }
const ROUNDS = 5

export interface TrainingGround {
  readonly data: EvaluationData
  readonly vectors: ReturnType<typeof keptVectors>
  /** Whether what is learned is to be written. */
  readonly write: boolean
  close(): Promise<void>
}

/** As the command line says. */
export async function openTraining(): Promise<TrainingGround> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      vectors: { type: 'string', default: 'data/vectors' },
      write: { type: 'boolean', default: false },
    },
  })
  const data = await readData(dataFolder(values.data))
  const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
  return {
    data,
    vectors: keptVectors(embedding, values.vectors),
    write: values.write,
    close: () => embedding.close(),
  }
}

interface OfSeries {
  readonly series: string
}

export interface Rounds {
  /** Each round's number. */
  readonly all: readonly number[]
  /** What is learned from in a round, and what is measured. */
  learned<One extends OfSeries>(from: readonly One[], round: number): One[]
  measured<One extends OfSeries>(from: readonly One[], round: number): One[]
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
