/**
 * Learns the weights of extractive answers (`src/features/assistant/answers/extract/weights.json`) from questions that
 * people asked about meetings, and from the evidence that annotators marked for the answers: whether a sentence is
 * evidence, and whether a meeting, or one of thirty, contains an answer at all. Five rounds show the quality on other meetings. Each one is
 * learned without the meeting series on which it is measured. The written weights are learned from all series.
 *
 *   npm run train:answers -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import {
  AMONG_SIGNS,
  computeAmongAnswerability,
  computeAmongFeatures,
} from '../src/features/assistant/answers/extract/among.ts'
import {
  computeAnswerability,
  computeAnswerFeatures,
  isMeaningKnown,
  SIGNS,
} from '../src/features/assistant/answers/extract/answerable.ts'
import {
  type CandidateSentence,
  FEATURES,
  featuredSentences,
  type SentenceWeights,
} from '../src/features/assistant/answers/extract/candidates.ts'
import { computeConfidence } from '../src/features/assistant/answers/extract/confidence.ts'
import { extractiveAnswer } from '../src/features/assistant/answers/extract/extractive.ts'
import { FACT_FEATURES } from '../src/features/assistant/answers/extract/fact-features.ts'
import { classifyQuestion } from '../src/features/assistant/answers/extract/kind.ts'
import { findMaxSimilarity } from '../src/features/assistant/answers/read-text.ts'
import type { ReadText } from '../src/features/assistant/answers/text.ts'
import { parseQuestion, type RankingQuestion, rankLines } from '../src/features/text/passage-ranking/index.ts'
import type { SourceLine } from '../src/features/text/passages/index.ts'
import { amongExamples } from './among-examples.ts'
import { DISTANCES, type Distance } from './among-questions.ts'
import { seriesOf } from './eval-data.ts'
import { drawForeign } from './eval-foreign.ts'
import { mean } from './eval-scores.ts'
import { confidenceCases, learnConfidence, named, scoreUncorrected, weigh } from './fact-confidence.ts'
import { type FactExample, factExamples } from './fact-examples.ts'
import { logisticRegression, ridgeRegression } from './linear-regression.ts'
import { type ReadingExample, readingExamples } from './reading-examples.ts'
import { rougeL, rougeN, stemsOf } from './rouge.ts'
import { drawRounds } from './rounds.ts'
import { type Example, learn, type Training } from './softmax-regression.ts'
import { openTraining, READING, trainingOptions } from './training.ts'

/** Share of the questions about a meeting that the threshold has to let through in training: nine of ten, and some more. */
const ANSWERED = 0.93
/** Share of the questions about one of thirty meetings that the threshold has to let through in training. */
const AMONG_ANSWERED = 0.92
/** Foreign questions of each distance a meeting; those from near may be answerable all the same, and count less. */
const FOREIGN = 6
const NEAR = 0.6
const WEIGHTS = new URL('../src/features/assistant/answers/extract/weights.json', import.meta.url)

/** Value of central and other evidence, and of a sentence in the marked part of the meeting. */
const CENTRAL = 1
const PERIPHERAL = 0.7
const NEARBY = 0.25

const { data, write, close, ...vectors } = await openTraining(trainingOptions())
const examples = await readingExamples(data, vectors)
const answers = data.meetings.flatMap(({ id }) =>
  data.queries.filter((query) => query.meeting_id === id && query.kind === 'specific'),
)
const asked = await factExamples(data, vectors)
const facts = asked.filter(({ isHidden }) => !isHidden)
const rounds = drawRounds([...examples, ...facts])

interface Case {
  readonly example: ReadingExample
  readonly reference: readonly string[]
  readonly sentences: readonly CandidateSentence[]
  /** Value of each sentence as the key sentence of a passage, 0 to 1. */
  readonly worths: readonly number[]
  readonly text: ReadText
}

const readings = rounds.all.map((round) => learn(rounds.learned(examples, round), READING))
const cases = examples.map((example, at): Case => {
  const { cut, read, question, meaning, goldTurns } = example
  const { spans } = rankLines(cut, question, meaning, read, readings[rounds.of(example)])
  const most = Math.max(...spans.map(({ probability }) => probability))
  const place = new Float64Array(cut.lines.length)
  for (const { from, to, probability } of spans) place.fill(probability / most, from, to)
  const text: ReadText = {
    ...{ kind: 'conversation', id: '', title: '', at: null, lines: cut.lines, blocks: cut.blocks },
    ...{ question, place, weight: 1, answerability: 1 },
  }
  const sentences = featuredSentences(text, question, classifyQuestion(question.text))
  const query = answers[at]
  const evidence = (query?.evidence ?? []).flat()
  return {
    ...{ example, sentences, text },
    reference: stemsOf(query?.answer ?? ''),
    worths: sentences.map((sentence) => worthAsKey(sentence, cut.lines, evidence, goldTurns)),
  }
})

function worthAsKey(
  { pieces }: CandidateSentence,
  lines: readonly SourceLine[],
  evidence: readonly { segment: number; type: string; quote: string }[],
  gold: ReadonlySet<number>,
): number {
  let value = 0
  for (const { line, from, to } of pieces) {
    const said = lines[line]
    if (said === undefined) continue
    if (gold.has(said.segment)) value = Math.max(value, NEARBY)
    const words = said.text.slice(from, to)
    for (const { segment, type, quote } of evidence) {
      if (segment !== said.segment || !(words.includes(quote) || quote.includes(words))) continue
      value = Math.max(value, type === 'central' ? CENTRAL : PERIPHERAL)
    }
  }
  return value
}

const sentenceWeights = (of: readonly Case[]) =>
  ridgeRegression(
    of.flatMap(({ sentences }) => sentences.map(({ features }) => features)),
    of.flatMap(({ worths }) => worths),
    20,
  )

/** How the correction of scores is learned. */
const FACTS: Training = { steps: 400, rate: 0.05, decay: 0.02 }
/** Maximum number of candidates of a question, best scores first. */
const CANDIDATES_MAX = 150
/** The score is multiplied by it, so that its weight is as large as those of the features. */
const SCALE = 10

type FactCandidate = FactExample['candidates'][number]

/** An example of the correction, if one of its candidates is right. */
function toCorrection({ candidates }: FactExample, sentence: SentenceWeights['sentence']): Example[] {
  const scored = candidates
    .map((one) => ({ ...one, score: one.weight * scoreUncorrected(one, sentence) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX)
  const right = scored.filter(({ isAnswer }) => isAnswer).length
  if (right === 0) return []
  const rows = Float32Array.from(scored.flatMap(({ score, facts: own }) => [score * SCALE, ...own]))
  const target = Float64Array.from(scored, ({ isAnswer }) => (isAnswer ? 1 / right : 0))
  return [{ rows, width: 1 + FACT_FEATURES.length, target }]
}

function learnWeights(known: readonly Case[], knownFacts: readonly FactExample[]): SentenceWeights {
  const sentence = named(FEATURES, sentenceWeights(known))
  const [score = 1, ...weights] = learn(
    knownFacts.flatMap((one) => toCorrection(one, sentence)),
    FACTS,
  )
  // The correction is added to the score, so the weight of the score is 1.
  const relative = Float64Array.from(weights, (weight) => weight / (score * SCALE))
  return { sentence, facts: named(FACT_FEATURES, relative) }
}

interface Sign {
  readonly series: string
  readonly signs: Float64Array
  readonly kind: 'own' | 'far' | 'near'
}

const signs = [...examples.flatMap((example) => signsBoth(example, example.question, 'own')), ...(await foreignSigns())]

/** With meaning and without: one model serves both. */
function signsBoth(
  { cut, read, series, meaning }: Pick<ReadingExample, 'cut' | 'read' | 'series' | 'meaning'>,
  question: RankingQuestion,
  kind: Sign['kind'],
): Sign[] {
  return [meaning, undefined].map((known): Sign => {
    const weights = known === undefined ? undefined : readings[rounds.of({ series })]
    const probabilities = rankLines(cut, question, known, read, weights).spans.map(({ probability }) => probability)
    const signs = computeAnswerFeatures(read, question, { likeness: findMaxSimilarity(known), probabilities })
    return { series, kind, signs }
  })
}

async function foreignSigns(): Promise<Sign[]> {
  const byMeeting = new Map(answers.map(({ meeting_id }, at) => [meeting_id, examples[at] as ReadingExample]))
  const seriesById = new Map(data.meetings.map((meeting) => [meeting.id, seriesOf(meeting)]))
  const found: Sign[] = []
  for (const { meeting, query, distance } of drawForeign(data.meetings, data.queries, { each: FOREIGN, seed: 7 })) {
    const example = byMeeting.get(meeting.id)
    if (example?.meaning === undefined) continue
    const question = parseQuestion(
      query.query,
      example.cut.lines.map(({ speaker }) => speaker),
    )
    const [core] = await vectors.asked([question.core], seriesById.get(query.meeting_id) ?? '')
    if (core !== undefined)
      found.push(...signsBoth({ ...example, meaning: { ...example.meaning, core } }, question, distance))
  }
  return found
}

const signWeights = (of: readonly Sign[]) =>
  logisticRegression(
    of.map((one) => one.signs),
    of.map(({ kind }) => (kind === 'own' ? 1 : 0)),
    of.map(({ kind }) => (kind === 'near' ? NEAR : 1)),
  )

/** Threshold that lets this share of the meeting's own questions through, if the meaning is known. */
function toThreshold(of: readonly Sign[], weights: Parameters<typeof computeAnswerability>[1]): number {
  const own = of
    .filter(({ kind, signs: values }) => kind === 'own' && isMeaningKnown(values))
    .map(({ signs: values }) => computeAnswerability(values, weights))
    .toSorted((a, b) => b - a)
  return Math.round((own[Math.ceil(ANSWERED * own.length) - 1] ?? 0) * 1e3) / 1e3
}

const among = await amongExamples(data, vectors, (series) => readings[rounds.of({ series })])

interface AmongCase {
  readonly series: string
  readonly distance: Distance
  readonly features: Float64Array
}

interface AmongModel {
  readonly weights: Readonly<Record<(typeof AMONG_SIGNS)[number], number>>
  readonly threshold: number
}

const amongCases = (answerable: Parameters<typeof computeAnswerability>[1]): AmongCase[] =>
  among.flatMap(({ series, distance, texts }) => {
    const features = computeAmongFeatures(
      texts.map((own) => ({ signs: own, answerability: computeAnswerability(own, answerable) })),
    )
    return features === undefined ? [] : [{ series, distance, features }]
  })

function learnAmong(known: readonly AmongCase[]): AmongModel {
  // Nobody knows which of the questions to other teams at the same task have an answer.
  const of = known.filter(({ distance }) => distance !== 'alike')
  const weights = named(
    AMONG_SIGNS,
    logisticRegression(
      of.map(({ features }) => features),
      of.map(({ distance }) => (distance === 'own' ? 1 : 0)),
      of.map(({ distance }) => (distance === 'own' ? 2 : 1)),
    ),
  )
  const own = of
    .flatMap(({ distance, features }) => (distance === 'own' ? [computeAmongAnswerability(features, weights)] : []))
    .toSorted((a, b) => b - a)
  const threshold = own[Math.ceil(AMONG_ANSWERED * own.length) - 1] ?? 0
  return { weights, threshold: Math.round(threshold * 1e3) / 1e3 }
}

/** Ranks of the first answer among the candidates, from 0, without and with the correction. Infinite if there is none. */
const ranks: { readonly set: string; readonly before: number; readonly after: number }[] = []

function measureFacts(measured: readonly FactExample[], { sentence, facts: corrections = {} }: SentenceWeights): void {
  for (const { set, candidates } of measured) {
    const rankBy = (score: (one: FactCandidate) => number) => {
      const sorted = candidates.toSorted((a, b) => score(b) - score(a))
      const at = sorted.findIndex(({ isAnswer }) => isAnswer)
      return at === -1 ? Number.POSITIVE_INFINITY : at
    }
    const scoreCorrected = (one: FactCandidate) =>
      scoreUncorrected(one, sentence) + weigh(one.facts, FACT_FEATURES, corrections)
    ranks.push({
      set,
      before: rankBy((one) => one.weight * scoreUncorrected(one, sentence)),
      after: rankBy((one) => one.weight * scoreCorrected(one)),
    })
  }
}

const toldFacts: { readonly set: string; readonly outcome: string; readonly told: number }[] = []

function measureConfidence(measured: readonly FactExample[], known: SentenceWeights, round: number): void {
  const model = learnConfidence(confidenceCases(rounds.learned(asked, round), known))
  for (const { set, isHidden, isRight, signs: own } of confidenceCases(measured, known)) {
    const outcome = isHidden ? 'hidden' : isRight ? 'right' : 'wrong'
    toldFacts.push({ set, outcome, told: computeConfidence(own, model.weights) >= model.threshold ? 1 : 0 })
  }
}

const rouges: [number, number, number][] = []
const touched: number[] = []
const toldAmong: { distance: Distance; answered: number }[] = []
const told: { kind: Sign['kind']; isKnown: boolean; answered: number }[] = []
for (const round of rounds.all) {
  const weights = learnWeights(
    cases.filter(({ example }) => rounds.of(example) !== round),
    rounds.learned(facts, round),
  )
  measureFacts(rounds.measured(facts, round), weights)
  measureConfidence(rounds.measured(asked, round), weights, round)
  for (const { example, reference, text } of cases.filter(({ example: one }) => rounds.of(one) === round)) {
    const parts = extractiveAnswer(classifyQuestion(example.question.text), [text], { weights })
    const output = stemsOf(parts.map((part) => part.text).join(''))
    rouges.push([rougeN(output, reference, 1), rougeN(output, reference, 2), rougeL(output, reference)])
    const first = parts[0]?.proofs ?? []
    touched.push(first.some(({ line }) => example.goldTurns.has(line.segment)) ? 1 : 0)
  }
  const learned = named(SIGNS, signWeights(rounds.learned(signs, round)))
  const threshold = toThreshold(rounds.learned(signs, round), learned)
  for (const { kind, signs: own } of rounds.measured(signs, round)) {
    const answered = computeAnswerability(own, learned) >= threshold ? 1 : 0
    told.push({ kind, isKnown: isMeaningKnown(own), answered })
  }
  const ofAmong = amongCases(learned)
  const model = learnAmong(rounds.learned(ofAmong, round))
  for (const { distance, features } of rounds.measured(ofAmong, round)) {
    const isAnswered = computeAmongAnswerability(features, model.weights) >= model.threshold
    toldAmong.push({ distance, answered: isAnswered ? 1 : 0 })
  }
}

const rouge = [0, 1, 2].map((at) => mean(rouges.map((one) => one[at] ?? 0)).toFixed(4)).join(' / ')
process.stdout.write(`answers to ${cases.length} questions: ROUGE-1/2/L ${rouge}\n`)
process.stdout.write(`first passage touches the annotated part: ${mean(touched).toFixed(3)}\n`)
for (const kind of ['own', 'far', 'near'] as const) {
  const share = (isKnown: boolean) =>
    mean(told.flatMap((one) => (one.kind === kind && one.isKnown === isKnown ? [one.answered] : []))).toFixed(3)
  process.stdout.write(`${kind} questions that are answered: ${share(true)}, without meaning ${share(false)}\n`)
}
for (const distance of DISTANCES) {
  const share = mean(toldAmong.flatMap((one) => (one.distance === distance ? [one.answered] : [])))
  process.stdout.write(`${distance} questions among thirty meetings that are answered: ${share.toFixed(3)}\n`)
}
for (const set of new Set(facts.map((one) => one.set))) {
  const own = ranks.filter((one) => one.set === set)
  const share = (rank: (one: (typeof ranks)[number]) => number, most: number) =>
    mean(own.map((one) => (rank(one) < most ? 1 : 0))).toFixed(3)
  process.stdout.write(
    `${own.length} facts in ${set}: first sentence ${share((one) => one.before, 1)} → ${share((one) => one.after, 1)}, ` +
      `one of three ${share((one) => one.before, 3)} → ${share((one) => one.after, 3)}\n`,
  )
}
for (const set of [...new Set(facts.map((one) => one.set)), 'all']) {
  const shares = ['right', 'wrong', 'hidden'].map((outcome) => {
    const own = toldFacts.filter((one) => one.outcome === outcome && (set === 'all' || one.set === set))
    return `${outcome} ${mean(own.map(({ told: one }) => one)).toFixed(3)} of ${own.length}`
  })
  process.stdout.write(`first three sentences to facts in ${set} that are told as an answer: ${shares.join(', ')}\n`)
}
await close()
if (write) {
  const answerable = named(SIGNS, signWeights(signs))
  const ofMany = learnAmong(amongCases(answerable))
  const learned = learnWeights(cases, facts)
  const confidence = learnConfidence(confidenceCases(asked, learned))
  const weights = {
    ...learned,
    answerable,
    threshold: toThreshold(signs, answerable),
    among: ofMany.weights,
    amongThreshold: ofMany.threshold,
    confidence: confidence.weights,
    confidenceThreshold: confidence.threshold,
  }
  await writeFile(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`)
}
