/** Completes a question after its names were resolved: its side, its caller, and the calls of its time range. */
import type { ScopedConversations } from '../queries.ts'
import type { DurationRange } from './duration-range.ts'
import type { RecordPorts, RecordQuestion, Side } from './model.ts'
import type { Narrowed } from './narrow.ts'
import type { Word } from './question-words.ts'
import type { TimeRange } from './time-range.ts'
import { CLASSES } from './vocabulary.ts'

/** Words before “team” that mean the caller's side. */
const OUR: ReadonlySet<string> = new Set(['my', 'our', 'sales', 'the'])

export type QuestionContext = Pick<RecordQuestion, 'prompt' | 'now' | 'range' | 'duration' | 'pick' | 'isOneCall'>

export function completeQuestion(
  ports: RecordPorts,
  question: readonly Word[],
  narrowed: Omit<Narrowed, 'unknown'>,
  given: QuestionContext,
): RecordQuestion {
  const words = new Set(question.map(({ word }) => word))
  const isTeam = question.some(({ word }, at) => word === 'team' && OUR.has(question[at - 1]?.word ?? ''))
  const isMine = (words.has('my') && !isTeam) || words.has('mine')
  const mine = isMine ? own(ports, narrowed.within) : narrowed.within
  const anytime = withinDuration(mine, given.duration)
  const within = withinRange(anytime, given.range)
  return { ...narrowed, ...given, words, side: isTeam ? 'internal' : sideIn(words), isMine, anytime, within }
}

function sideIn(words: ReadonlySet<string>): Side | undefined {
  const names = (list: readonly string[] | undefined) => (list ?? []).some((word) => words.has(word))
  const [isExternal, isInternal] = [names(CLASSES.customer), names(CLASSES.seller)]
  if (isExternal === isInternal) return undefined
  return isExternal ? 'external' : 'internal'
}

/** Restricts a scope to a time range. */
export function withinRange(within: ScopedConversations, range: TimeRange | undefined): ScopedConversations {
  if (range === undefined) return within
  const { from, to } = within.filters
  const start = later(from, range.from)
  const end = earlier(to, range.until === undefined ? undefined : new Date(range.until.getTime() - 1))
  return { ...within, filters: { ...within.filters, from: start, to: end } }
}

function withinDuration(within: ScopedConversations, range: DurationRange | undefined): ScopedConversations {
  if (range === undefined) return within
  const { min, max } = within.filters.duration
  const duration = {
    min: range.min === undefined ? min : Math.max(range.min, min ?? 0),
    max: range.max === undefined ? max : Math.min(range.max, max ?? range.max),
  }
  return { ...within, filters: { ...within.filters, duration } }
}

const later = (a: Date | undefined, b: Date | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a)
const earlier = (a: Date | undefined, b: Date | undefined) => (a === undefined || (b !== undefined && b < a) ? b : a)

/** Restricts a scope of all calls to those of the caller. Other scopes stay: “my tasks in this call” is about tasks. */
function own({ principal }: RecordPorts, within: ScopedConversations): ScopedConversations {
  const { opportunityIds, ownerIds, teamIds } = within.filters
  const isEverything =
    within.conversationIds === undefined && [opportunityIds, ownerIds, teamIds].every((ids) => ids === undefined)
  if (!isEverything || principal.user === undefined) return within
  return { ...within, filters: { ...within.filters, ownerIds: [principal.user.id] } }
}
