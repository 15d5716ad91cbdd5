/**
 * Learns the query adapter of the encoder that comes along (`src/outbound/embedding-query-adapter.bin`) from what people
 * wrote of QMSum's meetings. What it is worth on others is told twice: by five rounds, each learned without the meeting
 * series it is measured on, and by the points of Zoom calls, of which nothing is learned. What is written is learned from
 * all of QMSum.
 *
 *   npm run train:adapter -- [--data FOLDER] [--vectors FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { passagesOfTranscript } from '../src/features/passages/index.ts'
import { questionOf } from '../src/features/reading/index.ts'
import { packAdapter } from '../src/outbound/embedding-query-adapter.ts'
import { groundOf, rightOf } from './adapter-examples.ts'
import { type Meeting, type Spans, seriesOf } from './eval-data.ts'
import { hit, mean, reciprocalRank } from './eval-scores.ts'
import { type Ground, likenesses } from './query-adapter.ts'
import { cutOf } from './reading-examples.ts'
import { printTable } from './report.ts'
import { openTraining } from './training.ts'

const ADAPTER = new URL('../src/outbound/embedding-query-adapter.bin', import.meta.url)

interface Asked {
  readonly meeting_id: string
  readonly text: string
  readonly spans: Spans
}

const { data, embed, asked, adapterWithout, write, close } = await openTraining()
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
await close()
if (write) await writeFile(ADAPTER, packAdapter(await adapterWithout(undefined)))

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
      const core = [questionOf(text, speakers).core]
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
