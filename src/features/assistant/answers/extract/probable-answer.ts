/**
 * Whether one of the first sentences probably answers, in texts that a search has chosen from many. Some forms of answers
 * are certain. For others, the confidence is learned (`confidence.ts`).
 */
import { stemWord } from '../../../../core/stems.ts'
import type { ReadText } from '../text.ts'
import { isContentTerm, isFormTerm, isMeaningKnown } from './answerable.ts'
import { type AnswerCandidate, splitOnce } from './candidates.ts'
import { COMPARED, computeConfidence, computeConfidenceSigns, rateSentence } from './confidence.ts'
import { excerptAround } from './excerpt.ts'
import { statesName } from './fact-features.ts'
import { asksForFact, containsRequestedKind, type QuestionKind } from './kind.ts'
import { computePhraseRatio, readPhraseTerms } from './longest-phrase.ts'
import { CARRIED_REACH } from './preceding.ts'
import { readRate, readRequestedValue, statesReduction } from './requested-value.ts'
import { listSynonyms } from './synonyms.ts'
import learned from './weights.json' with { type: 'json' }

/** Candidate of one of several texts. Its score and gain are multiplied by the weight of the text. */
export type ScoredSentence = AnswerCandidate & { readonly of: ReadText }

/** Number of sentences, best first, of which one must answer. */
const FIRST = 3

/**
 * Factor of the threshold if names restrict the texts. The conversations of one customer answer
 * questions about that customer more often than others do. Set by hand: the training data names nobody.
 */
const NAMED_FACTOR = 0.9

/**
 * Whether one of the first sentences probably answers, of texts that a search has chosen from many. It is known only for
 * questions about a fact, of texts with many sentences and embeddings, as in the training data.
 */
export function probablyAnswered(kind: QuestionKind, scored: readonly ScoredSentence[], isNamed: boolean): boolean {
  const isKnown = ({ of }: ScoredSentence) =>
    asksForFact(of.question.text) && of.signs !== undefined && isMeaningKnown(of.signs)
  if (scored.length < COMPARED || !scored.every(isKnown)) return true
  if (
    statesAllWords(scored) ||
    statesPhrase(scored) ||
    statesRequested(kind, scored) ||
    (kind === 'who' && namesPerson(scored))
  )
    return true
  const signs = computeConfidenceSigns(scored.map((one) => rateSentence(one, one.score, one.of.weight)))
  const least = learned.confidenceThreshold * (isNamed ? NAMED_FACTOR : 1)
  return signs !== undefined && computeConfidence(signs, learned.confidence) >= least
}

/**
 * Whether one of the first sentences is a statement with all words of the question in a row: “a strong free cash flow of
 * 383 million”. If many sentences contain them, none is ahead of the others. Names aside, a question
 * can consist of one word: “Did we refund Marrowby?”
 */
function statesAllWords(scored: readonly ScoredSentence[]): boolean {
  const first = scored.toSorted((a, b) => b.score - a.score).slice(0, FIRST)
  return first.some(({ of, words, isQuestion }) => {
    const asked = of.question.terms.filter((term) => !isFormTerm(term))
    const said = words.map(stemWord)
    const at = said.findIndex((_, start) => asked.every((term, index) => said[start + index] === term))
    return !isQuestion && asked.length > 0 && at !== -1
  })
}

/** Minimum ratio of the question's words in a row that a sentence repeats. */
const PHRASE_MIN = 0.6

/** Whether one of the first statements repeats most words of the question in a row: “comparable store sales”. */
const statesPhrase = (scored: readonly ScoredSentence[]): boolean =>
  scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, FIRST)
    .some(
      ({ of, terms, isQuestion }) =>
        !isQuestion && computePhraseRatio(readPhraseTerms(of.question), terms) >= PHRASE_MIN,
    )

/** Minimum number of words of a question, and their minimum ratio, that are said up to a sentence that names a person. */
const PERSON_WORDS = 3
const PERSON_RATIO = 0.75

/** Whether the first statement names a person for what is said before it: “And the night leads?” – “In the south it's Agnes.” */
function namesPerson(scored: readonly ScoredSentence[]): boolean {
  const first = scored.toSorted((a, b) => b.score - a.score).find(({ isQuestion }) => !isQuestion)
  if (first === undefined || !statesName(first.text)) return false
  const asked = [...new Set(first.of.question.terms)].filter(isContentTerm).map(listSynonyms)
  const { all } = splitOnce(first.of.lines, first.of.kind)
  const reach = all.slice(Math.max(0, first.position - CARRIED_REACH), first.position + 1)
  const said = new Set(reach.flatMap(({ terms }) => terms))
  const count = asked.filter((wording) => [...wording].some((term) => said.has(term))).length
  return count >= PERSON_WORDS && count >= PERSON_RATIO * asked.length
}

/**
 * Minimum number of words of a question that a passage with the requested time or amount contains. One is sufficient for a
 * certain value, such as a price: “What does Wayloom cost?”
 */
const REQUESTED_MIN = 2

/**
 * Whether one of the first statements states the requested time or amount, in a passage with all words of the question. “What about
 * the driver notes with photos?” – “It's out in two weeks.”
 */
export function statesRequested(kind: QuestionKind, scored: readonly ScoredSentence[]): boolean {
  if (kind !== 'when' && kind !== 'amount') return false
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, FIRST)
  return best.some((one) => !one.isQuestion && statesWithAllWords(kind, one))
}

/** Words of a requested value that nobody needs to say with it: “the final price per truck”. */
const OF_VALUES: ReadonlySet<string> = new Set(
  'final current exact total actual agreed overall per each every'.split(' ').map(stemWord),
)

function statesWithAllWords(kind: QuestionKind, one: ScoredSentence): boolean {
  const states = kind === 'amount' ? readRequestedValue(one.of.question.text) : undefined
  if (!(states?.(one.text) ?? containsRequestedKind(kind, one.text))) return false
  const rate = kind === 'amount' ? readRate(one.of.question.text) : undefined
  const isRate = rate?.states(one.text) === true
  const asked = [...new Set(one.of.question.terms)]
    .filter((term) => isContentTerm(term) && !OF_VALUES.has(term) && !(isRate && rate?.things.has(term)))
    .filter((term) => !statesReduction(term, one.text))
    .map(listSynonyms)
  const { all } = splitOnce(one.of.lines, one.of.kind)
  const { from, to } = excerptAround(all, one.position)
  const start = one.isCarried ? Math.min(from, Math.max(0, one.position - CARRIED_REACH)) : from
  const said = new Set(all.slice(start, to).flatMap(({ terms }) => terms))
  const least = states === undefined ? REQUESTED_MIN : 1
  return (isRate || asked.length >= least) && asked.every((wording) => [...wording].some((term) => said.has(term)))
}
