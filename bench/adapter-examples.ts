/** What people wrote of QMSum's meetings, each with the passages that it is about, for learning a query adapter. */

import { parseQuestion } from '../src/features/text/passage-ranking/index.ts'
import { type CutTranscript, passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { ADAPTED } from '../src/outbound/embeddings/query-adapter.ts'
import { spokenText } from '../src/outbound/search-index/postings.ts'
import { type EvaluationData, type Meeting, type Spans, seriesOf } from './eval-data.ts'
import type { Embed } from './kept-vectors.ts'
import type { AskedOf, Ground } from './query-adapter.ts'
import { cutOf } from './reading-examples.ts'

export interface AdapterExample extends AskedOf {
  readonly kind: 'question' | 'core' | 'note' | 'topic'
}

/** What is asked counts twice what is told of it. */
const WEIGHTS: Readonly<Record<AdapterExample['kind'], number>> = { question: 1, core: 1, note: 0.5, topic: 0.5 }

/** @param embed vectors as the encoder has them */
export async function adapterExamples(
  { meetings, queries, topics }: Pick<EvaluationData, 'meetings' | 'queries' | 'topics'>,
  embed: Embed,
): Promise<AdapterExample[]> {
  const examples: AdapterExample[] = []
  for (const meeting of meetings) {
    const cut = cutOf(meeting)
    const ground = await groundOf(meeting, cut, embed)
    const segments = passagesOfTranscript(cut).map(({ lines }) => [...new Set(lines.map(({ segment }) => segment))])
    const speakers = cut.lines.map(({ speaker }) => speaker)
    const own = queries.filter(({ meeting_id, kind }) => meeting_id === meeting.id && kind === 'specific')
    const written = [
      ...own.flatMap(({ query, relevant_spans: spans = [] }) => [
        { kind: 'question' as const, text: query, spans },
        { kind: 'core' as const, text: parseQuestion(query, speakers).core, spans },
      ]),
      ...own.flatMap(({ answer_sentences = [], evidence = [] }) =>
        answer_sentences.map((text, at) => ({
          ...{ kind: 'note' as const, text },
          spans: (evidence[at] ?? []).map(({ segment }) => [segment, segment] as const),
        })),
      ),
      ...topics
        .filter(({ meeting_id }) => meeting_id === meeting.id)
        .map(({ topic, spans }) => ({ kind: 'topic' as const, text: topic, spans })),
    ]
    const vectors = await embed(written.map(({ text }) => text))
    written.forEach(({ kind, spans }, at) => {
      const right = rightOf(segments, spans)
      const vector = vectors[at]
      if (right !== undefined && vector !== undefined)
        examples.push({ kind, ground, vector, right, weight: WEIGHTS[kind] })
    })
  }
  return examples
}

export async function groundOf(meeting: Meeting, cut: CutTranscript, embed: Embed): Promise<Ground> {
  const vectors = await embed(passagesOfTranscript(cut).map(({ lines }) => spokenText(lines)))
  const passages = new Float32Array(vectors.length * ADAPTED)
  vectors.forEach((vector, at) => void passages.set(vector, at * ADAPTED))
  return { id: meeting.id, series: seriesOf(meeting), passages, count: vectors.length }
}

/** The share of each passage's turns that the spans name; undefined where they name none. */
export function rightOf(segments: readonly (readonly number[])[], spans: Spans): Float64Array | undefined {
  const isNamed = (segment: number) => spans.some(([from, to]) => from <= segment && segment <= to)
  const shares = Float64Array.from(segments, (all) => all.filter(isNamed).length / Math.max(1, all.length))
  const sum = shares.reduce((all, one) => all + one, 0)
  return sum === 0 ? undefined : shares.map((one) => one / sum)
}
