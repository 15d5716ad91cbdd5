/** QMSum's questions as what the close reading sees of them, and where the answer was. */

import { type CandidateSpan, createCandidates } from '../src/features/text/passage-ranking/candidate-spans.ts'
import {
  parseQuestion,
  type QuestionVectors,
  type RankingQuestion,
  type ReadLines,
  readLines,
  vectorsOfLines,
} from '../src/features/text/passage-ranking/index.ts'
import { blockColumns, SHAPE } from '../src/features/text/passage-ranking/read-closely.ts'
import { computeSignals } from '../src/features/text/passage-ranking/signals.ts'
import { type CutTranscript, cutTranscript, passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { spokenText } from '../src/outbound/search-index/postings.ts'
import { type EvaluationData, type Meeting, seriesOf } from './eval-data.ts'
import { goldChunks } from './eval-scores.ts'
import type { Example } from './softmax-regression.ts'
import type { Vectors } from './training.ts'

/** How much better a stretch is that hits the annotated one more exactly. */
const SHARPNESS = 3

export interface ReadingExample extends Example {
  readonly series: string
  readonly cut: CutTranscript
  readonly read: ReadLines
  readonly question: RankingQuestion
  readonly meaning: QuestionVectors | undefined
  readonly goldTurns: ReadonlySet<number>
  readonly goldChunks: ReadonlySet<number>
}

/** @param vectors undefined: without meaning */
export async function readingExamples(
  { meetings, queries }: Pick<EvaluationData, 'meetings' | 'queries'>,
  vectors: Vectors | undefined,
): Promise<ReadingExample[]> {
  const examples: ReadingExample[] = []
  for (const meeting of meetings) {
    const cut = cutOf(meeting)
    const read = readLines(cut.lines)
    const asked = queries.filter(({ meeting_id, kind }) => meeting_id === meeting.id && kind === 'specific')
    const questions = asked.map(({ query }) =>
      parseQuestion(
        query,
        cut.lines.map(({ speaker }) => speaker),
      ),
    )
    const meanings = vectors === undefined ? [] : await meaningsOf(meeting, cut, questions, vectors)
    asked.forEach(({ relevant_spans = [] }, at) => {
      const question = questions[at] as RankingQuestion
      const meaning = meanings[at]
      const blocks = blockColumns(cut, computeSignals(read, question, meaning))
      const { stretches, rows, width } = createCandidates(blocks, SHAPE, question.wide)
      const goldTurns = new Set(
        relevant_spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      )
      examples.push({
        ...{
          rows,
          width,
          target: targetOf(cut, stretches, goldTurns),
          series: seriesOf(meeting),
          cut,
          read,
          question,
          meaning,
        },
        ...{ goldTurns, goldChunks: goldChunks(relevant_spans, meeting.segments.length) },
      })
    })
  }
  return examples
}

export const cutOf = ({ segments }: Meeting): CutTranscript =>
  cutTranscript(
    segments.map(({ speaker, text, start = null, end = null }) => ({
      ...{ speaker: { name: speaker }, start, end },
      words: [{ text, startTimestamp: start, endTimestamp: end }],
    })),
  )

async function meaningsOf(
  meeting: Meeting,
  cut: CutTranscript,
  questions: readonly RankingQuestion[],
  { embed, asked }: Vectors,
): Promise<QuestionVectors[]> {
  const passages = await embed(passagesOfTranscript(cut).map(({ lines }) => spokenText(lines)))
  const series = seriesOf(meeting)
  const whole = await asked(
    questions.map(({ text }) => text),
    series,
  )
  const cores = await asked(
    questions.map(({ core }) => core),
    series,
  )
  const lines = vectorsOfLines(cut, new Map(passages.entries()))
  return questions.map((_, at) => ({ question: whole[at] as Float32Array, core: cores[at] as Float32Array, lines }))
}

/** How much of each stretch and the annotated turns is in both, of all that is in one of them. */
function targetOf(
  { lines, blocks }: CutTranscript,
  stretches: readonly CandidateSpan[],
  gold: ReadonlySet<number>,
): Float64Array {
  const inside = blocks.map(({ from, to }) => {
    let turns = 0
    for (let line = from; line < to; line++) if (gold.has(lines[line]?.segment ?? -1)) turns++
    return turns / (to - from)
  })
  const all = inside.reduce((sum, share) => sum + share, 0)
  const target = Float64Array.from(stretches, ({ from, to }) => {
    const both = inside.slice(from, to).reduce((sum, share) => sum + share, 0)
    return (both / (all + to - from - both)) ** SHARPNESS
  })
  const total = target.reduce((sum, one) => sum + one, 0) || 1
  return target.map((one) => one / total)
}
