/** What people answered beside what the program made of it, in tables. */
import { type Answered, TASKS, titleOf } from './eval-star.ts'
import { percentile, printGoals, printTable } from './report.ts'

export const TASK = 'Task'
/** The score that means yes. */
export const YES = 1

export interface Item {
  readonly uuid: string
  readonly title: string
}
export interface Scoring {
  readonly scorecardId: string
  readonly items: readonly (Item & {
    readonly numericResult: { readonly score: number }
    readonly evidences: readonly string[]
    readonly confidence: number
  })[]
  readonly unscored: readonly Item[]
}
export interface Choice {
  readonly category: string
  readonly option: string
  readonly confidence: number
  readonly source: string
  readonly evidence: readonly { readonly segment: number; readonly quote: string }[]
}
export interface Step {
  readonly step: string
  readonly ms: number | null
}
export interface Read {
  readonly of: Answered
  readonly scoring: Scoring | undefined
  readonly task: Choice | undefined
  readonly steps: readonly Step[]
}

export interface Agreement {
  readonly compared: number
  readonly exact: number | null
  readonly items: readonly { readonly title: string; readonly levels: readonly (readonly number[])[] }[]
}

/** One question of one chat; undefined: left open. */
interface Pair {
  readonly question: string
  readonly person: boolean
  readonly program: boolean | undefined
  readonly confidence: number
}

function pairsOf({ of, scoring }: Read): Pair[] {
  return of.questions.map(({ question, answer: person }) => {
    const item = scoring?.items.find(({ title }) => title === titleOf(question))
    const program = item === undefined ? undefined : item.numericResult.score === YES
    return { question: plain(question), person, program, confidence: item?.confidence ?? 0 }
  })
}

/** One question in two wordings is one. */
const plain = (question: string) => titleOf(question).replace('AI Assistant', 'assistant')

function figures(pairs: readonly Pair[]) {
  const judged = pairs.filter(({ program }) => program !== undefined)
  const share = (of: readonly Pair[], which: (pair: Pair) => boolean) =>
    of.filter(which).length / Math.max(1, of.length)
  const exact = share(judged, ({ person, program }) => person === program)
  const [yesPerson, yesProgram] = [
    share(judged, ({ person }) => person),
    share(judged, ({ program }) => program === true),
  ]
  const chance = yesPerson * yesProgram + (1 - yesPerson) * (1 - yesProgram)
  return {
    asked: pairs.length,
    yes: share(pairs, ({ person }) => person),
    coverage: judged.length / Math.max(1, pairs.length),
    exact: judged.length === 0 ? Number.NaN : exact,
    kappa: judged.length === 0 || chance > 1 - 1e-9 ? Number.NaN : (exact - chance) / (1 - chance),
    /** Of who always says what people said more often. */
    usual: judged.length === 0 ? Number.NaN : Math.max(yesPerson, 1 - yesPerson),
  }
}

export function report(read: readonly Read[], agreed: readonly Agreement[]): void {
  const two = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2))
  const pairs = read.flatMap(pairsOf)
  const rowOf = (what: string, some: readonly Pair[]) => {
    const { asked, yes, coverage, exact, kappa, usual } = figures(some)
    return [what, String(asked), ...[yes, coverage, exact, usual, kappa].map(two)]
  }
  const byQuestion = [...Map.groupBy(pairs, ({ question }) => question)].sort((a, b) => b[1].length - a[1].length)
  const outcomes = pairs.filter(({ question }) => /^Did the assistant (?!stay)/.test(question))
  printTable(
    'Items of scorecards against what people answered',
    ['', 'asked', 'yes', 'coverage', 'agreement', 'usual answer', 'kappa'],
    [
      ...byQuestion.map(([question, some]) => rowOf(question, some)),
      rowOf('all', pairs),
      rowOf('was it got done', outcomes),
    ],
  )
  printTable(
    'By confidence',
    ['', 'items', 'agreement'],
    bands(pairs.filter(({ program }) => program !== undefined)).map(([band, some]) => [
      band,
      String(some.length),
      two(figures(some).exact),
    ]),
  )
  const single = read.filter(({ of }) => of.labels.tasks.length === 1)
  const chosen = single.flatMap(({ of, task }) =>
    task === undefined
      ? []
      : { right: TASKS[of.labels.tasks[0] ?? '']?.[0] === task.option, confidence: task.confidence },
  )
  const rightOf = (some: readonly { right: boolean }[]) =>
    some.length === 0 ? Number.NaN : some.filter(({ right }) => right).length / some.length
  printTable(
    `Labels: one of ${Object.keys(TASKS).length} tasks`,
    ['confidence', 'chats', 'chosen', 'right'],
    [
      ...bands(chosen).map(([band, some]) => [band, '', String(some.length), two(rightOf(some))]),
      ['all', String(single.length), String(chosen.length), two(rightOf(chosen))],
    ],
  )
  const quotes = read.flatMap(({ of, scoring, task }) => [
    ...(scoring?.items ?? []).flatMap(({ evidences }) =>
      evidences.map((quote) => of.chat.segments.some(({ text }) => text.includes(quote))),
    ),
    ...(task?.evidence ?? []).map(({ segment, quote }) => of.chat.segments[segment]?.text.includes(quote) ?? false),
  ])
  const bare = read.flatMap(({ scoring }) => scoring?.items ?? []).filter(({ evidences }) => evidences.length === 0)
  const took = (name: string) =>
    read.flatMap(({ steps }) => steps.filter(({ step }) => step === name).flatMap(({ ms }) => ms ?? []))
  printTable(
    'Time of a step, ms',
    ['', 'median', '95 %', 'worst'],
    ['labels', 'scorecards'].map((name) => [
      name,
      ...[0.5, 0.95, 1].map((share) => percentile(took(name), share).toFixed(0)),
    ]),
  )
  const all = figures(pairs)
  const ours = agreed.reduce((sum, { compared, exact }) => sum + compared * (exact ?? 0), 0)
  const compared = agreed.reduce((sum, one) => sum + one.compared, 0)
  printGoals([
    {
      what: 'quotes that were said',
      measured: quotes.filter(Boolean).length / quotes.length,
      limit: 1,
      sense: 'at least',
    },
    { what: 'scores without a quote', measured: bare.length, limit: 0, sense: 'at most' },
    { what: 'agreement of scores', measured: all.exact, limit: Number(all.usual.toFixed(3)), sense: 'at least' },
    { what: 'kappa of “was it got done”', measured: figures(outcomes).kappa, limit: 0.8, sense: 'at least' },
    { what: 'labels that are right', measured: rightOf(chosen), limit: 0.9, sense: 'at least' },
    {
      what: 'the same by GET /scorecards/{id}/agreement',
      measured: Math.abs(ours / Math.max(1, compared) - all.exact),
      limit: 0.001,
      sense: 'at most',
    },
  ])
}

function bands<T extends { confidence: number }>(all: readonly T[]): [string, T[]][] {
  return [0, 0.5, 0.6, 0.7, 0.8, 0.9].flatMap((from, at, starts): [string, T[]][] => {
    const to = starts[at + 1] ?? 1.01
    const some = all.filter(({ confidence }) => confidence >= from && confidence < to)
    return some.length === 0 ? [] : [[`${from} to ${Math.min(1, to)}`, some]]
  })
}
