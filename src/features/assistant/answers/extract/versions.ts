/** Restricts sentences to the versions that a question names. What happened to 4.2.2 says nothing about 4.2.3. */
import { findVersions } from '../../../../core/numbers.ts'
import type { LineSentence } from './sentences.ts'

/** Number of sentences after a version that can be about it: “4.2.3 is in test. It goes to the store on Friday.” */
const REACH = 4

const listVersions = (text: string): string[] => findVersions(text).map(({ parts }) => parts.join('.'))

/**
 * Tests whether the sentence at a position can be about a version of the question. Every sentence can, if the question
 * names none.
 * @param all sentences of the text in order
 */
export function createVersionReader(question: string, all: readonly LineSentence[]): (position: number) => boolean {
  const asked = new Set(listVersions(question))
  if (asked.size === 0) return () => true
  const named = new Set<number>()
  all.forEach(({ text, position }) => {
    if (!listVersions(text).some((version) => asked.has(version))) return
    // The question for a version can precede its reply.
    for (let at = position; at <= position + REACH; at++) named.add(at)
  })
  return (position) => named.has(position)
}
