/**
 * What trainings have in common: their data, and the encoder, whose questions are turned by an adapter that has not
 * learned from those they are asked of.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from '../src/core/log.ts'
import { openEmbedding } from '../src/outbound/embeddings/embedding.ts'
import { adapted, packAdapter, type QueryAdapter, unpackAdapter } from '../src/outbound/embeddings/query-adapter.ts'
import { adapterExamples } from './adapter-examples.ts'
import { dataFolder, type EvaluationData, readData, seriesOf } from './eval-data.ts'
import { type Embed, keptBytes, keptVectors } from './kept-vectors.ts'
import { type AskedOf, DESCENT, learnAdapter } from './query-adapter.ts'
import { drawRounds } from './rounds.ts'
import type { Training } from './softmax-regression.ts'

/** How the close reading is learned. */
export const READING: Training = { steps: DESCENT.steps, rate: 0.2, decay: 2e-3 }

/** Files of what is learned, in the folder of the program. */
export const LEARNED = {
  adapter: 'src/outbound/embeddings/query-adapter.bin',
  reading: 'src/features/text/passage-ranking/weights.json',
} as const

/** The weights of the close reading as they are kept. */
export function printedReading(weights: { readonly words: Float64Array; readonly meaning: Float64Array }): string {
  const rounded = ([...all]: Float64Array) => all.map((one) => Math.round(one * 1e4) / 1e4)
  return `${JSON.stringify({ words: rounded(weights.words), meaning: rounded(weights.meaning) })}\n`
}

export interface Vectors {
  readonly embed: Embed
  /** Of what is asked of a meeting, turned by an adapter that has learned nothing from its series. */
  asked(texts: readonly string[], series: string): Promise<Float32Array[]>
}

export interface TrainingGround extends Vectors {
  readonly data: EvaluationData
  /** Learned without a series, or from all of them. */
  adapterWithout(series: string | undefined): Promise<QueryAdapter>
  /** Whether what is learned is to be written. */
  readonly write: boolean
  close(): Promise<void>
}

export interface TrainingOptions {
  readonly data: string | undefined
  /** Folder that what was embedded and learned is kept in. */
  readonly vectors: string
  readonly write: boolean
}

/** As the command line of a training says. */
export function trainingOptions(): TrainingOptions {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      vectors: { type: 'string', default: 'data/vectors' },
      write: { type: 'boolean', default: false },
    },
  })
  return { data: values.data, vectors: values.vectors, write: values.write }
}

export async function openTraining(options: TrainingOptions): Promise<TrainingGround> {
  const data = await readData(dataFolder(options.data))
  const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
  const embed = keptVectors(embedding, options.vectors)
  const adapterWithout = adapters(data, embed, options.vectors)
  return {
    ...{ data, embed, adapterWithout, write: options.write },
    async asked(texts, series) {
      const adapter = await adapterWithout(series)
      return (await embed(texts)).map((vector) => adapted(vector, adapter))
    },
    close: () => embedding.close(),
  }
}

/** Each is learned when it is first wanted, and kept beside the vectors; as the product has it, in whole steps. */
function adapters(data: EvaluationData, embed: Embed, folder: string): TrainingGround['adapterWithout'] {
  const rounds = drawRounds(data.meetings.map((meeting) => ({ series: seriesOf(meeting) })))
  let examples: Promise<AskedOf[]> | undefined
  const learned = new Map<number, Promise<QueryAdapter>>()
  async function learnedWithout(round: number): Promise<QueryAdapter> {
    examples ??= adapterExamples(data, embed)
    const from = (await examples).filter(({ ground }) => rounds.of(ground) !== round)
    const digest = createHash('sha256').update(JSON.stringify(DESCENT))
    for (const { vector, right, weight } of from) digest.update(vector).update(right).update(`${weight}`)
    const file = join(folder, `${digest.digest('hex')}.adapter`)
    return unpackAdapter(await keptBytes(file, () => packAdapter(learnAdapter(from))))
  }
  return (series) => {
    // Who is in no round is in none of those that are learned from.
    const round = series === undefined ? -1 : rounds.of({ series })
    const adapter = learned.get(round) ?? learnedWithout(round)
    learned.set(round, adapter)
    return adapter
  }
}
