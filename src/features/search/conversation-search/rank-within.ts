/**
 * Search within one conversation. For a question, all lines of the conversation are ranked, because the context of a
 * line often decides whether it is the answer. The index decides which passages are results; line ranking decides their
 * order and best line.
 */
import type { SpokenHit } from '../../../core/search.ts'
import { type permittedConversations, selectSegmentsInput } from '../../conversations/records/index.ts'
import { loadPassageVectors } from './load-passage-vectors.ts'
import { type MatchedHits, matchSpokenHits } from './match-hits.ts'
import type { MatchFilter } from './match-kinds.ts'
import type { PreparedQuery, SearchPorts } from './prepare-query.ts'
import { type RankedHits, type RankedMoment, rankHits } from './rank-moments.ts'
import { parseTask, rankTask } from './rank-segments.ts'
import { speakersNamed } from './speakers.ts'
import { WEIGHTS } from './weights.ts'

export interface OneConversation {
  readonly id: string
  /** Visibility condition, which the query checks. */
  readonly permitted: ReturnType<typeof permittedConversations>
}

export interface RankedWithin {
  readonly ranked: RankedHits
  readonly matched: MatchedHits<SpokenHit>
  /** Whether lines were ranked, so that the order is the likelihood of the answer. */
  readonly isRead: boolean
}

/** Maximum number of passages; a conversation of a whole day has fewer. */
const PASSAGES = 3_000

export async function rankWithin(
  ports: SearchPorts,
  { id, permitted }: OneConversation,
  asked: PreparedQuery,
  filter: MatchFilter | undefined,
): Promise<RankedWithin> {
  const { db, org, search } = ports
  const hits = await search.find(db, org, { conversations: permitted }, asked.criteria, PASSAGES)
  const matched = await matchSpokenHits(ports, permitted, asked, hits)
  if (hits.length === 0 || !isToBeRead(asked)) {
    const isFirst = filter && ((hit: SpokenHit) => matched.findMatch(hit).match === 'exact')
    return { ranked: rankHits(asked, hits, { weights: WEIGHTS.within, isFirst }), matched, isRead: false }
  }
  const segments = await selectSegmentsInput(db, org, id, 'current')
  const question = await ports.requestWorkers.run(parseTask, [segments, asked.question.text], ports.signal)
  const vectors = await loadPassageVectors(ports, id, question)
  const spans = await ports.requestWorkers.run(rankTask, [segments, question, vectors], ports.signal)
  const byPosition = new Map(hits.map((hit) => [hit.position, hit]))
  const most = Math.max(...spans.map(({ probability }) => probability))
  let score = 1
  const moments = spans.flatMap(({ position, probability, best }): RankedMoment[] => {
    const hit = byPosition.get(position)
    if (hit === undefined) return []
    // Neighbors of earlier results come later than their probability, so scores are capped to stay descending.
    score = Math.min(score, probability / most)
    return [{ hit, score, line: hit.lines.find((line) => line.segment === best.segment && line.text === best.text) }]
  })
  return { ranked: { moments, speakers: speakersNamed(asked.question, hits) }, matched, isRead: true }
}

/**
 * Whether lines are ranked: only for questions without operators. Keywords and statements search for where the words
 * were said, and the index evaluates operators by passage.
 */
function isToBeRead({ criteria, question, mode }: PreparedQuery): boolean {
  const conditions = [criteria.phrases, question.without, criteria.speakers]
  return (
    question.isQuestion &&
    criteria.terms.length > 0 &&
    mode !== 'semantic' &&
    conditions.every(({ length }) => length === 0)
  )
}
