/**
 * Chooses the weights by which search orders conversations (`src/features/search/conversation-search/weights.ts`): how much words
 * count beside meaning, what a conversation says on the whole, and words that stand together. QMSum's questions tell it for who asks, the
 * points of Zoom calls for who gives words; each in its half of the meeting series, and told for the other half.
 *
 * The index is worked out in memory by the product's own functions, and the order is the product's own. Nothing is
 * written: a person looks at the table, since near the best one pair of weights is as good as another.
 *
 *   npm run train:ranking -- [--data FOLDER] [--vectors FOLDER]
 */
import type { SpokenHit } from '../src/core/search.ts'
import { readQuestion } from '../src/features/search/conversation-search/question.ts'
import { rankHits } from '../src/features/search/conversation-search/rank-moments.ts'
import { type RankingWeights, WEIGHTS } from '../src/features/search/conversation-search/weights.ts'
import { type Meeting, seriesOf } from './eval-data.ts'
import { hit, mean, reciprocalRank } from './eval-scores.ts'
import { type IndexedSet, indexMeetings } from './ranking-index.ts'
import { printTable } from './report.ts'
import { seeded, shuffled } from './seeded.ts'
import { openTraining, trainingOptions } from './training.ts'

const LEXICAL = [0.4, 0.5, 0.6, 0.7, 0.8] as const
const CONVERSATION = [0.2, 0.3, 0.4, 0.5] as const
const TOGETHER = [0.15, 0.25, 0.35] as const

interface Asked {
  readonly text: string
  readonly meeting: Meeting
}

const { data, embed, asked, close } = await openTraining(trainingOptions())
const byId = new Map([...data.meetings, ...data.calls].map((meeting) => [meeting.id, meeting]))
const askedOf = (rows: readonly { meeting_id: string; text: string }[]): Asked[] =>
  rows.flatMap(({ meeting_id, text }) => {
    const meeting = byId.get(meeting_id)
    return meeting === undefined ? [] : [{ text, meeting }]
  })
const questions = data.queries.filter(({ kind }) => kind === 'specific')
await choose('asked', data.meetings, askedOf(questions.map(({ query, ...rest }) => ({ ...rest, text: query }))))
await choose('given', data.calls, askedOf(data.points))
await close()

interface Scored {
  readonly half: number
  /** One over the place of the right conversation; whether it is first, and in the first five. */
  readonly place: number
  readonly first: number
  readonly five: number
}

async function choose(kind: 'asked' | 'given', meetings: readonly Meeting[], all: readonly Asked[]): Promise<void> {
  const index = await indexMeetings(meetings, embed)
  const series = shuffled([...new Set(meetings.map((meeting) => seriesOf(meeting)))].toSorted(), seeded(1))
  const combined = LEXICAL.flatMap((lexical) =>
    CONVERSATION.flatMap((conversation) => TOGETHER.map((together) => ({ lexical, conversation, together }))),
  )
  const found: Scored[][] = combined.map(() => [])
  for (const { text, meeting } of all) {
    const half = series.indexOf(seriesOf(meeting)) % 2
    const looked = await lookedFor(index, text, seriesOf(meeting))
    combined.forEach((weights, at) => {
      found[at]?.push({ half, ...placed(looked, { ...WEIGHTS[kind], ...weights }, meeting.id) })
    })
  }
  const places = (scored: readonly Scored[], half: number) =>
    mean(scored.filter((one) => one.half === half).map(({ place }) => place))
  const best = [0, 1].map((half) => found.toSorted((a, b) => places(b, half) - places(a, half))[0])
  const told = (scored: readonly Scored[]) =>
    (['first', 'five', 'place'] as const).map((what) => mean(scored.map((one) => one[what])).toFixed(3))
  printTable(
    `${kind}: ${all.length}, right conversation of ${meetings.length}`,
    ['lexical, conversation, together', 'first', 'in five', 'MRR', ''],
    combined.map((weights, at) => {
      const scored = found[at] ?? []
      const isNow = Object.entries(weights).every(
        ([what, weight]) => WEIGHTS[kind][what as keyof RankingWeights] === weight,
      )
      const halves = best.flatMap((one, half) => (one === scored ? [`best of half ${half + 1}`] : []))
      return [
        Object.values(weights).join(', '),
        ...told(scored),
        [...(isNow ? ['as it is'] : []), ...halves].join(', '),
      ]
    }),
  )
  const unseen = [0, 1].flatMap((half) => best[half]?.filter((one) => one.half !== half) ?? [])
  process.stdout.write(`Chosen by one half, told by the other: ${told(unseen).join(' / ')}\n`)
}

interface Looked {
  readonly question: ReturnType<typeof readQuestion>
  readonly terms: readonly string[]
  readonly vector: Float32Array
  readonly hits: readonly SpokenHit[]
}

async function lookedFor(index: IndexedSet, text: string, series: string): Promise<Looked> {
  const question = readQuestion(text)
  const [vector = new Float32Array()] = await asked([question.core], series)
  return { question, terms: question.terms, vector, hits: index.find(question.terms, vector) }
}

function placed(
  { question, terms, vector, hits }: Looked,
  weights: RankingWeights,
  right: string,
): Omit<Scored, 'half'> {
  const wanted = { terms, phrases: [], without: [], speakers: [], vector: { model: 'local', values: vector } }
  const { moments: ranked } = rankHits({ question, criteria: wanted }, hits, { weights })
  const order = [...new Set(ranked.map(({ hit: { conversationId } }) => conversationId))]
  const gold = new Set([right])
  return { place: reciprocalRank(order, gold), first: hit(order, gold, 1), five: hit(order, gold, 5) }
}
