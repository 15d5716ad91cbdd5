/**
 * `npm run eval:answers`: whether answers say what people answered, whether their quotes stand, and whether what a
 * meeting does not hold is told so, by the product itself through its REST door.
 *
 *   --foreign 3   questions of other meetings that each meeting is asked, from far and from near
 *   --seed 1      which ones
 *   --among 30    instead, 100 questions each about one of 30 meetings, about others of their domain, and of another domain
 *   --model NAME  answers of this language model, on Ollama or the server that --url names
 *   --url URL     such as http://127.0.0.1:1234/v1; an API key is in MODEL_API_KEY
 *
 * All other options, and what is the same, as in eval-retrieval.ts. A general question ("Summarize the whole meeting") is
 * asked of each meeting too.
 */

import { evaluateAmong } from './eval-among.ts'
import { dataFolder, type Query, readData, spread } from './eval-data.ts'
import { drawForeign, type Foreign } from './eval-foreign.ts'
import { evaluationOptions } from './eval-options.ts'
import { type Baseline, type Measure, printMeasures, type Scores } from './eval-report.ts'
import { type Evaluation, type Evidence, evaluate } from './eval-run.ts'
import { mean } from './eval-scores.ts'
import { type Answer, answerOf, type Corpus, type Evaluated, inLanes } from './eval-service.ts'
import { endOnSignals } from './processes.ts'

endOnSignals()
const options = evaluationOptions()
const data = await readData(dataFolder(options.data), options.conversations)
const queries = spread(data.queries, options.limit)
const foreign = spread(
  drawForeign(data.meetings, data.queries, { each: options.foreign, seed: options.seed }),
  options.limit,
)
if (options.among > 0) await evaluateAmong(dataFolder(options.data), options)
else await evaluate(data, { ...options, needsVectors: true }, measure)

interface Answered {
  readonly answer: Answer
  readonly ms: number
}

async function measure({ evaluated, runs, baseline }: Evaluation): Promise<Evidence> {
  const put = (meetingId: string, query: Query) => answer(evaluated, meetingId, query.query)
  const own = await inLanes('questions', queries, (query) => put(query.meeting_id, query))
  const others = await inLanes('questions of others', foreign, ({ meeting, query }) => put(meeting.id, query))

  const path = await runs.write(
    'answers',
    queries.map(({ id }, index) => runRow(id, own[index] as Answered)),
  )
  const foreignPath = await runs.write(
    'answers-foreign',
    foreign.map(({ meeting, query, distance }, index) => ({
      ...{ meeting_id: meeting.id, query_id: query.id, distance, query: query.query },
      answered: (others[index] as Answered).answer.answered,
      ...runRow(query.id, others[index] as Answered),
    })),
  )
  print([
    ...wording(await runs.score(path, queries), baseline),
    ...proof([...own, ...others], evaluated.qmsum),
    ...honesty(own, others),
  ])
  return { paths: [path, foreignPath], times: { 'An answer': own.map(({ ms }) => ms) } }
}

async function answer({ service, qmsum }: Evaluated, meetingId: string, prompt: string): Promise<Answered> {
  const begun = performance.now()
  const given = await answerOf(service, qmsum, prompt, qmsum.idOf.get(meetingId) ?? '')
  return { answer: given, ms: performance.now() - begun }
}

function runRow(queryId: string, { answer: { output, citations } }: Answered) {
  return { query_id: queryId, answer: output, citations: citations.map(({ segment, quote }) => ({ segment, quote })) }
}

function wording(scores: Scores | undefined, baseline: Baseline): Measure[] {
  const of = (kind: Query['kind'], plain: string, goals: readonly (number | undefined)[]) =>
    (['R1', 'R2', 'RL'] as const).map(
      (rouge, index): Measure => ({
        what: `${kind} questions, ROUGE-${rouge.slice(1)}`,
        measured: scores?.[`answers, ${kind}`]?.[rouge] ?? Number.NaN,
        baseline: baseline('answers', plain, rouge),
        ...(goals[index] === undefined ? {} : { goal: goals[index] }),
      }),
    )
  return [
    ...of('specific', 'specific: BM25 top-k sentences', [0.3, 0.08, 0.2]),
    { what: 'specific questions, words of an answer', measured: scores?.['answers, specific']?.words ?? Number.NaN },
    ...of('general', 'general: Lead-k', []),
    {
      what: 'citations inside the relevant spans',
      measured: scores?.citations?.['turn inside the relevant spans'] ?? Number.NaN,
    },
    {
      what: 'central evidence that is cited',
      measured: scores?.citations?.['central evidence turns cited'] ?? Number.NaN,
    },
  ]
}

/** Of every answer, those to questions of other meetings too. */
function proof(all: readonly Answered[], { meetingOf }: Corpus): Measure[] {
  const standing = all.flatMap(({ answer: { citations } }) =>
    citations.map(({ conversation_id, segment, quote }) =>
      quote !== '' && meetingOf.get(conversation_id)?.segments[segment]?.text.includes(quote) === true ? 1 : 0,
    ),
  )
  const answers = all.filter(({ answer: { answered } }) => answered)
  return [
    { what: 'quotes that stand in their turn', measured: mean(standing), goal: 1 },
    {
      what: 'answers with a citation',
      measured: mean(answers.map(({ answer: { citations } }) => (citations.length > 0 ? 1 : 0))),
    },
  ]
}

function honesty(own: readonly Answered[], others: readonly Answered[]): Measure[] {
  const answered = (kind: Query['kind']) =>
    mean(own.filter((_, index) => queries[index]?.kind === kind).map((one) => (one.answer.answered ? 1 : 0)))
  const refused = (distance: Foreign['distance']) =>
    mean(others.filter((_, index) => foreign[index]?.distance === distance).map((one) => (one.answer.answered ? 0 : 1)))
  return [
    { what: 'answers its own specific questions', measured: answered('specific'), goal: 0.9 },
    { what: 'answers general questions', measured: answered('general'), goal: 0.9 },
    { what: 'says that it is not in there: other domain', measured: refused('far'), goal: 0.8 },
    { what: 'says that it is not in there: same domain, other people', measured: refused('near'), goal: 0.8 },
  ]
}

function print(measures: readonly Measure[]): void {
  const specific = queries.filter(({ kind }) => kind === 'specific').length
  const sizes = `${data.meetings.length} meetings, ${specific} specific and ${queries.length - specific} general questions, ${foreign.length} of other meetings (seed ${options.seed})`
  const by = options.modelSettings.MODEL_NAME ?? process.env.MODEL_NAME
  printMeasures(`Answers${by === undefined ? '' : ` of ${by}`}: ${sizes}`, measures)
}
