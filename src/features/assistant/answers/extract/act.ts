/**
 * Detects what somebody does in a question about a person, and whether a sentence states it: “Who froze the budget?” is
 * answered by “The board has frozen everything.” English only.
 */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import { AUXILIARIES } from '../../../text/passage-ranking/index.ts'
import { listSynonyms } from './synonyms.ts'

const ASKS_PERSON = /^who(?:m|se)?$/
const FORMS_OF_BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 's'])
const BEFORE_NOUNS: ReadonlySet<string> = new Set('a an the this that our your their my his her no of any'.split(' '))
/** An answer seldom repeats these. */
const WIDE: ReadonlySet<string> = new Set(
  'have do get make give take use need want say think know go come see lead handle own run work'
    .split(' ')
    .map(stemWord),
)

/** Stems of the verb of “Who froze the budget?” and “Who will approve it?”. Undefined if the question has none. */
export function readAct(question: string): ReadonlySet<string> | undefined {
  const [first = '', ...rest] = splitWords(question)
  if (!ASKS_PERSON.test(first) || FORMS_OF_BE.has(rest[0] ?? '')) return undefined
  // In “Who has the key?”, “has” is the verb.
  const verb = rest.find((word, at) => !AUXILIARIES.has(word) || BEFORE_NOUNS.has(rest[at + 1] ?? ''))
  if (verb === undefined || isSmallWord(verb) || WIDE.has(stemWord(verb))) return undefined
  return listSynonyms(stemWord(verb))
}

/** Words shortly before a verb that state no act: “if you decide”, “I can't decide”. */
const WITHOUT_ACT =
  /^(?:if|whether|unless|not|never|cannot|(?:is|are|was|were|do|does|did|ca|wo|would|could|should|has|have|had)n['’]?t)$/
const WITHOUT_ACT_REACH = 3

/** Whether one of the verbs follows a subject. “A freeze” isn't one. @param words in lower case, in order */
export const statesAct = (words: readonly string[], act: ReadonlySet<string>): boolean =>
  words.some(
    (word, at) =>
      at > 0 &&
      act.has(stemWord(word)) &&
      !BEFORE_NOUNS.has(words[at - 1] ?? '') &&
      !words.slice(Math.max(0, at - WITHOUT_ACT_REACH), at).some((before) => WITHOUT_ACT.test(before)),
  )
