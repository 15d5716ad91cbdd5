/**
 * Detects whether a sentence says what the named speaker of a question does, with the verb of the question. “What can
 * Greta sign?” is answered by Greta with “I can sign …”, and by anybody with “Greta can sign …”.
 */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import type { RankingQuestion } from '../../../text/passage-ranking/index.ts'
import { findRequestedSpeakers } from './requested-speaker.ts'
import type { LineSentence } from './sentences.ts'
import { listSynonyms } from './synonyms.ts'

/** Number of words after a subject within which its verb follows: “Greta can only sign”, “I would never have signed”. */
const REACH = 4
const FIRST_PERSON: ReadonlySet<string> = new Set(['i', 'we'])
/** Words between subject and verb in a question. */
const BETWEEN: ReadonlySet<string> = new Set(
  'also still really ever always never even only just not actually'.split(' '),
)
const WISHING: ReadonlySet<string> = new Set(
  'want wants wanted plan plans hope hopes need needs like likes try'.split(' '),
)
/** Stems of verbs that introduce what somebody says. The statement itself doesn't contain them. */
const INTRODUCING: ReadonlySet<string> = new Set(
  'say tell talk ask discuss mention explain describe think do mean go happen'.split(' ').map(stemWord),
)

/** “I'd like” is a wish. */
const WISHES = /\b(i|we)(?:['’]d| would) (?:(?:really|also|rather|just) )?(?:like|love|prefer)\b/gi

/** Words with the verb of a wish: “I'd like” contains “want”. */
const readSpoken = (text: string, words: readonly string[]): readonly string[] =>
  /['’]d\b|\bwould\b/.test(text) ? splitWords(text.replace(WISHES, '$1 want')) : words

type ContainsSubject = (sentence: Pick<LineSentence, 'speaker' | 'words' | 'text'>) => boolean

/** @returns undefined if the question has no named speaker as its subject, or no verb that an answer repeats */
export function createSubjectReader(question: Pick<RankingQuestion, 'text' | 'named'>): ContainsSubject | undefined {
  const speakers = findRequestedSpeakers(question)
  if (speakers.size === 0) return undefined
  const names = new Set([...speakers].flatMap(splitWords))
  const asked = splitWords(question.text)
  const after = asked.slice(asked.findLastIndex((word) => names.has(word)) + 1)
  const first = after.findIndex((word) => !isSmallWord(word) && !BETWEEN.has(word))
  // “What does Owen want to change?” is about changing.
  const verb = after[WISHING.has(after[first] ?? '') && after[first + 1] === 'to' ? first + 2 : first]
  if (verb === undefined || INTRODUCING.has(stemWord(verb))) return undefined
  const verbs = listSynonyms(stemWord(verb))
  return ({ speaker, words, text }) => {
    const isTheirs = speakers.has(speaker)
    const spoken = isTheirs ? readSpoken(text, words) : words
    return spoken.some(
      (word, at) =>
        (names.has(word) || (isTheirs && FIRST_PERSON.has(word))) &&
        spoken.slice(at + 1, at + 1 + REACH).some((next) => verbs.has(stemWord(next))),
    )
  }
}
