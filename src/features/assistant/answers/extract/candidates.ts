/**
 * Candidate sentences for an answer, scored by a linear model of sentence features and position. `npm run
 * train:answers` trains its weights. They contain no words of any conversation.
 */

import { splitWords } from '../../../../core/terms.ts'
import type { RankingQuestion } from '../../../text/passage-ranking/index.ts'
import type { SourceLine } from '../../../text/passages/index.ts'
import { readAct, statesAct } from './act.ts'
import { hasTopic, isFormTerm, isValueTerm } from './answerable.ts'
import { computeBonus } from './bonus.ts'
import { createFactReader, FACT_FEATURES, type FactFeature } from './fact-features.ts'
import { asksForFact, containsRequestedKind, type QuestionKind, statesDate } from './kind.ts'
import { computePhraseRatio, readPhraseTerms } from './longest-phrase.ts'
import { createCarriedReader, findReplies } from './preceding.ts'
import { asksForCount, readRate, readRequestedValue, statesFigure, statesReduction } from './requested-value.ts'
import { type LineSentence, readSentences } from './sentences.ts'
import { createSubjectReader } from './subject.ts'
import { listSynonyms } from './synonyms.ts'

export interface AnswerCandidate extends CandidateSentence {
  /** Estimated gain for the answer, with bonuses. */
  readonly score: number
  /** Estimated gain for the answer, as learned. */
  readonly gain: number
}

/** Maximum number of words of a question that one statement can contain. */
const WORDINGS_MAX = 12
const ASKS_THING = /^\W*what(?:['’]s| is| was| are| were) (?:the|our|your|their|his|her|its)\b/i
/** Minimum ratio of the question's words, by rarity, in a sentence that states the requested reason. */
const REASON_COVERS = 0.5
/**
 * A sentence that is only a condition states no value: “If it's three tours every day.” Conjunctions and fillers can
 * precede it.
 */
const IS_CONDITION = /^\W*(?:(?:and|but|so|well|yeah|okay|um|uh),? )?(?:if|unless|whether)\b[^,]*$/i
/** Maximum number of best ranked lines to consider. More if the last ones have equal rank. */
const LINES_MAX = 90
/** Minimum number of words in a meaningful sentence, unless it consists of words of the question: “Ride booked.” */
const WORDS_MIN = 3

export const FEATURES = [
  'one',
  'place',
  'place2',
  'own',
  'ownPlaced',
  'covers',
  'named',
  'namedPlaced',
  'nobodyNamed',
  'length',
  'length2',
  'short',
  'long',
  'rarity',
  'density',
  'central',
  'centralPlaced',
  'asks',
  'wills',
  'reasons',
  'we',
  'i',
  'numbers',
  'fillers',
  'opens',
  'lineLength',
] as const
export type Feature = (typeof FEATURES)[number]

/** Weights of the features by their names. */
export interface SentenceWeights {
  /** Estimate of the gain for the answer. */
  readonly sentence: Readonly<Partial<Record<Feature, number>>>
  /** Correction of the estimate for questions about a fact. Without it, no sentence is corrected. */
  readonly facts?: Readonly<Partial<Record<FactFeature, number>>>
}

const BECAUSE = FACT_FEATURES.indexOf('because')
const WILLS = /\b(?:should|would|could|need|needs|must|have to|want|wants|might|gonna|going to|will)\b/i
const REASONS =
  /\b(?:because|cuz|so that|decided?|agree|think|problem|important|better|idea|suggest|prefer|expensive|cost|different|difference|reason|main|instead|rather)\b/i
const FILLERS = new Set(
  'um uh hmm yeah okay like just you know mean sort kind thing things stuff really right oh well gonna er'.split(' '),
)

export interface CandidateSentence extends LineSentence {
  readonly features: Float64Array
  /** Values of `FACT_FEATURES`. */
  readonly facts: readonly number[]
  /** Whether it says what the named speaker of the question does, with its verb. */
  readonly statesSubject: boolean
  /** Whether it states the requested amount, next to a word of the question. */
  readonly statesValue: boolean
  /** Whether it states the requested value or time with a pronoun, for what the sentences before it say. */
  readonly isCarried: boolean
  /** Part of the score that isn't learned. */
  readonly bonus: number
  /** Term weights, normalized to length 1. */
  readonly vector: ReadonlyMap<string, number>
}

export interface RankedText {
  readonly kind: 'conversation' | 'source'
  readonly lines: readonly SourceLine[]
  readonly place: ArrayLike<number>
}

export function featuredSentences(
  { kind: textKind, lines, place }: RankedText,
  question: RankingQuestion,
  kind: QuestionKind,
): CandidateSentence[] {
  const places = Array.from(lines, (_, line) => place[line] ?? 0)
  const least = places.toSorted((a, b) => b - a)[Math.min(LINES_MAX, lines.length) - 1] ?? 0
  const isLooked = (line: number) => (places[line] ?? 0) >= least && (places[line] ?? 0) > 0
  const { all, rarity } = splitOnce(lines, textKind)
  const asked = new Set(question.terms)
  const statesSubject = createSubjectReader(question)
  const aboutSubject = new Set(all.filter((one) => !one.isQuestion && statesSubject?.(one) === true))
  // “What did Nico say?” is about all of Nico's lines.
  const speakers = hasTopic(question) ? NOBODY : new Set(question.named)
  const candidates = all.filter(
    (one) =>
      (isLooked(one.line) || aboutSubject.has(one) || speakers.has(one.speaker)) &&
      one.terms.length > 0 &&
      (one.words.length >= WORDS_MIN || isMadeFrom(one.terms, asked)),
  )
  const vectors = candidates.map(({ terms }) => unit(terms, rarity))
  const centre = computeCentroid(candidates, vectors, place)
  const centrality = vectors.map((vector) => product(vector, centre))
  const mostCentral = Math.max(...centrality, 1e-9)
  const sumRarity = (some: readonly string[]) => some.reduce((sum, term) => sum + rarity(term), 0)
  const wordings = [...asked].filter((term) => !isFormTerm(term)).map(listSynonyms)
  const isShortQuestion = wordings.length > 1 && wordings.length <= WORDINGS_MAX
  const asksThing = ASKS_THING.test(question.text)
  // Questions about opinions repeat phrases of all sides.
  const inOrder = asksForFact(question.text) ? readPhraseTerms(question) : []
  const act = kind === 'who' ? readAct(question.text) : undefined
  const named = new Set(question.named)
  const names = findNames(question)
  const replies = kind === 'amount' || kind === 'when' ? findReplies(all, asked, rarity) : NO_REPLIES
  const statesValue = kind === 'amount' ? readRequestedValue(question.text) : undefined
  const rate = kind === 'amount' ? readRate(question.text) : undefined
  const isCarried = kind === 'amount' || kind === 'when' ? createCarriedReader(all, asked, rarity) : () => false
  const readFacts = createFactReader(question.text, all, rarity)
  const isCounting = kind === 'amount' && asksForCount(question.text)
  const isRequested = (text: string) => (statesValue ?? ((one) => containsRequestedKind(kind, one)))(text)
  return candidates.map((sentence, index) => {
    const { line, words, terms, text, isQuestion, opens } = sentence
    const at = place[line] ?? 0
    const said = new Set(terms)
    const isSum = statesValue?.(text) === true
    const isRate = !isQuestion && rate?.states(text) === true && (statesValue === undefined || isSum)
    const states = (term: string) =>
      said.has(term) || statesInOtherWords(term, text, { isSum, things: isRate ? rate.things : undefined })
    const own = sumRarity([...asked].filter(states)) / (sumRarity([...asked]) || 1)
    const compactness = isShortQuestion && !isQuestion ? computeCompactness(terms, wordings) : 0
    const isAboutSubject = aboutSubject.has(sentence)
    const isNamed = isAboutSubject || named.has(lines[line]?.speaker ?? '') ? 1 : 0
    const central = (centrality[index] ?? 0) / mostCentral
    const count = words.length
    const facts = readFacts(sentence)
    const values: Record<Feature, number> = {
      one: 1,
      place: at,
      place2: at * at,
      own,
      ownPlaced: own * at,
      covers: Math.min(1, own * 2),
      named: isNamed,
      namedPlaced: isNamed * at,
      nobodyNamed: named.size > 0 ? 0 : 1,
      length: Math.log(count),
      length2: Math.log(count) ** 2 / 10,
      short: count < 7 ? 1 : 0,
      long: count > 40 ? 1 : 0,
      rarity: terms.reduce((sum, term) => sum + rarity(term), 0) / 50,
      density: terms.length / count,
      central,
      centralPlaced: central * at,
      asks: isQuestion ? 1 : 0,
      wills: WILLS.test(text) ? 1 : 0,
      reasons: REASONS.test(text) ? 1 : 0,
      we: /\bwe\b/i.test(text) ? 1 : 0,
      i: /\bi\b/i.test(text) ? 1 : 0,
      numbers: /\d/.test(text) ? 1 : 0,
      fillers: words.filter((word) => FILLERS.has(word)).length / count,
      opens: opens ? 1 : 0,
      lineLength: Math.log1p(lines[line]?.text.length ?? 0) / 6,
    }
    const isCondition = IS_CONDITION.test(text)
    const isDate = kind === 'when' && !isQuestion && statesDate(text)
    const isValue = !isCondition && (isSum || isDate)
    // “How many gates does the depot have?” isn't answered by the number of something else.
    const hasForm = !isCondition && (isCounting ? isValue : containsRequestedKind(kind, text))
    const continues = !isQuestion && !isCondition && isRequested(text) && isCarried(sentence)
    return {
      ...sentence,
      statesSubject: isAboutSubject,
      statesValue: isValue && own > 0,
      isCarried: continues,
      features: Float64Array.from(FEATURES, (name) => values[name]),
      facts,
      bonus: computeBonus({
        form: hasForm,
        reason: facts[BECAUSE] === 1 && !isQuestion && own >= REASON_COVERS,
        value: isValue && (own > 0 || isAboutSubject),
        rate: isRate && !isCondition,
        count: isValue && isCounting && own > 0,
        reply: replies.has(sentence.position) && !isQuestion && containsRequestedKind(kind, text),
        carried: continues,
        subject: isAboutSubject,
        act: !isQuestion && act !== undefined && statesAct(words, act),
        subjectValue: isAboutSubject && isValue,
        words: values.covers,
        allWords: compactness,
        phrase: isQuestion ? 0 : computePhraseRatio(inOrder, terms),
        figure: asksThing && compactness === 1 && statesFigure(text),
        names: countNames(names, text),
      }),
      vector: vectors[index] ?? new Map(),
    }
  })
}

/**
 * Whether a sentence contains a term of the question in other words. One with a price contains the cost: “A cart's two
 * hundred and twenty dollars.”
 * @param signs.things stems of the thing for which the sentence states an amount
 */
const statesInOtherWords = (
  term: string,
  text: string,
  { isSum, things }: { readonly isSum: boolean; readonly things: ReadonlySet<string> | undefined },
): boolean => (isSum && isValueTerm(term)) || things?.has(term) === true || statesReduction(term, text)

/**
 * Weight of a sentence, from that of its text. The text with most words of the question comes first, and the requested
 * amount can be stated in another one.
 */
export const weighSentence = ({ statesValue }: Pick<CandidateSentence, 'statesValue'>, weight: number): number =>
  statesValue ? Math.sqrt(weight) : weight

/** Whether a sentence has several words, and all of them are words of the question. */
const isMadeFrom = (terms: readonly string[], asked: ReadonlySet<string>): boolean =>
  terms.length > 1 && terms.every((term) => asked.has(term))

/**
 * Number of the question's words, relative to the length of the shortest part of a sentence that contains all of them: 1
 * if they are next to each other. 0 if one of them isn't said.
 */
function computeCompactness(terms: readonly string[], wordings: readonly ReadonlySet<string>[]): number {
  const last = new Array<number>(wordings.length).fill(-1)
  let shortest = Number.POSITIVE_INFINITY
  terms.forEach((term, at) => {
    wordings.forEach((wording, index) => {
      if (wording.has(term)) last[index] = at
    })
    const first = Math.min(...last)
    if (first >= 0) shortest = Math.min(shortest, at - first + 1)
  })
  return Math.min(1, wordings.length / shortest)
}

const NOBODY: ReadonlySet<string> = new Set()
const NO_REPLIES: ReadonlySet<number> = new Set()

/** Capitalized words inside of a question that aren't speakers. */
function findNames({ text, named }: RankingQuestion): readonly string[] {
  const ofSpeakers = new Set(named.flatMap(splitWords))
  return [...text.matchAll(/(?<=[\p{L}\p{N},;:&] )["'“(]?(\p{Lu}[\p{L}\p{N}\p{M}-]+)/gu)]
    .map(([, name = '']) => name)
    .filter((name) => splitWords(name).every((word) => !ofSpeakers.has(word)))
}

/** Ratio of the names that a sentence contains. */
const countNames = (names: readonly string[], text: string): number =>
  names.length === 0 ? 0 : names.filter((name) => text.includes(name)).length / names.length

export function collectCandidates(
  placed: RankedText,
  question: RankingQuestion,
  kind: QuestionKind,
  { sentence: learned, facts: corrections = {} }: SentenceWeights,
): AnswerCandidate[] {
  const gains = FEATURES.map((name) => learned[name] ?? 0)
  // A question about everything asks for no fact.
  const corrected = FACT_FEATURES.map((name) => (kind === 'whole' ? 0 : (corrections[name] ?? 0)))
  return featuredSentences(placed, question, kind).map((sentence) => {
    const gain = weigh(sentence.features, gains)
    return { ...sentence, gain, score: gain + sentence.bonus + weigh(sentence.facts, corrected) }
  })
}

/** Sum of the values, each times its weight. */
const weigh = (values: ArrayLike<number>, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), 0)

/** Rarity of terms by sentences. A text is processed in several parts. */
const known = new WeakMap<readonly LineSentence[], (term: string) => number>()

/** Sentences of a text, and the rarity of its terms. */
export function splitOnce(lines: readonly SourceLine[], kind: RankedText['kind']) {
  const all = readSentences(lines, kind)
  const rarity = known.get(all) ?? rarityIn(all)
  known.set(all, rarity)
  return { all, rarity }
}

/** Inverse sentence frequency of a term. */
function rarityIn(sentences: readonly LineSentence[]): (term: string) => number {
  const having = new Map<string, number>()
  for (const { terms } of sentences) for (const term of new Set(terms)) having.set(term, (having.get(term) ?? 0) + 1)
  return (term) => {
    const n = having.get(term) ?? 0
    return Math.log(1 + (sentences.length - n + 0.5) / (n + 0.5))
  }
}

function unit(terms: readonly string[], rarity: (term: string) => number): Map<string, number> {
  const vector = new Map<string, number>()
  for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + rarity(term))
  let square = 0
  for (const value of vector.values()) square += value * value
  const length = Math.sqrt(square) || 1
  for (const [term, value] of vector) vector.set(term, value / length)
  return vector
}

/** Centroid of the best ranked sentences. */
function computeCentroid(
  sentences: readonly LineSentence[],
  vectors: readonly ReadonlyMap<string, number>[],
  place: ArrayLike<number>,
): Map<string, number> {
  const centre = new Map<string, number>()
  sentences.forEach(({ line, words }, index) => {
    const belief = (place[line] ?? 0) ** 4 * Math.sqrt(words.length)
    for (const [term, value] of vectors[index] ?? []) centre.set(term, (centre.get(term) ?? 0) + belief * value)
  })
  let square = 0
  for (const value of centre.values()) square += value * value
  const length = Math.sqrt(square) || 1
  for (const [term, value] of centre) centre.set(term, value / length)
  return centre
}

export function product(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [term, value] of one) sum += value * (other.get(term) ?? 0)
  return sum
}
