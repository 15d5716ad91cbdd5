/** Selections by order in questions: “the last call”, “our first meeting”, “the last five calls”. */
import { SMALL_NUMBERS } from '../../../../core/numbers.ts'
import type { RecordQuestion } from './model.ts'
import type { Word } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

const NEWEST: ReadonlySet<string> = new Set(['last', 'latest', 'newest', 'recent', 'previous'])
const OLDEST: ReadonlySet<string> = new Set(['first', 'earliest', 'oldest'])
/** Words that the selection can refer to. */
const OBJECTS: ReadonlySet<string> = new Set([...(CLASSES.call ?? []), ...(CLASSES.meet ?? []), 'time', 'called'])
const CALLS: ReadonlySet<string> = new Set(CLASSES.calls)
/** Maximum number of words between “last” and “call”, as in “the last Northwind pricing call”. */
const REACH = 4
const COUNT_MAX = 50

/** Finds the selection, and removes its words from the question. */
export function readPick(question: readonly Word[]): {
  readonly pick: RecordQuestion['pick']
  readonly question: readonly Word[]
} {
  const at = question.findIndex(({ word }) => NEWEST.has(word) || OLDEST.has(word))
  const object = question.slice(at + 1, at + 1 + REACH).find(({ word }) => OBJECTS.has(word))
  if (at < 0 || object === undefined) return { pick: undefined, question }
  const order = NEWEST.has(question[at]?.word ?? '') ? 'newest' : 'oldest'
  const next = question[at + 1]?.word ?? ''
  const number = /^\d{1,2}$/.test(next) ? Number(next) : SMALL_NUMBERS.indexOf(next)
  const isNumber = number > 0
  const hasMost = question[at - 1]?.word === 'most'
  const kept = question.filter(
    (_, index) => index !== at && !(isNumber && index === at + 1) && !(hasMost && index === at - 1),
  )
  // “The latest calls” without a number means a list, newest first.
  const isList = !isNumber && CALLS.has(object.word)
  return { pick: isList ? undefined : { order, count: Math.min(isNumber ? number : 1, COUNT_MAX) }, question: kept }
}
