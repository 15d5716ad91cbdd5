/** Groups statements of several calls by the subjects that they share, for questions such as “What are the most common requests?”. */
import { splitName } from '../../../../core/name-runs.ts'
import { extractSharedSubjects } from '../../../text/key-phrases/index.ts'
import { type Fact, nameCall } from './compose-record.ts'
import { count } from './dates.ts'
import type { CallRecord, RecordQuestion } from './model.ts'

/** Words that request an order by frequency. */
const FREQUENT =
  `most common commonly frequent frequently often typical typically usual usually recurring popular top main
  biggest`.split(/\s+/)

/** Whether a question requests what occurs most often. */
export const asksForFrequency = ({ words, isOneCall }: Pick<RecordQuestion, 'words' | 'isOneCall'>): boolean =>
  !isOneCall && FREQUENT.some((word) => words.has(word))

/** Statement that can belong to a group. */
export interface GroupedStatement {
  readonly call: Pick<CallRecord, 'id' | 'title' | 'startedAt' | 'hasStart' | 'people'>
  /** Verbatim words, without the speaker. */
  readonly said: string
  readonly fact: Fact
}

export interface SubjectGroup<T> {
  readonly subject: string
  readonly members: readonly T[]
}

/** Maximum length of a statement in which subjects are looked for, in UTF-16 units. */
const SAID_MAX = 600
/** Minimum number of calls of a group. */
const CALLS_MIN = 2

/**
 * Groups of statements with a common subject, largest first, and the statements that share none. A statement belongs to
 * one group.
 */
export function groupBySubject<T extends Pick<GroupedStatement, 'call' | 'said'>>(
  statements: readonly T[],
): { readonly groups: readonly SubjectGroup<T>[]; readonly others: readonly T[] } {
  const names = new Set(statements.flatMap(({ call }) => call.people.flatMap(({ name }) => splitName(name))))
  const texts = statements.map(({ said }, segment) => ({ segment, text: said.slice(0, SAID_MAX) }))
  const left = new Map(statements.entries())
  const groups: SubjectGroup<T>[] = []
  let subjects = extractSharedSubjects(texts, names)
  while (subjects.length > 0) {
    const open = subjects.flatMap(({ text, segments }) => {
      const members = [...segments].flatMap((segment) => left.get(segment) ?? [])
      const calls = new Set(members.map(({ call }) => call.id)).size
      return calls < CALLS_MIN ? [] : [{ text, segments, members, calls }]
    })
    const [largest] = open.toSorted((a, b) => b.calls - a.calls)
    if (largest === undefined) break
    groups.push({ subject: largest.text, members: largest.members })
    for (const segment of largest.segments) left.delete(segment)
    subjects = open.filter((one) => one !== largest)
  }
  return { groups, others: [...left.values()] }
}

/** Minimum ratio of statements in groups. If most statements share nothing, their groups would hide the others. */
const GROUPED_MIN = 0.5

/**
 * Lines of the groups, each with its number of calls and its first statement, then the statements without a group.
 * Empty if few statements share a subject.
 */
export function listGroups(statements: readonly GroupedStatement[]): Fact[] {
  const { groups, others } = groupBySubject(statements)
  if (statements.length - others.length < GROUPED_MIN * statements.length) return []
  const nameFirst = ({ fact, call }: GroupedStatement): string => `${fact.text} [${nameCall(call)}]`
  return [
    ...groups.flatMap(({ subject, members }): Fact[] => {
      const [first] = members
      if (first === undefined) return []
      const calls = [...new Set(members.map(({ call }) => call.id))]
      const text = `“${subject}” in ${count(calls.length, 'call')}, such as ${nameFirst(first)}`
      return [{ ...first.fact, text, calls }]
    }),
    ...others.map((one) => ({ ...one.fact, text: nameFirst(one) })),
  ]
}
