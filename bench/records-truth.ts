/**
 * What an answer from records must contain. The truth comes from the data where they state it, and otherwise from the
 * operation of the REST API that returns the record.
 */
import type { CallKind } from './records-questions.ts'

export interface RecordAnswer {
  readonly output: string
  readonly answered: boolean
  readonly mode: 'records' | 'passages' | 'model' | null
  readonly citations: readonly { readonly quote: string; readonly speaker: string | null }[]
}

/** A conversation as the API returns it, with its summary and topics. */
export interface CallTruth {
  readonly id: string
  readonly title: string
  readonly startedAt: string
  /** Seconds. */
  readonly duration: number
  readonly owner: string
  readonly labels: Readonly<Record<string, string>>
  readonly speakers: readonly string[]
  /** Speaker with the longest sum of segment durations. Empty without times of the ends. */
  readonly talksMost: string
  readonly statistics: {
    readonly questionsAsked: number | null
    readonly longestMonologue: { readonly speaker: string } | null
    readonly speakers: readonly {
      readonly name: string
      readonly internal: boolean | null
      readonly wordsPerMinute: number | null
    }[]
  } | null
  readonly scores: readonly { readonly summary: { readonly averageScore: number } }[]
  readonly summary: {
    readonly headline: { readonly text: string } | null
    readonly decisions: readonly { readonly text: string }[]
    readonly actionItems: readonly { readonly text: string }[]
    readonly openQuestions: readonly { readonly text: string }[]
  }
  readonly topics: {
    readonly keyPhrases: readonly { readonly text: string }[]
    readonly namedThings: readonly { readonly type: string; readonly text: string }[]
    readonly trackers: readonly {
      readonly name: string
      readonly count: number
      readonly hits: readonly { readonly phrase: string }[]
    }[]
  }
  readonly deal: { readonly stage: string; readonly amount: number; readonly closeDate: string } | undefined
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
export const dayOf = (at: string): string => DAY.format(new Date(at))

const holds = ({ output }: RecordAnswer, ...texts: readonly string[]): boolean =>
  texts.every((text) => output.toLowerCase().includes(text.toLowerCase()))

/** The first items of a list in the answer, or the statement that the list is empty. */
function lists(answer: RecordAnswer, items: readonly { readonly text: string }[], noun: string): boolean {
  if (items.length === 0) return !answer.answered && holds(answer, `no ${noun}`)
  return answer.answered && answer.citations.length > 0 && holds(answer, ...items.slice(0, 3).map(({ text }) => text))
}

function statesMinutes({ output }: RecordAnswer, seconds: number): boolean {
  const clock = /\((\d+):(\d\d) min\)/.exec(output)
  return clock !== null && Math.abs(Number(clock[1]) * 60 + Number(clock[2]) - seconds) <= Math.max(30, seconds * 0.02)
}

const CHECKS: Readonly<Record<CallKind, (answer: RecordAnswer, call: CallTruth) => boolean>> = {
  date: (answer, { startedAt }) => holds(answer, dayOf(startedAt)),
  duration: (answer, { duration }) =>
    duration === 0 ? holds(answer, 'The duration', "isn't recorded") : statesMinutes(answer, duration),
  attendees: (answer, { speakers }) => holds(answer, ...speakers.slice(0, 20)),
  owner: (answer, { owner }) => holds(answer, owner),
  language: (answer) => holds(answer, 'English') || holds(answer, 'language of the call', "isn't recorded"),
  labels: (answer, { labels }) =>
    Object.keys(labels).length === 0 ? holds(answer, 'has no labels') : holds(answer, ...Object.values(labels)),
  talkShare: (answer, { talksMost }) => holds(answer, `${talksMost} spoke most`),
  monologue: (answer, { statistics }) =>
    answer.output.split('\n')[1]?.includes(statistics?.longestMonologue?.speaker ?? '?') === true,
  questionCount: (answer, { statistics }) =>
    statistics?.questionsAsked === null
      ? holds(answer, 'no punctuation')
      : answer.output.startsWith(`${statistics?.questionsAsked} question`),
  dynamics: (answer, { statistics }) => {
    const paced = statistics?.speakers.filter(({ wordsPerMinute }) => wordsPerMinute !== null) ?? []
    const [fastest] = paced.toSorted((a, b) => (b.wordsPerMinute ?? 0) - (a.wordsPerMinute ?? 0))
    return fastest === undefined
      ? !answer.answered
      : holds(answer, `${fastest.name}: ${Math.round(fastest.wordsPerMinute ?? 0)} words`)
  },
  actions: (answer, { summary }) => lists(answer, summary.actionItems, 'action items'),
  decisions: (answer, { summary }) => lists(answer, summary.decisions, 'decisions'),
  openQuestions: (answer, { summary }) => lists(answer, summary.openQuestions, 'open questions'),
  askedQuestions: (answer, { statistics }) => {
    const outside = new Set(statistics?.speakers.filter(({ internal }) => internal === false).map(({ name }) => name))
    if (outside.size === 0) return !answer.answered
    return answer.citations.every(({ quote, speaker }) => quote.endsWith('?') && outside.has(speaker ?? ''))
  },
  nextMeeting: (answer) => holds(answer, 'next meeting') || holds(answer, 'no date of another meeting'),
  money: (answer, { topics }) => {
    const named = topics.namedThings.filter(({ type }) => type === 'money')
    return named.length === 0
      ? holds(answer, 'no amounts')
      : named.length > 20
        ? answer.answered
        : holds(answer, ...named.map(({ text }) => text))
  },
  competitors: (answer, { topics }) => {
    const tracker = topics.trackers.find(({ name }) => name === 'Competitors')
    return tracker === undefined ? holds(answer, 'no hits') : holds(answer, `${tracker.count} hit`)
  },
  topics: (answer, { topics }) => holds(answer, ...topics.keyPhrases.slice(0, 3).map(({ text }) => text)),
  summary: (answer, { summary }) => holds(answer, summary.headline?.text ?? '?'),
  scores: (answer, { scores }) =>
    scores.length === 0
      ? holds(answer, 'no scorecard results')
      : scores.every(({ summary }) => holds(answer, String(Math.round(summary.averageScore * 10) / 10))),
  stage: (answer, { deal }) => (deal === undefined ? !answer.answered : holds(answer, deal.stage)),
  amount: (answer, { deal }) =>
    deal === undefined ? !answer.answered : holds(answer, deal.amount.toLocaleString('en-US')),
  closeDate: (answer, { deal }) => (deal === undefined ? !answer.answered : holds(answer, dayOf(deal.closeDate))),
}

/** Whether a record answered, and with the fact. */
export const isRight = (kind: CallKind, answer: RecordAnswer, call: CallTruth): boolean =>
  answer.mode === 'records' && CHECKS[kind](answer, call)
