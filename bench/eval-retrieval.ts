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
import { dataFolder, type Point, type Query, readData, spread } from './eval-data.ts'
import { evaluationOptions } from './eval-options.ts'
import { type Baseline, type Measure, printMeasures, type Scores } from './eval-report.ts'
import { type Evaluation, type Evidence, evaluate } from './eval-run.ts'
import {
  chunksAt,
  chunksOf,
  type Found,
  goldChunks,
  hit,
  mean,
  meetingsOf,
  ndcg,
  recall,
  reciprocalRank,
  turnsOf,
} from './eval-scores.ts'
import { type Asked, type Corpus, inLanes, search } from './eval-service.ts'
import { endOnSignals } from './processes.ts'

endOnSignals()
const options = evaluationOptions()
const data = await readData(dataFolder(options.data), options.conversations)
const queries = spread(
  data.queries.filter(({ kind }) => kind === 'specific'),
  options.limit,
)
const points = spread(data.points, options.limit)
await evaluate(data, { ...options, needsVectors: options.mode !== 'lexical' }, measure)

interface Both {
  /** In the conversation the question is about, and in all of its set. */
  readonly within: Asked
  readonly across: Asked
}

async function measure({ evaluated, runs, baseline }: Evaluation): Promise<Evidence> {
  const { qmsum, zoom, service } = evaluated
  const both = async (corpus: Corpus, meetingId: string, query: string): Promise<Both> => {
    const asked = { query, mode: options.mode }
    return {
      within: await search(service, corpus, { ...asked, within: corpus.idOf.get(meetingId) }),
      across: await search(service, corpus, asked),
    }
  }
  const asked = await inLanes('questions', queries, ({ meeting_id, query }) => both(qmsum, meeting_id, query))
  const found = await inLanes('points', points, ({ meeting_id, text }) => both(zoom, meeting_id, text))

  const rows = queries.map((query, index) => runRow(query, asked[index] as Both, qmsum))
  const path = await runs.write(`retrieval-${options.mode}`, rows)
  const zoomRows = points.map((point, index) => runRow(point, found[index] as Both, zoom))
  const zoomPath = await runs.write(`retrieval-${options.mode}-zoom`, zoomRows)
  const scores = await runs.score(path, queries)

  const all = [...asked, ...found]
  const used = new Set(all.flatMap(({ within, across }) => [within.mode, across.mode]))
  print(
    [
      ...withinMeetings(asked, qmsum, scores, baseline),
      ...acrossMeetings(scores, baseline),
      ...ofPoints(found, zoom, baseline),
      quotes(asked, found, { qmsum, zoom }),
    ],
    [...used],
  )
  return {
    paths: [path, zoomPath],
    times: {
      'One conversation': all.map(({ within }) => within.ms),
      'All of a set': all.map(({ across }) => across.ms),
    },
  }
}

/** Results as the measures see them. */
function foundIn({ moments }: Asked, { meetingOf }: Corpus): Found[] {
  return moments.map(({ conversation, segment, segments: { first, last } }) => ({
    meeting: meetingOf.get(conversation.id)?.id ?? conversation.id,
    segment,
    segments: Array.from({ length: last - first + 1 }, (_, index) => first + index),
  }))
}

function runRow({ id }: { id: string }, { within, across }: Both, corpus: Corpus) {
  return {
    query_id: id,
    turns: turnsOf(foundIn(within, corpus)),
    meetings: meetingsOf(foundIn(across, corpus)),
  }
}

function withinMeetings(
  asked: readonly Both[],
  corpus: Corpus,
  scores: Scores | undefined,
  baseline: Baseline,
): Measure[] {
  const turns = new Map(data.meetings.map(({ id, segments }) => [id, segments.length]))
  const all = queries.map((query: Query, index) => ({
    order: chunksOf(foundIn((asked[index] as Both).within, corpus)),
    gold: goldChunks(query.relevant_spans ?? [], turns.get(query.meeting_id) ?? 0),
  }))
  const of = (measure: (order: number[], gold: Set<number>) => number) =>
    mean(all.map(({ order, gold }) => measure(order, gold)))
  const chunk = (name: string) => baseline('within a meeting', 'speaker and text, stop words out', 'chunk/spans', name)
  const turn = (name: string) => baseline('within a meeting', 'speaker and text, stop words out', 'turn/spans', name)
  const scored = (name: string) => scores?.['turns against spans']?.[name] ?? Number.NaN
  return [
    {
      what: 'right moment in ten (chunks, recall@10)',
      measured: of((order, gold) => recall(order, gold, 10)),
      baseline: chunk('recall@10'),
      goal: 0.7,
    },
    {
      what: 'right moment in twenty (chunks, recall@20)',
      measured: of((order, gold) => recall(order, gold, 20)),
      baseline: chunk('recall@20'),
    },
    {
      what: 'order of moments (chunks, nDCG@10)',
      measured: of((order, gold) => ndcg(order, gold, 10)),
      baseline: chunk('nDCG@10'),
    },
    { what: 'first right moment (chunks, MRR)', measured: of(reciprocalRank), baseline: chunk('MRR') },
    { what: 'first relevant turn (turns, MRR)', measured: scored('MRR'), baseline: turn('MRR'), goal: 0.66 },
    {
      what: 'relevant turns in ten (turns, precision@10)',
      measured: scored('precision@10'),
      baseline: turn('precision@10'),
    },
    {
      what: 'evidence turns in twenty (recall@20)',
      measured: scores?.['turns against evidence']?.['recall@20'] ?? Number.NaN,
      baseline: baseline('within a meeting', 'speaker and text, stop words out', 'turn/evidence', 'recall@20'),
    },
  ]
}

function acrossMeetings(scores: Scores | undefined, baseline: Baseline): Measure[] {
  const plain = (name: string) => baseline('across meetings', 'speaker and text, stop words out', 'best chunk', name)
  const scored = (name: string) => scores?.meetings?.[name] ?? Number.NaN
  const set = `of ${data.meetings.length}`
  return [
    { what: `right meeting ${set} first`, measured: scored('hit@1'), baseline: plain('hit@1'), goal: 0.45 },
    { what: `right meeting ${set} in five`, measured: scored('hit@5'), baseline: plain('hit@5'), goal: 0.7 },
    { what: `right meeting ${set} (MRR)`, measured: scored('MRR'), baseline: plain('MRR') },
  ]
}

function ofPoints(found: readonly Both[], corpus: Corpus, baseline: Baseline): Measure[] {
  const calls = new Map(data.calls.map(({ id, segments }) => [id, segments]))
  const all = points.map((point: Point, index) => {
    const { within, across } = found[index] as Both
    return {
      calls: meetingsOf(foundIn(across, corpus)),
      call: new Set([point.meeting_id]),
      chunks: chunksOf(foundIn(within, corpus)),
      right: chunksAt(point, calls.get(point.meeting_id) ?? []),
    }
  })
  const right = (first: number) => mean(all.map(({ calls, call }) => hit(calls, call, first)))
  const minute = (first: number) => mean(all.map(({ chunks, right }) => hit(chunks, right, first)))
  const plain = (name: string) => baseline('zoom points', name)
  const set = `of ${data.calls.length}`
  return [
    { what: `Zoom points: right call ${set} first`, measured: right(1), baseline: plain('meeting hit@1'), goal: 0.95 },
    { what: `Zoom points: right call ${set} in five`, measured: right(5), baseline: plain('meeting hit@5') },
    {
      what: 'Zoom points: right minute of its call first',
      measured: minute(1),
      baseline: plain('moment hit@1 (chunk within 60 s)'),
    },
    {
      what: 'Zoom points: right minute of its call in five',
      measured: minute(5),
      baseline: plain('moment hit@5 (chunk within 60 s)'),
    },
  ]
}

/** Also what shows that segments are counted alike on both sides. */
function quotes(asked: readonly Both[], found: readonly Both[], corpora: { qmsum: Corpus; zoom: Corpus }): Measure {
  const standing = (both: readonly Both[], { meetingOf }: Corpus) =>
    both.flatMap(({ within, across }) =>
      [...within.moments, ...across.moments].map(({ conversation, segment, quote }) =>
        meetingOf.get(conversation.id)?.segments[segment]?.text.includes(quote) === true && quote !== '' ? 1 : 0,
      ),
    )
  return {
    what: 'quotes that stand in their turn',
    measured: mean([...standing(asked, corpora.qmsum), ...standing(found, corpora.zoom)]),
    goal: 1,
  }
}

function print(measures: readonly Measure[], used: readonly string[]): void {
  const sizes = `${data.meetings.length} meetings, ${queries.length} questions; ${data.calls.length} calls, ${points.length} points`
  printMeasures(`Retrieval, ${options.mode} (answered ${used.join(', ')}): ${sizes}`, measures)
}
