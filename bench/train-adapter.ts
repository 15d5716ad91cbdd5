/**
 * Learns the query adapter of the encoder that comes along (`src/outbound/embeddings/query-adapter.bin`) from what people
 * wrote of QMSum's meetings. What it is worth on others is told: by five rounds, each learned without the meeting
 * series it is measured on, and by the points of Zoom calls, of which nothing is learned; and what it would do to
 * written text. What is kept is learned from all of QMSum.
 *
 *   npm run train:adapter -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseQuestion } from '../src/features/text/passage-ranking/index.ts'
import { passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { ADAPTED, packAdapter } from '../src/outbound/embeddings/query-adapter.ts'
import { groundOf, rightOf } from './adapter-examples.ts'
import { type Meeting, type Spans, seriesOf } from './eval-data.ts'
import { hit, mean, reciprocalRank } from './eval-scores.ts'
import { ROOT } from './processes.ts'
import { type Ground, likenesses } from './query-adapter.ts'
import { cutOf } from './reading-examples.ts'
import { printTable } from './report.ts'
import { LEARNED, openTraining, trainingOptions } from './training.ts'

/** Characters of a guideline that are read. */
const PASSAGE_MAX = 1_400

interface Asked {
  readonly meeting_id: string
  readonly text: string
  readonly spans: Spans
}

const { data, embed, asked, adapterWithout, write, close } = await openTraining(trainingOptions())
await measure(
  `${data.queries.filter(({ kind }) => kind === 'specific').length} questions, of ${data.meetings.length} meetings`,
  data.meetings,
  data.queries
    .filter(({ kind }) => kind === 'specific')
    .map(({ meeting_id, query, relevant_spans: spans = [] }) => ({ meeting_id, text: query, spans })),
)
await measure(
  `${data.points.length} points, of ${data.calls.length} calls; nothing was learned of them`,
  data.calls,
  data.points.map(({ meeting_id, text, segment }) => ({ meeting_id, text, spans: [[segment, segment]] })),
)
await measureWritten()
await close()
if (write) await writeFile(join(ROOT, LEARNED.adapter), packAdapter(await adapterWithout(undefined)))

/** By likeness alone: the passage in its meeting, and the meeting by its best passage. */
async function measure(title: string, meetings: readonly Meeting[], all: readonly Asked[]): Promise<void> {
  const grounds: Ground[] = []
  const scores = { without: [] as number[][], with: [] as number[][] }
  const byMeeting = Map.groupBy(all, ({ meeting_id }) => meeting_id)
  for (const meeting of meetings) grounds.push(await groundOf(meeting, cutOf(meeting), embed))
  for (const meeting of meetings) {
    const cut = cutOf(meeting)
    const segments = passagesOfTranscript(cut).map(({ lines }) => lines.map(({ segment }) => segment))
    const speakers = cut.lines.map(({ speaker }) => speaker)
    for (const { text, spans } of byMeeting.get(meeting.id) ?? []) {
      const right = rightOf(segments, spans)
      if (right === undefined) continue
      const core = [parseQuestion(text, speakers).core]
      for (const [kind, [vector = new Float32Array()]] of [
        ['without', await embed(core)],
        ['with', await asked(core, seriesOf(meeting))],
      ] as const)
        scores[kind].push(scoresOf(vector, grounds, meeting.id, right))
    }
  }
  const told = (kind: keyof typeof scores) =>
    [0, 1, 2].map((at) => mean(scores[kind].map((one) => one[at] ?? 0)).toFixed(3))
  printTable(
    title,
    ['', 'first right passage, MRR', 'right one first', 'in five'],
    [
      ['as the encoder has it', ...told('without')],
      ['with the adapter', ...told('with')],
    ],
  )
}

/** Why what is written is asked without it: each of ABCD's guidelines for agents, by its title among all of them. */
async function measureWritten(): Promise<void> {
  const file = await readFile(join(data.folder, 'abcd/guidelines.json'), 'utf8')
  const flows = Object.values(JSON.parse(file) as Record<string, { subflows?: Record<string, unknown> }>)
  const guidelines = flows.flatMap(({ subflows = {} }) => Object.entries(subflows))
  const titles = guidelines.map(([title]) => title)
  const texts = await embed(
    guidelines.map(([, steps]) =>
      JSON.stringify(steps)
        .replace(/["{}[\]]/g, ' ')
        .slice(0, PASSAGE_MAX),
    ),
  )
  const passages = new Float32Array(texts.length * ADAPTED)
  texts.forEach((vector, at) => void passages.set(vector, at * ADAPTED))
  const places = (vectors: readonly Float32Array[]) =>
    vectors.map((vector, at) => {
      const found = likenesses(vector, passages)
      return 1 / (1 + found.filter((one) => one > (found[at] as number)).length)
    })
  const told = (all: readonly number[]) => [
    mean(all).toFixed(3),
    mean(all.map((one) => (one === 1 ? 1 : 0))).toFixed(3),
  ]
  printTable(
    `${titles.length} written guidelines by their titles`,
    ['', 'MRR', 'first'],
    [
      ['as the encoder has it', ...told(places(await embed(titles)))],
      ['with the adapter', ...told(places(await asked(titles, '')))],
    ],
  )
}

function scoresOf(vector: Float32Array, grounds: readonly Ground[], id: string, right: Float64Array): number[] {
  const found = grounds.map(({ passages }) => likenesses(vector, passages))
  const own = found[grounds.findIndex((ground) => ground.id === id)] ?? new Float64Array()
  const places = Array.from(own.keys()).sort((a, b) => (own[b] as number) - (own[a] as number))
  const named = new Set(places.filter((place) => (right[place] ?? 0) > 0))
  const best = found.map((all) => Math.max(...all))
  const order = grounds.map((ground, at) => ({ ground, best: best[at] as number })).sort((a, b) => b.best - a.best)
  const meetings = order.map(({ ground }) => ground.id)
  const gold = new Set([id])
  return [reciprocalRank(places, named), hit(meetings, gold, 1), hit(meetings, gold, 5)]
}
