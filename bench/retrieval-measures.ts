/** What retrieval is measured by, from what the service answered. */
import type { EvaluationData, Point, Query } from './eval-data.ts'
import type { Baseline, Measure, Scores } from './eval-report.ts'
import {
  chunksAt,
  chunksOf,
  type Found,
  goldChunks,
  hit,
  mean,
  meetingsOf,
  ndcg,
  recall,
  reciprocalRank,
  turnsOf,
} from './eval-scores.ts'
import { type Asked, type Corpus, type Mode, search } from './eval-service.ts'
import type { Service } from './service.ts'

/** In the conversation the question is about, and in all of its set. */
export interface Both {
  readonly within: Asked
  readonly across: Asked
}

export async function askBoth(
  service: Service,
  corpus: Corpus,
  { meetingId, query, mode }: { meetingId: string; query: string; mode: Mode },
): Promise<Both> {
  const asked = { query, mode }
  return {
    within: await search(service, corpus, { ...asked, within: corpus.idOf.get(meetingId) }),
    across: await search(service, corpus, asked),
  }
}

/** Results as the measures see them. */
function foundIn({ moments }: Asked, { meetingOf }: Corpus): Found[] {
  return moments.map(({ conversation, segment, segments: { first, last } }) => ({
    meeting: meetingOf.get(conversation.id)?.id ?? conversation.id,
    segment,
    segments: Array.from({ length: last - first + 1 }, (_, index) => first + index),
  }))
}

/** The lines of a run, as the scorer reads them. @param both what was answered to each of those asked */
export const runRows = (asked: readonly { readonly id: string }[], both: readonly Both[], corpus: Corpus) =>
  both.map(({ within, across }, index) => ({
    query_id: asked[index]?.id,
    turns: turnsOf(foundIn(within, corpus)),
    meetings: meetingsOf(foundIn(across, corpus)),
  }))

export function withinMeetings(
  { meetings }: Pick<EvaluationData, 'meetings'>,
  queries: readonly Query[],
  asked: readonly Both[],
  { corpus, scores, baseline }: { corpus: Corpus; scores: Scores | undefined; baseline: Baseline },
): Measure[] {
  const turns = new Map(meetings.map(({ id, segments }) => [id, segments.length]))
  const all = queries.map((query: Query, index) => ({
    order: chunksOf(foundIn((asked[index] as Both).within, corpus)),
    gold: goldChunks(query.relevant_spans ?? [], turns.get(query.meeting_id) ?? 0),
  }))
  const of = (measure: (order: number[], gold: Set<number>) => number) =>
    mean(all.map(({ order, gold }) => measure(order, gold)))
  const chunk = (name: string) => baseline('within a meeting', 'speaker and text, stop words out', 'chunk/spans', name)
  const turn = (name: string) => baseline('within a meeting', 'speaker and text, stop words out', 'turn/spans', name)
  const scored = (name: string) => scores?.['turns against spans']?.[name] ?? Number.NaN
  return [
    {
      what: 'right moment in ten (chunks, recall@10)',
      measured: of((order, gold) => recall(order, gold, 10)),
      baseline: chunk('recall@10'),
      goal: 0.7,
    },
    {
      what: 'right moment in twenty (chunks, recall@20)',
      measured: of((order, gold) => recall(order, gold, 20)),
      baseline: chunk('recall@20'),
    },
    {
      what: 'order of moments (chunks, nDCG@10)',
      measured: of((order, gold) => ndcg(order, gold, 10)),
      baseline: chunk('nDCG@10'),
    },
    { what: 'first right moment (chunks, MRR)', measured: of(reciprocalRank), baseline: chunk('MRR') },
    { what: 'first relevant turn (turns, MRR)', measured: scored('MRR'), baseline: turn('MRR'), goal: 0.66 },
    {
      what: 'relevant turns in ten (turns, precision@10)',
      measured: scored('precision@10'),
      baseline: turn('precision@10'),
    },
    {
      what: 'evidence turns in twenty (recall@20)',
      measured: scores?.['turns against evidence']?.['recall@20'] ?? Number.NaN,
      baseline: baseline('within a meeting', 'speaker and text, stop words out', 'turn/evidence', 'recall@20'),
    },
  ]
}

/** @param count of all meetings */
export function acrossMeetings(count: number, scores: Scores | undefined, baseline: Baseline): Measure[] {
  const plain = (name: string) => baseline('across meetings', 'speaker and text, stop words out', 'best chunk', name)
  const scored = (name: string) => scores?.meetings?.[name] ?? Number.NaN
  const set = `of ${count}`
  return [
    { what: `right meeting ${set} first`, measured: scored('hit@1'), baseline: plain('hit@1'), goal: 0.45 },
    { what: `right meeting ${set} in five`, measured: scored('hit@5'), baseline: plain('hit@5'), goal: 0.7 },
    { what: `right meeting ${set} (MRR)`, measured: scored('MRR'), baseline: plain('MRR') },
  ]
}

export function ofPoints(
  { calls: all, points }: Pick<EvaluationData, 'calls' | 'points'>,
  found: readonly Both[],
  corpus: Corpus,
  baseline: Baseline,
): Measure[] {
  const calls = new Map(all.map(({ id, segments }) => [id, segments]))
  const told = points.map((point: Point, index) => {
    const { within, across } = found[index] as Both
    return {
      calls: meetingsOf(foundIn(across, corpus)),
      call: new Set([point.meeting_id]),
      chunks: chunksOf(foundIn(within, corpus)),
      right: chunksAt(point, calls.get(point.meeting_id) ?? []),
    }
  })
  const right = (first: number) => mean(told.map(({ calls, call }) => hit(calls, call, first)))
  const minute = (first: number) => mean(told.map(({ chunks, right }) => hit(chunks, right, first)))
  const plain = (name: string) => baseline('zoom points', name)
  const set = `of ${all.length}`
  return [
    { what: `Zoom points: right call ${set} first`, measured: right(1), baseline: plain('meeting hit@1'), goal: 0.95 },
    { what: `Zoom points: right call ${set} in five`, measured: right(5), baseline: plain('meeting hit@5') },
    {
      what: 'Zoom points: right minute of its call first',
      measured: minute(1),
      baseline: plain('moment hit@1 (chunk within 60 s)'),
    },
    {
      what: 'Zoom points: right minute of its call in five',
      measured: minute(5),
      baseline: plain('moment hit@5 (chunk within 60 s)'),
    },
  ]
}

/** Also what shows that segments are counted alike on both sides. */
export function quotes(...sets: readonly { readonly asked: readonly Both[]; readonly corpus: Corpus }[]): Measure {
  const standing = sets.flatMap(({ asked, corpus: { meetingOf } }) =>
    asked.flatMap(({ within, across }) =>
      [...within.moments, ...across.moments].map(({ conversation, segment, quote }) =>
        meetingOf.get(conversation.id)?.segments[segment]?.text.includes(quote) === true && quote !== '' ? 1 : 0,
      ),
    ),
  )
  return {
    what: 'quotes that stand in their turn',
    measured: mean(standing),
    goal: 1,
  }
}
