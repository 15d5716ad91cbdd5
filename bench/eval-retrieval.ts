/**
 * `npm run eval:retrieval`: whether search finds what people asked for, by the product itself through its REST door.
 *
 *   --data FOLDER       the evaluation data; else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --keep FOLDER       the service's data folder, used again by the next run: embedding takes half an hour
 *   --mode hybrid       or lexical, semantic
 *   --limit 50          so many questions of each set, drawn evenly
 *   --conversations 6   so many conversations of each set, drawn evenly; figures over all of them are easier then
 *   --wait 120          minutes until everything must be embedded
 *   --runs FOLDER       where the runs are written; a new folder otherwise
 *   --scorer FILE       the program that scores a run; else PARLEY_SCORER, or tools/score.py beside the data
 *
 * DATABASE_URL, EMBEDDING_* and MODEL_* reach the service. How to read the table: docs/evaluation.md. Exit 0 whatever the
 * figures are, 1 when the run itself broke, 2 for wrong usage.
 */
import { dataFolder, readData, spread } from './eval-data.ts'
import { evaluationOptions } from './eval-options.ts'
import { printMeasures } from './eval-report.ts'
import { type Evaluation, type Evidence, evaluate } from './eval-run.ts'
import { inLanes } from './eval-service.ts'
import { endOnSignals } from './processes.ts'
import { acrossMeetings, askBoth, ofPoints, quotes, runRows, withinMeetings } from './retrieval-measures.ts'

endOnSignals()
const options = evaluationOptions()
const data = await readData(dataFolder(options.data), options.conversations)
const queries = spread(
  data.queries.filter(({ kind }) => kind === 'specific'),
  options.limit,
)
const points = spread(data.points, options.limit)
await evaluate(data, { ...options, needsVectors: options.mode !== 'lexical' }, measure)

async function measure({ evaluated, runs, baseline }: Evaluation): Promise<Evidence> {
  const { qmsum, zoom, service } = evaluated
  const { mode } = options
  const asked = await inLanes('questions', queries, ({ meeting_id, query }) =>
    askBoth(service, qmsum, { meetingId: meeting_id, query, mode }),
  )
  const found = await inLanes('points', points, ({ meeting_id, text }) =>
    askBoth(service, zoom, { meetingId: meeting_id, query: text, mode }),
  )

  const path = await runs.write(`retrieval-${mode}`, runRows(queries, asked, qmsum))
  const zoomPath = await runs.write(`retrieval-${mode}-zoom`, runRows(points, found, zoom))
  const scores = await runs.score(path, queries)

  const all = [...asked, ...found]
  const used = new Set(all.flatMap(({ within, across }) => [within.mode, across.mode]))
  printMeasures(
    `Retrieval, ${mode} (answered ${[...used].join(', ')}): ${data.meetings.length} meetings, ${queries.length} questions; ${data.calls.length} calls, ${points.length} points`,
    [
      ...withinMeetings(data, queries, asked, { corpus: qmsum, scores, baseline }),
      ...acrossMeetings(data.meetings.length, scores, baseline),
      ...ofPoints({ ...data, points }, found, zoom, baseline),
      quotes({ asked, corpus: qmsum }, { asked: found, corpus: zoom }),
    ],
  )
  return {
    paths: [path, zoomPath],
    times: {
      'One conversation': all.map(({ within }) => within.ms),
      'All of a set': all.map(({ across }) => across.ms),
    },
  }
}
