/**
 * Learns the weights of extractive answers (`src/features/assistant/answers/extract/weights.json`) from questions that people asked
 * of meetings and what they answered: how good a sentence is for an answer, and whether a meeting holds one at all. What
 * they will be worth on other meetings is told by five rounds, each learned without the meeting series it is measured
 * on, the reading before it as well; what is written is learned from all.
 *
 *   npm run train:answers -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { likenessOf } from '../src/features/assistant/answers/evidence.ts'
import { answerable, SIGNS, signsOf } from '../src/features/assistant/answers/extract/answerable.ts'
import { FEATURES, type Featured, featuredSentences } from '../src/features/assistant/answers/extract/candidates.ts'
import { choose } from '../src/features/assistant/answers/extract/choose.ts'
import { compose } from '../src/features/assistant/answers/extract/compose.ts'
import { kindOf } from '../src/features/assistant/answers/extract/kind.ts'
import { topicOf } from '../src/features/assistant/answers/extract/topic.ts'
import { type Question, questionOf, rankLines } from '../src/features/text/passage-ranking/index.ts'
import { seriesOf } from './eval-data.ts'
import { drawForeign } from './eval-foreign.ts'
import { mean } from './eval-scores.ts'
import { logisticRegression, ridgeRegression } from './linear-regression.ts'
import { type ReadingExample, readingExamples } from './reading-examples.ts'
import { rougeL, rougeN, stemsOf } from './rouge.ts'
import { drawRounds } from './rounds.ts'
import { learn } from './softmax-regression.ts'
import { openTraining, READING, trainingOptions } from './training.ts'

/** Words that a sentence's hits are divided by beside its own: short ones that hit by chance come to little. */
const CUSHION = 6
const ROOM = { words: 45, sentences: 6 }
/** Below it nothing is answered: nine of ten that can be answered are, with some to spare. */
const THRESHOLD = 0.18
/** Foreign questions of each distance a meeting; those from near may be answerable all the same, and count less. */
const FOREIGN = 6
const NEAR = 0.6
const WEIGHTS = new URL('../src/features/assistant/answers/extract/weights.json', import.meta.url)

const { data, write, close, ...vectors } = await openTraining(trainingOptions())
const examples = await readingExamples(data, vectors)
const answers = data.meetings.flatMap(({ id }) =>
  data.queries.filter((query) => query.meeting_id === id && query.kind === 'specific'),
)
const rounds = drawRounds(examples)

interface Case {
  readonly example: ReadingExample
  readonly reference: readonly string[]
  readonly sentences: readonly Featured[]
  /** How much of the reference each sentence hits, for its length. */
  readonly worths: readonly number[]
}

const readings = rounds.all.map((round) => learn(rounds.learned(examples, round), READING))
const cases = examples.map((example, at): Case => {
  const { cut, read, question, meaning } = example
  const { moments } = rankLines(cut, question, meaning, read, readings[rounds.of(example)])
  const most = Math.max(...moments.map(({ probability }) => probability))
  const place = new Float64Array(cut.lines.length)
  for (const { from, to, probability } of moments) place.fill(probability / most, from, to)
  const sentences = featuredSentences({ lines: cut.lines, place }, question, kindOf(question.text))
  const reference = stemsOf(answers[at]?.answer ?? '')
  return { example, reference, sentences, worths: sentences.map(({ text }) => worthOf(stemsOf(text), reference)) }
})

function worthOf(stems: readonly string[], reference: readonly string[]): number {
  const hits = (n: number) =>
    (rougeN(stems, reference, n) * (Math.max(0, stems.length - n + 1) + Math.max(0, reference.length - n + 1))) / 2
  return (hits(1) + 3 * hits(2)) / (stems.length + CUSHION)
}

const sentenceWeights = (of: readonly Case[]) =>
  ridgeRegression(
    of.flatMap(({ sentences }) => sentences.map(({ features }) => features)),
    of.flatMap(({ worths }) => worths),
    20,
  )

interface Sign {
  readonly series: string
  readonly signs: Float64Array
  readonly kind: 'own' | 'far' | 'near'
}

const signs = [...examples.flatMap((example) => signsBoth(example, example.question, 'own')), ...(await foreignSigns())]

/** With meaning and without: one model serves both. */
function signsBoth(
  { read, series, meaning }: Pick<ReadingExample, 'read' | 'series' | 'meaning'>,
  question: Question,
  kind: Sign['kind'],
): Sign[] {
  return [likenessOf(meaning), undefined].map((likeness) => ({
    series,
    kind,
    signs: signsOf(read, question, likeness),
  }))
}

async function foreignSigns(): Promise<Sign[]> {
  const byMeeting = new Map(answers.map(({ meeting_id }, at) => [meeting_id, examples[at] as ReadingExample]))
  const seriesById = new Map(data.meetings.map((meeting) => [meeting.id, seriesOf(meeting)]))
  const found: Sign[] = []
  for (const { meeting, query, distance } of drawForeign(data.meetings, data.queries, { each: FOREIGN, seed: 7 })) {
    const example = byMeeting.get(meeting.id)
    if (example?.meaning === undefined) continue
    const question = questionOf(
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

const named = <Name extends string>(names: readonly Name[], weights: Float64Array) =>
  Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 1e5) / 1e5])) as Record<
    Name,
    number
  >

const rouges: [number, number, number][] = []
const told: { kind: Sign['kind']; answered: number }[] = []
for (const round of rounds.all) {
  const weights = sentenceWeights(cases.filter(({ example }) => rounds.of(example) !== round))
  for (const one of cases.filter(({ example }) => rounds.of(example) === round)) {
    const output = stemsOf(answerOf(one, weights))
    rouges.push([rougeN(output, one.reference, 1), rougeN(output, one.reference, 2), rougeL(output, one.reference)])
  }
  const learned = named(SIGNS, signWeights(rounds.learned(signs, round)))
  for (const { kind, signs: own } of rounds.measured(signs, round)) {
    told.push({ kind, answered: answerable(own, learned) >= THRESHOLD ? 1 : 0 })
  }
}

function answerOf({ example: { cut, question }, sentences }: Case, weights: Float64Array): string {
  const scored = sentences.map((one) => ({
    ...one,
    score: one.features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), one.bonus),
  }))
  const text = { kind: 'conversation', id: '', title: '', at: null, lines: cut.lines } as const
  const parts = compose(topicOf(question.text), kindOf(question.text), [{ text, sentences: choose(scored, ROOM) }])
  return parts.map((part) => part.text).join('')
}

const rouge = [0, 1, 2].map((at) => mean(rouges.map((one) => one[at] ?? 0)).toFixed(4)).join(' / ')
process.stdout.write(`answers to ${cases.length} questions: ROUGE-1/2/L ${rouge}\n`)
for (const kind of ['own', 'far', 'near'] as const) {
  const share = mean(told.flatMap((one) => (one.kind === kind ? [one.answered] : [])))
  process.stdout.write(`${kind} questions that are answered: ${share.toFixed(3)}\n`)
}
await close()
if (write) {
  const weights = {
    sentence: named(FEATURES, sentenceWeights(cases)),
    answerable: named(SIGNS, signWeights(signs)),
    threshold: THRESHOLD,
  }
  await writeFile(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`)
}
