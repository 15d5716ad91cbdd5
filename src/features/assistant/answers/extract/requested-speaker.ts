/**
 * Detects whose statements a question is about. “What did Anna say …?” is about Anna's statements. “What did they say
 * of Anna?” isn't.
 */
import { splitWords } from '../../../../core/terms.ts'
import { AUXILIARIES, type RankingQuestion } from '../../../text/passage-ranking/index.ts'

/**
 * Number of words after the auxiliary, without “the”, in which the subject starts, and in which others join it: “did
 * Anna and Bob”.
 */
const BEGINS = 2
const JOINS = 7

/** @returns the named speakers who are the subject of the question */
export function findRequestedSpeakers({ text, named }: Pick<RankingQuestion, 'text' | 'named'>): ReadonlySet<string> {
  const words = splitWords(text)
  const at = words.findIndex((word) => AUXILIARIES.has(word))
  const behind = at < 0 ? [] : words.slice(at + 1).filter((word) => word !== 'the')
  const findNamedWithin = (count: number) => {
    const some = new Set(behind.slice(0, count))
    return named.filter((name) => splitWords(name).some((word) => some.has(word)))
  }
  return new Set(findNamedWithin(BEGINS).length > 0 ? findNamedWithin(JOINS) : [])
}
