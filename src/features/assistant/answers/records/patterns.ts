/**
 * Patterns of questions: words in order, with other words between them.
 *
 * An item of a pattern is a word, alternatives (`speak|talk`), a class (`@call`), or an anchored item (`^who`), which
 * must be the first word that isn't neutral. A pattern that starts with `=` is the complete question. Words between the items that aren't neutral remain as the **rest** of the
 * question. The rest decides whether a question is only about a record, is restricted to a topic, or is something else.
 */
import { NEUTRAL, type Word } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

export interface Pattern {
  readonly items: readonly ReadonlySet<string>[]
  readonly isAnchored: boolean
  readonly isComplete: boolean
}

/** @throws Error if a class doesn't exist */
export function parsePattern(text: string): Pattern {
  const isAnchored = text.startsWith('^')
  const isComplete = text.startsWith('=')
  const items = (isAnchored || isComplete ? text.slice(1) : text).split(' ').map(
    (item) =>
      new Set(
        item.split('|').flatMap((word) => {
          if (!word.startsWith('@')) return [word]
          const list = CLASSES[word.slice(1)]
          if (list === undefined) throw new Error(`The pattern “${text}” names an unknown class.`)
          return [...list]
        }),
      ),
  )
  return { items, isAnchored, isComplete }
}

/** Words before which an anchored item can follow. */
const LEADING: ReadonlySet<string> = new Set([...NEUTRAL, 'can', 'could', 'would'])

/** Returns the positions of the pattern's words, or undefined if the question doesn't match. */
export function matchPattern(
  { items, isAnchored, isComplete }: Pattern,
  question: readonly Word[],
): number[] | undefined {
  if (isComplete && question.length !== items.length) return undefined
  const places: number[] = []
  let at = 0
  for (const [index, item] of items.entries()) {
    const from = at
    while (at < question.length && !item.has(question[at]?.word ?? '')) at++
    if (at === question.length) return undefined
    if (index === 0 && isAnchored && question.slice(from, at).some(({ word }) => !LEADING.has(word))) return undefined
    places.push(at)
    at++
  }
  return places
}
