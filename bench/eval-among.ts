/**
 * `npm run eval:answers -- --among 30`: whether questions that name no conversation get an answer if one of many
 * conversations contains it, and are refused otherwise.
 */
import { DISTANCES, type Distance, drawMeetingSet } from './among-questions.ts'
import { type EvaluationData, readData } from './eval-data.ts'
import { printMeasures } from './eval-report.ts'
import { evaluate } from './eval-run.ts'
import { mean } from './eval-scores.ts'
import { type Answer, answerAmong, inLanes } from './eval-service.ts'

export interface AmongOptions {
  readonly among: number
  readonly limit: number
  readonly seed: number
}

/** Questions of each distance, unless `--limit` sets another number. */
const EACH = 100

const MEASURES: Readonly<Record<Distance, { readonly what: string; readonly goal?: number }>> = {
  own: { what: 'answers questions about one of the meetings', goal: 0.9 },
  near: { what: 'refuses questions about other meetings: same domain, other people', goal: 0.6 },
  // Many have an answer in the stored meetings, so there is no goal.
  alike: { what: 'refuses questions about other teams at the same task' },
  far: { what: 'refuses questions about other meetings: other domain', goal: 0.85 },
}

export async function evaluateAmong(
  folder: string,
  options: AmongOptions & Omit<Parameters<typeof evaluate>[1], 'needsVectors'>,
): Promise<void> {
  const all = await readData(folder)
  const { among: count, seed } = options
  const { stored, questions } = drawMeetingSet(all.meetings, all.queries, {
    ...{ count, seed },
    each: Math.min(options.limit, EACH),
  })
  const data: EvaluationData = { ...all, meetings: stored, calls: [], points: [] }
  await evaluate(data, { ...options, needsVectors: true }, async ({ evaluated: { service, qmsum }, runs }) => {
    const ids = stored.map(({ id }) => qmsum.idOf.get(id) ?? '')
    const answers = await inLanes('questions', questions, async ({ query }) => {
      const begun = performance.now()
      const answer = await answerAmong(service, qmsum, query.query, ids)
      return { answer, ms: performance.now() - begun }
    })
    const path = await runs.write(
      'answers-among',
      questions.map(({ query, distance }, at) => {
        const { answered, output, citations } = answers[at]?.answer ?? NOTHING
        return { query_id: query.id, distance, query: query.query, answered, answer: output, citations }
      }),
    )
    const of = (distance: Distance) =>
      questions.flatMap((question, at) => {
        const answer = answers[at]?.answer
        return question.distance === distance && answer !== undefined ? [{ ...question, answer }] : []
      })
    const cited = of('own').filter(({ answer }) => answer.answered)
    printMeasures(`Answers among ${stored.length} meetings: ${questions.length} questions (seed ${seed})`, [
      ...DISTANCES.map((distance) => ({
        ...MEASURES[distance],
        measured: mean(of(distance).map(({ answer: { answered } }) => (answered === (distance === 'own') ? 1 : 0))),
      })),
      {
        what: 'first citation of an answer is from the right meeting',
        measured: mean(
          cited.map(({ query, answer: { citations } }) =>
            citations[0]?.conversation_id === qmsum.idOf.get(query.meeting_id) ? 1 : 0,
          ),
        ),
      },
    ])
    return { paths: [path], times: { 'An answer': answers.map(({ ms }) => ms) } }
  })
}

const NOTHING: Answer = { answered: false, output: '', citations: [] }
