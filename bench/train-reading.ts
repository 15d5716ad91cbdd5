/**
 * Learns the weights of the close reading (`src/features/reading/weights.json`) from questions that people asked of
 * meetings. What it will be worth on other meetings is told by five rounds, each learned without the meeting series it is
 * measured on; what is written is learned from all.
 *
 *   npm run train:reading -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createLog } from '../src/core/log.ts'
import { readClosely } from '../src/features/reading/index.ts'
import { openEmbedding } from '../src/outbound/embedding.ts'
import { dataFolder, readData } from './eval-data.ts'
import { chunkOf, distinct, mean, recall, reciprocalRank } from './eval-scores.ts'
import { keptVectors, type ReadingExample, readingExamples } from './reading-examples.ts'
import { seeded, shuffled } from './seeded.ts'
import { learn } from './softmax-regression.ts'

const ROUNDS = 5
const TRAINING = { steps: 100, rate: 0.2, decay: 2e-3 }
const WEIGHTS = new URL('../src/features/reading/weights.json', import.meta.url)

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    vectors: { type: 'string', default: 'data/vectors' },
    write: { type: 'boolean', default: false },
  },
})

const data = await readData(dataFolder(values.data))
const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
const weights: Record<string, number[]> = {}
for (const [name, vectors] of [
  ['words', undefined],
  ['meaning', keptVectors(embedding, values.vectors)],
] as const) {
  const examples = await readingExamples(data, vectors)
  const { recall10, recall20, first } = measured(examples)
  process.stdout.write(
    `${name}: ${examples.length} questions, recall@10 ${recall10}, recall@20 ${recall20}, MRR ${first}\n`,
  )
  if (values.write) weights[name] = [...learn(examples, TRAINING)].map((one) => Math.round(one * 1e4) / 1e4)
}
await embedding.close()
if (values.write) await writeFile(WEIGHTS, `${JSON.stringify(weights)}\n`)

/** Chunks of eight turns within the first ten and twenty, and one over the place of the first right turn. */
function measured(examples: readonly ReadingExample[]): Record<'recall10' | 'recall20' | 'first', string> {
  const series = shuffled([...new Set(examples.map((one) => one.series))].toSorted(), seeded(1))
  const roundOf = (example: ReadingExample) => series.indexOf(example.series) % ROUNDS
  const scores = { recall10: [] as number[], recall20: [] as number[], first: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const learned = learn(
      examples.filter((one) => roundOf(one) !== round),
      TRAINING,
    )
    for (const { cut, read, question, meaning, goldTurns, goldChunks } of examples.filter(
      (one) => roundOf(one) === round,
    )) {
      const { moments } = readClosely(cut, question, meaning, read, learned)
      const chunks = distinct(moments.map(({ from, to }) => chunkOf(cut.lines[(from + to - 1) >> 1]?.segment ?? 0)))
      scores.recall10.push(recall(chunks, goldChunks, 10))
      scores.recall20.push(recall(chunks, goldChunks, 20))
      scores.first.push(
        reciprocalRank(
          moments.map(({ line }) => cut.lines[line]?.segment ?? -1),
          goldTurns,
        ),
      )
    }
  }
  const told = (values: number[]) => mean(values).toFixed(4)
  return { recall10: told(scores.recall10), recall20: told(scores.recall20), first: told(scores.first) }
}
