/** Restricts a question about many calls to the calls of the accounts, people and time that it names. */
import { omitAccountNames } from '../extract/closeness.ts'
import type { ScopedConversations } from '../queries.ts'
import type { AnswerScope } from '../scope.ts'
import { withinRange } from './complete-question.ts'
import { nameQuestionScope } from './compose-record.ts'
import { isKnownWord } from './known-words.ts'
import type { RecordPorts, RecordQuestion } from './model.ts'
import { findNamedWords, type Narrowed, narrowScope, type UnknownName } from './narrow.ts'
import { readPick } from './pick.ts'
import { selectCalls } from './queries.ts'
import { INTERROGATIVES, NEUTRAL, readWords, type Word } from './question-words.ts'
import { isCallNumber, type RestGroup } from './recognize.ts'
import { readTimeRange } from './time-range.ts'

/** Ranges that are about the time of the calls. “In June” can also be the subject of a call. */
const PAST = /^(?:(?:in|over|during|from|since|within) )?(?:the )?(?:last|past|previous|yesterday)\b/i

/** “In the last call”, “during our first pricing meeting”. Other questions with “last” aren't about one call. */
const IN_LAST_CALL =
  /\b(?:in|at|during|from|on|after|of)\s+(?:the|our|my|their|this)\s+(?:very\s+)?(?:last|latest|most\s+recent|newest|previous|first)\s+(?:\S+\s+){0,3}?(?:call|meeting|conversation|demo|review|chat|session|interview|kick-?off)\b/i

export interface NamedScope {
  readonly scope: AnswerScope
  /** Description of the restriction, such as ` with Ottermoor Dairy (last week)`. Empty without a restriction. */
  readonly label: string
  /** Whether the question names accounts or people of the calls. */
  readonly isNamed: boolean
  /** The question without the names of accounts, which people rarely say in the calls with them. */
  readonly asked: string
  /** Accounts and people of the calls that the question names. */
  readonly names: readonly string[]
  /** Accounts that the question names. */
  readonly accounts: readonly string[]
  /** People of the calls that the question names, if it names no account. */
  readonly people: readonly string[]
  readonly unknown: readonly UnknownName[]
  /** Whether the question is about what an unknown person said or did, so that other people's words don't answer it. */
  readonly asksUnknown: boolean
  /** Capitalized words of the question, as written, that are a name of no person, account, deal or call. */
  readonly unmatched: readonly string[]
}

const UNNAMED = { label: '', isNamed: false, names: [], accounts: [], people: [] } as const

/** A name that belongs to no call restricts nothing, because it can be a name of something else. */
export async function narrowToNames(
  ports: RecordPorts & { readonly clock: { now(): Date } },
  scope: AnswerScope,
  prompt: string,
): Promise<NamedScope> {
  if (scope.kind !== 'conversations' || scope.within.conversationIds?.length === 1)
    return { scope, ...UNNAMED, asked: prompt, unknown: [], asksUnknown: false, unmatched: [] }
  const all = readWords(prompt)
  const timed = readTimeRange(all, ports.clock.now())
  const isPast = timed.range !== undefined && PAST.test(timed.range.label)
  const { range, question } = isPast ? timed : { range: undefined, question: all }
  const lower = question.filter((one) => !isCapitalized(one) && one.word.length > 2 && !isKnownWord(one.word))
  const named = await findNamedWords(ports, scope.within, lower)
  const groups = question
    .filter((one, at) => (isCapitalized(one) || named.has(one.word)) && !isExcluded(question, at))
    .map((word) => ({ words: [word], isTopic: false, namesCall: false }))
  const numbers = question
    .filter((_, at) => isCallNumber(question, at))
    .map((word) => ({ words: [word], isTopic: false, namesCall: true }))
  const narrowed =
    (await narrowScope(ports, scope.within, [...groups, ...numbers], 'words', false)) ??
    (await narrowToAccounts(ports, scope.within, groups))
  const isNarrowed =
    narrowed?.isNarrowed === true && narrowed.names.length + narrowed.people.length + numbers.length > 0
  const { pick } = IN_LAST_CALL.test(prompt) ? readPick(question) : { pick: undefined }
  const unknown = narrowed?.unknown ?? []
  const asksUnknown = unknown.some(({ asked }) => isSubject(prompt, asked))
  // The first word is capitalized whatever it means.
  const unmatched = (narrowed?.topicText ?? '')
    .split(' ')
    .filter((name) => name !== '' && prompt.trim().indexOf(name) > 0)
  if (!isNarrowed && range === undefined && pick === undefined)
    return { scope, ...UNNAMED, asked: prompt, unknown, asksUnknown, unmatched }
  const { within, names, people } = isNarrowed ? narrowed : { within: scope.within, names: [], people: [] }
  const timedWithin = withinRange(within, range)
  return {
    scope: { kind: 'conversations', within: await pickCalls(ports, timedWithin, pick) },
    label: `${nameQuestionScope({ names, people, labels: [], range, duration: undefined, topicText: '' })}${describePick(pick)}`,
    isNamed: isNarrowed,
    names: [...names, ...people],
    accounts: names,
    people: names.length === 0 ? people : [],
    asked: omitAccountNames(omitCallNumbers(prompt, numbers), names, people, new Set(named.keys())),
    unknown,
    asksUnknown,
    unmatched,
  }
}

/** A person and an account can have no call together: “What would Tom do differently with Pellwater?” */
async function narrowToAccounts(
  ports: RecordPorts,
  within: ScopedConversations,
  groups: readonly RestGroup[],
): Promise<Narrowed | undefined> {
  const words = groups.flatMap((group) => group.words)
  const types = await findNamedWords(ports, within, words)
  const ofAccounts = groups.filter((group) => group.words.every(({ word }) => types.get(word) === 'account'))
  return ofAccounts.length === 0 ? undefined : narrowScope(ports, within, ofAccounts, 'words', false)
}

/** Removes the numbers of calls, which nobody says in them: “in chat 793”. */
const omitCallNumbers = (prompt: string, numbers: readonly RestGroup[]): string =>
  numbers
    .flatMap(({ words }) => words)
    .reduce(
      (text, { written }) =>
        text.replace(
          new RegExp(String.raw`(?:\b(?:in|at|during|from|of|on) )?(?:\bthe )?\b\p{L}{2,20} #?${written}\b`, 'u'),
          '',
        ),
      prompt,
    )

const EXCLUDING: ReadonlySet<string> = new Set(['besides', 'except', 'excluding', 'without', 'not'])

/** “Which accounts except Harbor?” is about the others. */
function isExcluded(question: readonly Word[], at: number): boolean {
  const [first = '', second = ''] = question.slice(Math.max(0, at - 2), at).map(({ word }) => word)
  const last = at === 1 ? first : second
  return EXCLUDING.has(last) || (at > 1 && /^(?:other than|apart from)$/.test(`${first} ${second}`))
}

/** Restricts a scope to its newest or oldest calls. */
async function pickCalls(
  { db, org }: RecordPorts,
  within: ScopedConversations,
  pick: RecordQuestion['pick'],
): Promise<ScopedConversations> {
  if (pick === undefined) return within
  const { calls } = await selectCalls(db, org, within, { order: pick.order, limit: pick.count })
  return { ...within, conversationIds: calls.map(({ id }) => id) }
}

function describePick(pick: RecordQuestion['pick']): string {
  if (pick === undefined) return ''
  const which = pick.order === 'newest' ? 'newest' : 'first'
  return pick.count === 1 ? ` (the ${which} one)` : ` (the ${which} ${pick.count})`
}

/** Whether a name is the subject of a question: “What did Anna Schmidt say?” */
export function isSubject(prompt: string, name: string): boolean {
  const before = prompt.slice(0, Math.max(0, prompt.indexOf(name)))
  return /\b(?:did|does|do|has|have|had|will|would)\s+(?:(?:mrs?|ms|dr)\.?\s+)?$/i.test(before)
}

const isCapitalized = ({ word, written }: Word): boolean =>
  /^\p{Lu}/u.test(written) && !NEUTRAL.has(word) && !INTERROGATIVES.has(word)
