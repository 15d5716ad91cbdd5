/**
 * Finds the places of a conversation where somebody asks the question of the user and somebody else replies. “How long is
 * the contract?” is answered by “How long's the contract?” – “A year.” The reply rarely repeats the words of the question,
 * so the ranking of sentences misses it.
 */
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms, splitWords } from '../../../../core/terms.ts'
import type { ReadText } from '../text.ts'
import { isFormTerm } from './answerable.ts'
import { excerptAround } from './excerpt.ts'
import type { Passage } from './format-passage.ts'
import { readRequestedValue } from './requested-value.ts'
import { type LineSentence, readSentences } from './sentences.ts'
import { COMMON_VERBS } from './topic.ts'
import { FILLERS, toBaseForm } from './verdict.ts'

/** Minimum ratio of the terms of both questions that they share. */
const SHARED_MIN = 0.75
/** Minimum number of shared terms. Questions of a more specific form can share a single one. */
const TERMS_MIN = 2
/** Maximum number of sentences of a reply among which the key sentence is chosen. */
const REPLY_MAX = 4
/** Maximum number of sentences between a question and its reply, of the person who asks. */
const TAIL_MAX = 1

const FORM =
  /\b(how (?:long|much|many|often|frequently|old|big|large|far|fast|quickly|soon|expensive)|how|when|where|whom?|whose|why|what|which)\b/i
/** Forms that say much about the question themselves: a single shared term is enough. */
const SPECIFIC = /^(?:how .+|when|where)$/

/** Terms that state the existence of something: “Is it available in …?” asks the same as “Is it in …?”. */
const OF_EXISTENCE: ReadonlySet<string> = new Set(
  'available availability exist offer possible currently other'.split(' ').map(stemWord),
)

const OF_VERBS: ReadonlySet<string> = new Set(COMMON_VERBS.map(stemWord))

interface ReadQuestion {
  /** Question word such as `how long`. Empty for a question of yes or no. */
  readonly form: string
  readonly terms: ReadonlySet<string>
}

function readQuestion(text: string): ReadQuestion {
  const form = (FORM.exec(text)?.[1] ?? '').toLowerCase().replace(/\s+/g, ' ')
  const terms = extractTerms(text)
    .map(toBaseForm)
    .filter((term) => !isFormTerm(term) && !FILLERS.has(term) && !OF_EXISTENCE.has(term))
  return { form, terms: new Set(terms) }
}

/**
 * @param wanted question from outside
 * @param names of the account and the speakers. Inside of their call, nobody needs to say them
 */
function isSame(wanted: ReadQuestion, said: ReadQuestion, names: ReadonlySet<string>): boolean {
  if (wanted.form !== said.form) return false
  const shared = [...wanted.terms].filter((term) => said.terms.has(term))
  if (!shared.some((term) => !OF_VERBS.has(term))) return false
  const all = [...wanted.terms.union(said.terms)].filter((term) => said.terms.has(term) || !names.has(term)).length
  return shared.length >= TERMS_MIN
    ? shared.length / all >= SHARED_MIN
    : shared.length === all && SPECIFIC.test(wanted.form)
}

const PRONOUN = /\b(?:it|that|this|they|them|those|these)\b/i
/** Number of sentences before a question in which people say what its pronoun means. */
const CARRIED_REACH = 3

/** Whether a question continues with a pronoun what others said: “There's SCIM, if you want it.” – “Is that extra?” */
function isCarried(wanted: ReadQuestion, said: ReadQuestion, all: readonly LineSentence[], position: number): boolean {
  if (wanted.form !== said.form || !PRONOUN.test(all[position]?.text ?? '')) return false
  if (said.terms.size === 0 || ![...said.terms].every((term) => wanted.terms.has(term))) return false
  const before = all.slice(Math.max(0, position - CARRIED_REACH), position)
  const rest = [...wanted.terms].filter((term) => !said.terms.has(term))
  return rest.length > 0 && rest.every((term) => before.some(({ terms }) => terms.map(toBaseForm).includes(term)))
}

/** Passages with the same question and the reply to it, in the order of the texts. The key sentence is of the reply. */
export function findSameQuestions(prompt: string, texts: readonly ReadText[]): Passage[] {
  const states = readRequestedValue(prompt)
  const wanted = readQuestion(prompt)
  return texts.flatMap((of) => {
    if (of.kind !== 'conversation') return []
    const all = readSentences(of.lines, of.kind)
    const names = new Set(
      [of.title, ...new Set(of.lines.map(({ speaker }) => speaker))].flatMap(splitWords).map(stemWord),
    )
    return all.flatMap((sentence, position): Passage[] => {
      if (!sentence.isQuestion) return []
      const said = readQuestion(sentence.text)
      if (!isSame(wanted, said, names) && !isCarried(wanted, said, all, position)) return []
      const reply = findReply(all, position)
      if (reply.length === 0) return []
      const key = reply.find((at) => states?.(all[at]?.text ?? '') === true) ?? reply[0] ?? position
      const { from, to } = excerptAround(all, position)
      return [{ of, all, from, to: Math.max(to, key + 1), key }]
    })
  })
}

/** Positions of the sentences that somebody else replies. None if the reply is a question too. */
function findReply(all: readonly LineSentence[], question: number): number[] {
  const asking = all[question]?.speaker
  let first = question + 1
  while (first <= question + TAIL_MAX && all[first]?.speaker === asking) first++
  const replying = all[first]?.speaker
  if (replying === undefined || replying === asking || all[first]?.isQuestion === true) return []
  const positions: number[] = []
  for (let at = first; at < first + REPLY_MAX && all[at]?.speaker === replying; at++) positions.push(at)
  return positions
}
