/**
 * The program as it would be had it never seen some meetings: a copy of it, with the query adapter and the weights of the
 * close reading learned without the series of one round. What answers are put together with stays as it is.
 */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packAdapter } from '../src/outbound/embeddings/query-adapter.ts'
import { type Meeting, seriesOf } from './eval-data.ts'
import { ROOT } from './processes.ts'
import { type ReadingExample, readingExamples } from './reading-examples.ts'
import { drawRounds, type Rounds } from './rounds.ts'
import { learn } from './softmax-regression.ts'
import { LEARNED, printedReading, READING, type TrainingGround } from './training.ts'

export interface Unlearned {
  readonly rounds: Rounds
  /** @returns a new folder, with the program that has learned nothing from the meetings of that round */
  programOf(round: number, folder: string): Promise<string>
}

/** What the service reads of its folder, beside what is installed. */
const PARTS = ['src', 'migrations', 'package.json']

export async function learnWithout(ground: TrainingGround): Promise<Unlearned> {
  const { data, adapterWithout } = ground
  const ofSeries = (meeting: Meeting) => ({ series: seriesOf(meeting) })
  const rounds = drawRounds(data.meetings.map(ofSeries))
  const words = await readingExamples(data, undefined)
  const meaning = await readingExamples(data, ground)
  const weights = (examples: readonly ReadingExample[], round: number) =>
    learn(rounds.learned(examples, round), READING)
  return {
    rounds,
    async programOf(round, folder) {
      const program = join(folder, `without-${round}`)
      await mkdir(program)
      for (const part of PARTS) await cp(join(ROOT, part), join(program, part), { recursive: true })
      await symlink(join(ROOT, 'node_modules'), join(program, 'node_modules'))
      const [hidden] = rounds.measured(data.meetings.map(ofSeries), round)
      await writeFile(join(program, LEARNED.adapter), packAdapter(await adapterWithout(hidden?.series)))
      const learned = { words: weights(words, round), meaning: weights(meaning, round) }
      await writeFile(join(program, LEARNED.reading), printedReading(learned))
      return program
    },
  }
}
