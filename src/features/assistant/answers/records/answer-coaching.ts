/**
 * Answers which people need coaching: figures of each one in calls with customers, compared with the mean of all of these
 * calls. A question about one person is compared with the calls of everybody.
 */
import { NO_FILTERS } from '../../../conversations/records/index.ts'
import { type CallFigures, computeMean, isWithCustomer, type Measure, readFigures } from './call-figures.ts'
import { type Fact, listFacts, loadCalls, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count, formatDuration, formatShare } from './dates.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion } from './model.ts'

/** Minimum number of calls of a rep, below which nothing is said about them. */
const CALLS_MIN = 3
/** Differences from the mean of all calls that are worth a look. */
const SCORE_OFF = 8
const SHARE_OFF = 0.1
const MONOLOGUE_TIMES = 1.5
const MONOLOGUE_SECONDS = 90
const QUESTIONS_TIMES = 0.6

interface Rep {
  readonly name: string
  readonly calls: readonly CallRecord[]
  readonly means: CallFigures
}

export const answerCoaching: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const outside = calls.filter(isWithCustomer)
  if (outside.length === 0) return undefined
  const all = computeMeans(question.people.length === 0 ? outside : await loadOfEverybody(ports, question))
  const reps = [...Map.groupBy(outside, ({ owner }) => owner.id).values()]
    .map((own): Rep => ({ name: own[0]?.owner.name ?? '', calls: own, means: computeMeans(own) }))
    .filter((rep) => question.people.length === 0 || namesIn(rep).some((name) => question.people.includes(name)))
  if (reps.length === 0) return undefined
  const known = reps.filter((rep) => rep.calls.length >= CALLS_MIN)
  const scope = `${count(outside.length, 'call')} with customers${nameQuestionScope(question)}`
  const few = reps.filter((rep) => rep.calls.length < CALLS_MIN).map(({ name }) => name)
  const fewNotice =
    few.length === 0 ? null : `Fewer than three calls are too few to tell: ${few.slice(0, 5).join(', ')}.`
  if (known.length === 0) return stateEmpty(`Nobody has three or more of the ${scope}.`)
  const isBest = ['best', 'top', 'strongest'].some((word) => question.words.has(word))
  const facts = known.map((rep): Fact & { readonly rep: Rep; readonly signs: number } => {
    const signs = describeSigns(rep, all)
    const figures = describeMeans(rep)
    return {
      text: `${rep.name} (${count(rep.calls.length, 'call')}): ${[...signs, ...(figures === '' ? [] : [figures])].join(' ') || 'No figures.'}`,
      calls: rep.calls.map(({ id }) => id),
      ...{ rep, signs: signs.length },
    }
  })
  const byScore = (a: { rep: Rep }, b: { rep: Rep }) => (b.rep.means.score ?? -1) - (a.rep.means.score ?? -1)
  const sorted = facts.toSorted((a, b) => (isBest ? byScore(a, b) : b.signs - a.signs || byScore(b, a)))
  const lead = isBest
    ? `People in ${scope}, by the mean of their scores. The figures don't say why`
    : `People in ${scope}, most differences from the mean of all first. The figures don't say why`
  const notices = [notice, fewNotice].filter((one) => one !== null)
  return listFacts(lead, sorted, { notice: notices.length === 0 ? null : notices.join(' ') })
}

/** Names of a rep, as the account and the participants of the calls have them. */
const namesIn = ({ name, calls }: Rep): string[] => [
  name,
  ...calls.flatMap(({ owner, people }) => people.filter(({ email }) => email === owner.email).map((one) => one.name)),
]

async function loadOfEverybody(ports: RecordPorts, { within }: RecordQuestion): Promise<CallRecord[]> {
  const everybody = { visibility: within.visibility, filters: NO_FILTERS }
  const { calls } = await loadCalls(ports, { within: everybody, pick: undefined })
  return calls.filter(isWithCustomer)
}

function computeMeans(calls: readonly CallRecord[]): CallFigures {
  const figures = calls.map(readFigures)
  const mean = (measure: Measure) => computeMean(figures.flatMap((one) => one[measure] ?? []))
  return {
    talkShare: mean('talkShare'),
    monologue: mean('monologue'),
    questions: mean('questions'),
    score: mean('score'),
  }
}

function describeSigns({ calls, means: own }: Rep, all: CallFigures): string[] {
  const signs: string[] = []
  if (own.score !== null && all.score !== null && own.score <= all.score - SCORE_OFF) {
    const item = findLowestItem(calls)
    signs.push(`Scores below the mean of ${Math.round(all.score)}${item === undefined ? '' : `, lowest item ${item}`}.`)
  }
  if (own.talkShare !== null && all.talkShare !== null && own.talkShare >= all.talkShare + SHARE_OFF)
    signs.push(`Our side speaks more than the mean of ${formatShare(all.talkShare)}.`)
  if (own.monologue !== null && all.monologue !== null && isLong(own.monologue, all.monologue))
    signs.push(`Longer monologues than the mean of ${formatDuration(all.monologue)}.`)
  if (own.questions !== null && all.questions !== null && own.questions <= QUESTIONS_TIMES * all.questions)
    signs.push(`Fewer questions than the mean of ${round(all.questions)}.`)
  return signs
}

const isLong = (own: number, all: number): boolean => own >= MONOLOGUE_SECONDS && own >= MONOLOGUE_TIMES * all

function describeMeans({ calls, means: { score, talkShare, monologue, questions } }: Rep): string {
  const scored = calls.filter(({ scores }) => scores.length > 0).length
  const parts = [
    ...(score === null ? [] : [`score ${Math.round(score)} of 100 in ${count(scored, 'call')}`]),
    ...(talkShare === null ? [] : [`our side speaks ${formatShare(talkShare)}`]),
    ...(monologue === null ? [] : [`longest monologue ${formatDuration(monologue)}`]),
    ...(questions === null ? [] : [`${round(questions)} ${round(questions) === 1 ? 'question' : 'questions'} a call`]),
  ]
  return parts.length === 0 ? '' : `Means: ${parts.join(', ')}.`
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Item with the lowest mean ratio of its maximum. */
function findLowestItem(calls: readonly CallRecord[]): string | undefined {
  const items = calls.flatMap(({ scores }) => scores.flatMap(({ items: own }) => own))
  const byTitle = Map.groupBy(items, ({ title }) => title)
  const [lowest] = [...byTitle]
    .map(([title, own]) => ({
      title,
      mean: computeMean(own.map(({ numericResult: { score, max } }) => (max === 0 ? 0 : score / max))) ?? 0,
    }))
    .toSorted((a, b) => a.mean - b.mean)
  return lowest === undefined ? undefined : `“${lowest.title}”`
}
