/**
 * `npm run eval:unlearned`: what search is worth on meetings like which it has learned nothing, by the product itself
 * through its REST door. `eval:retrieval` flatters, since what is shipped was learned from the meetings it asks about.
 * Here each of them is asked of one of five copies of the program, with a query adapter and a close reading that have
 * learned nothing from its series.
 *
 *   --data FOLDER       the evaluation data; else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --vectors FOLDER    what trainings keep of vectors and adapters (data/vectors); new, it takes half an hour to fill
 *   --keep FOLDER       the service's data folder, as eval:retrieval keeps it
 *   --limit 50          so many questions, drawn evenly
 *   --conversations 6   so many conversations, drawn evenly; learned is from all but those of a series all the same
 *   --wait, --runs, --scorer   as for eval:retrieval
 *
 * Exit 0 whatever the figures are, 1 when the run itself broke, 2 for wrong usage.
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder, type EvaluationData, type Query, readData, seriesOf, spread } from './eval-data.ts'
import { evaluationOptions } from './eval-options.ts'
import { openRuns, printMeasures, readBaselines } from './eval-report.ts'
import { type Corpus, type Evaluated, inLanes, openEvaluated } from './eval-service.ts'
import { endOnSignals } from './processes.ts'
import { run } from './program.ts'
import { tell } from './report.ts'
import { acrossMeetings, askBoth, type Both, quotes, runRows, withinMeetings } from './retrieval-measures.ts'
import { openTraining } from './training.ts'
import { learnWithout, type Unlearned } from './unlearned-program.ts'

endOnSignals()
const options = evaluationOptions()
await run('eval', main)

async function main(): Promise<void> {
  const all = await readData(dataFolder(options.data), options.conversations)
  const data = { ...all, calls: [], points: [] }
  const specific = data.queries.filter(({ kind }) => kind === 'specific')
  const queries = spread(specific, options.limit)
  const runs = await openRuns(data, options)
  const folder = mkdtempSync(join(tmpdir(), 'parley-unlearned-'))
  try {
    const ground = await openTraining({ data: options.data, vectors: options.vectors, write: false })
    tell('learning five times')
    const unlearned = await learnWithout(ground).finally(ground.close)
    const { asked, corpus } = await askEach(data, queries, unlearned, folder)
    const path = await runs.write('retrieval-unlearned', runRows(queries, asked, corpus))
    const scores = await runs.score(path, queries)
    const baseline = await readBaselines(data.folder)
    printMeasures(
      `Retrieval, nothing learned from the series asked about: ${data.meetings.length} meetings, ${queries.length} questions`,
      [
        ...withinMeetings(data, queries, asked, { corpus, scores, baseline }),
        ...acrossMeetings(data.meetings.length, scores, baseline),
        quotes({ asked, corpus }),
      ],
    )
    console.log(`\nRuns: ${path}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each question of the program that has learned nothing from its series; what was imported once stays. */
async function askEach(
  data: EvaluationData,
  queries: readonly Query[],
  { rounds, programOf }: Unlearned,
  folder: string,
): Promise<{ asked: Both[]; corpus: Corpus }> {
  const seriesById = new Map(data.meetings.map((meeting) => [meeting.id, seriesOf(meeting)]))
  const roundOf = ({ meeting_id }: Query) => rounds.of({ series: seriesById.get(meeting_id) ?? '' })
  const keep = options.keep ?? join(folder, 'data')
  const answers = new Map<Query, Both>()
  let corpus: Corpus | undefined
  for (const round of rounds.all) {
    const some = queries.filter((query) => roundOf(query) === round)
    // A few questions leave rounds without one.
    if (some.length === 0) continue
    const program = await programOf(round, folder)
    const evaluated: Evaluated = await openEvaluated(data, { ...options, keep, needsVectors: true, program })
    try {
      corpus = evaluated.qmsum
      const { service, qmsum } = evaluated
      const asked = await inLanes(`round ${round + 1}`, some, ({ meeting_id, query }) =>
        askBoth(service, qmsum, { meetingId: meeting_id, query, mode: options.mode }),
      )
      for (const [index, both] of asked.entries()) answers.set(some[index] as Query, both)
    } finally {
      await evaluated.stop()
    }
  }
  const asked = queries.map((query) => answers.get(query))
  if (corpus === undefined || !asked.every((one) => one !== undefined))
    throw new Error('a question was asked in no round')
  return { asked, corpus }
}
