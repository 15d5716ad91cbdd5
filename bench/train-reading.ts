/**
 * Learns the weights of the close reading (`src/features/text/passage-ranking/weights.json`) from questions that people asked of
 * meetings. What it will be worth on other meetings is told by five rounds, each learned without the meeting series it is
 * measured on; what is written is learned from all.
 *
 *   npm run train:reading -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rankLines } from '../src/features/text/passage-ranking/index.ts'
import { chunkOf, distinct, mean, recall, reciprocalRank } from './eval-scores.ts'
import { ROOT } from './processes.ts'
import { type ReadingExample, readingExamples } from './reading-examples.ts'
import { drawRounds } from './rounds.ts'
import { learn } from './softmax-regression.ts'
import { LEARNED, openTraining, printedReading, READING, trainingOptions } from './training.ts'

const { data, write, close, ...vectors } = await openTraining(trainingOptions())
const weights: Record<'words' | 'meaning', Float64Array> = { words: new Float64Array(), meaning: new Float64Array() }
for (const [name, meant] of [
  ['words', undefined],
  ['meaning', vectors],
] as const) {
  const examples = await readingExamples(data, meant)
  const { recall10, recall20, first } = measured(examples)
  process.stdout.write(
    `${name}: ${examples.length} questions, recall@10 ${recall10}, recall@20 ${recall20}, MRR ${first}\n`,
  )
  if (write) weights[name] = learn(examples, READING)
}
await close()
if (write) await writeFile(join(ROOT, LEARNED.reading), printedReading(weights))

/** Chunks of eight turns within the first ten and twenty, and one over the place of the first right turn. */
function measured(examples: readonly ReadingExample[]): Record<'recall10' | 'recall20' | 'first', string> {
  const rounds = drawRounds(examples)
  const scores = { recall10: [] as number[], recall20: [] as number[], first: [] as number[] }
  for (const round of rounds.all) {
    const learned = learn(rounds.learned(examples, round), READING)
    for (const { cut, read, question, meaning, goldTurns, goldChunks } of rounds.measured(examples, round)) {
      const { spans } = rankLines(cut, question, meaning, read, learned)
      const chunks = distinct(spans.map(({ from, to }) => chunkOf(cut.lines[(from + to - 1) >> 1]?.segment ?? 0)))
      scores.recall10.push(recall(chunks, goldChunks, 10))
      scores.recall20.push(recall(chunks, goldChunks, 20))
      scores.first.push(
        reciprocalRank(
          spans.map(({ line }) => cut.lines[line]?.segment ?? -1),
          goldTurns,
        ),
      )
    }
  }
  const told = (values: number[]) => mean(values).toFixed(4)
  return { recall10: told(scores.recall10), recall20: told(scores.recall20), first: told(scores.first) }
}
