/**
 * Chooses the floor of similarity below which search shows no related results (`LOCAL_FLOOR`).
 *
 * Each question of a meeting is compared with the passages that answer it and with all passages of meetings of other
 * domains, which can't answer it. The floor is chosen on one half of the meeting series and measured on the other half.
 * Names that nobody says are compared with all passages. Nothing is written: a person reads the table.
 *
 *   npm run train:floor -- [--data FOLDER] [--vectors FOLDER] [--conversations 24]
 */
import { parseArgs } from 'node:util'
import { createLog } from '../src/core/log.ts'
import { extractTerms } from '../src/core/terms.ts'
import { readQuestion } from '../src/features/search/conversation-search/question.ts'
import { passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { openEmbedding } from '../src/outbound/embeddings/embedding.ts'
import { spokenText } from '../src/outbound/search-index/postings.ts'
import { dataFolder, type Meeting, readData, type Spans, seriesOf } from './eval-data.ts'
import { mean } from './eval-scores.ts'
import { keptVectors } from './kept-vectors.ts'
import { cutOf } from './reading-examples.ts'
import { printTable } from './report.ts'
import { seeded, shuffled } from './seeded.ts'

/** Weights of held words, and average numbers of foreign passages that a question may return. */
const WEIGHTS = [0, 0.1, 0.2, 0.3] as const
const FOREIGN = [1, 2, 3, 5] as const
/** Names that the meetings don't contain. */
const NAMES = ['Okafor', 'Wayloom', 'Vandersloot', 'Brightwater', 'Petrova', 'Hartmann', 'Tanaka', 'Zendesk', 'Datadog']

interface Passage {
  readonly meeting: Meeting
  readonly from: number
  readonly to: number
  readonly vector: Float32Array
  readonly terms: ReadonlySet<string>
}
interface Likeness {
  readonly similarity: number
  /** Ratio of the question's words that the passage holds. */
  readonly held: number
}
interface Compared {
  readonly kind: 'questions' | 'points'
  readonly half: number
  readonly relevant: readonly Likeness[]
  readonly foreign: readonly Likeness[]
}

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    data: text,
    vectors: { ...text, default: 'data/vectors' },
    conversations: { ...text, default: '24' },
  },
})
const data = await readData(dataFolder(values.data), Number(values.conversations))
const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
const embed = keptVectors(embedding, values.vectors)
const passages = await readPassages([...data.meetings, ...data.calls])
const compared = await compareAll()
for (const kind of ['questions', 'points'] as const) printChoices(kind)
await printNames()
await embedding.close()

async function readPassages(meetings: readonly Meeting[]): Promise<Passage[]> {
  const all: Passage[] = []
  for (const meeting of meetings) {
    const cut = passagesOfTranscript(cutOf(meeting)).filter(({ position }) => position % 2 === 0)
    const texts = cut.map(({ lines }) => spokenText(lines))
    const vectors = await embed(texts)
    cut.forEach(({ lines }, at) => {
      const [from, to] = [lines[0]?.segment ?? 0, lines.at(-1)?.segment ?? 0]
      all.push({
        ...{ meeting, from, to },
        vector: vectors[at] ?? new Float32Array(),
        terms: new Set(extractTerms(texts[at] ?? '')),
      })
    })
  }
  return all
}

async function compareAll(): Promise<Compared[]> {
  const byId = new Map([...data.meetings, ...data.calls].map((meeting) => [meeting.id, meeting]))
  const series = shuffled([...new Set([...byId.values()].map(seriesOf))].toSorted(), seeded(1))
  const questions = data.queries
    .filter(({ kind }) => kind === 'specific')
    .map(({ meeting_id: id, query, relevant_spans: spans = [] }) => ({ kind: 'questions' as const, id, query, spans }))
  const points = data.points.map(({ meeting_id: id, text: query, segment }) => ({
    ...{ kind: 'points' as const, id, query },
    spans: [[segment, segment + 3]] as Spans,
  }))
  const all: Compared[] = []
  for (const { kind, id, query, spans } of [...questions, ...points]) {
    const meeting = byId.get(id)
    if (meeting === undefined) continue
    const likeness = await likenessTo(query)
    const isRelevant = (one: Passage) =>
      one.meeting === meeting && spans.some(([from, to]) => one.from <= to && one.to >= from)
    const relevant = passages.filter(isRelevant).map(likeness)
    const foreign = passages.filter((one) => one.meeting.domain !== meeting.domain).map(likeness)
    if (relevant.length > 0) all.push({ kind, half: series.indexOf(seriesOf(meeting)) % 2, relevant, foreign })
  }
  return all
}

async function likenessTo(query: string): Promise<(passage: Passage) => Likeness> {
  const { core, terms } = readQuestion(query)
  const [vector = new Float32Array()] = await embedding.embed([core], 'question')
  const words = [...new Set(terms)]
  return (passage) => ({
    similarity: passage.vector.reduce((sum, part, at) => sum + part * (vector[at] ?? 0), 0),
    held: words.filter((term) => passage.terms.has(term)).length / Math.max(1, words.length),
  })
}

function printChoices(kind: Compared['kind']): void {
  const rows = WEIGHTS.flatMap((weight) =>
    FOREIGN.map((foreign) => {
      const halves = [0, 1].map((half) => {
        const sum = ({ similarity, held }: Likeness) => similarity + weight * held
        const learned = compared.filter((one) => one.kind === kind && one.half === half)
        const unseen = compared.filter((one) => one.kind === kind && one.half !== half)
        const sums = learned.flatMap((one) => one.foreign.map(sum)).toSorted((a, b) => b - a)
        const floor = sums[Math.floor(foreign * learned.length)] ?? 0
        const kept = mean(unseen.map((one) => (one.relevant.some((like) => sum(like) >= floor) ? 1 : 0)))
        const others = mean(unseen.map((one) => one.foreign.filter((like) => sum(like) >= floor).length))
        return `${floor.toFixed(3)}: ${kept.toFixed(2)}, ${others.toFixed(1)}`
      })
      return [String(weight), String(foreign), ...halves]
    }),
  )
  printTable(
    `${kind}: ${compared.filter((one) => one.kind === kind).length}, ${passages.length} passages`,
    ['weight of held words', 'foreign allowed', 'floor of one half: kept, foreign of the other', 'and the reverse'],
    rows,
  )
}

async function printNames(): Promise<void> {
  const rows: string[][] = []
  for (const name of NAMES) {
    const likeness = await likenessTo(name)
    const best = passages.map((one) => likeness(one).similarity).toSorted((a, b) => b - a)
    rows.push([name, ...[0, 9].map((at) => (best[at] ?? 0).toFixed(3))])
  }
  printTable('Names that nobody says', ['name', 'most similar passage', 'tenth'], rows)
}
