/**
 * One conversation alone is looked at as a whole, and read closely for a question: what makes a remark the answer often
 * stands around it. What the index finds decides what may be told at all; in which order, and which line of it, the
 * reading says.
 */
import type { SpokenHit } from '../../core/search.ts'
import { type permittedConversations, selectSegments } from '../conversations/index.ts'
import { type CutTranscript, cutTranscript, momentsOf } from '../passages/index.ts'
import { questionOf, readClosely } from '../reading/index.ts'
import type { Asked, SearchPorts } from './asked.ts'
import { meaningWithin } from './meaning-within.ts'
import { type RankedMoment, type RankedMoments, rankMoments } from './rank-moments.ts'
import { speakersNamed } from './speakers.ts'
import { WEIGHTS } from './weights.ts'

export interface OneConversation {
  readonly id: string
  /** Nobody has said yet that the caller may see it: this does, as part of the query. */
  readonly permitted: ReturnType<typeof permittedConversations>
}

/** More passages than a conversation of a whole day has. */
const PASSAGES = 3_000

export async function rankWithin(
  ports: SearchPorts,
  { id, permitted }: OneConversation,
  asked: Asked,
): Promise<RankedMoments> {
  const { db, org, search } = ports
  const hits = await search.find(db, org, { conversations: permitted }, asked.wanted, PASSAGES)
  if (hits.length === 0 || !isToBeRead(asked)) return rankMoments(asked, hits, undefined, WEIGHTS.within)
  const cut = cutTranscript(await selectSegments(db, org, id, 'current'))
  const question = questionOf(
    asked.question.text,
    cut.lines.map(({ speaker }) => speaker),
  )
  const reading = readClosely(cut, question, await meaningWithin(ports, id, cut, question))
  const found = foundIn(cut, hits)
  const most = Math.max(...reading.moments.map(({ probability }) => probability))
  let score = 1
  const moments = reading.moments.flatMap((moment): RankedMoment[] => {
    const hit = found.get(moment.from)
    if (hit === undefined) return []
    // Neighbours of what has been told come later than they are likely: no score is higher than one before it.
    score = Math.min(score, moment.probability / most)
    const best = cut.lines[moment.line]
    return [{ hit, score, line: hit.lines.find((line) => line.segment === best?.segment && line.text === best.text) }]
  })
  return { moments, speakers: speakersNamed(asked.question, hits) }
}

/** What was found of each moment, by its first line: every second passage is one. */
function foundIn(cut: CutTranscript, hits: readonly SpokenHit[]): ReadonlyMap<number, SpokenHit> {
  const byPosition = new Map(hits.map((hit) => [hit.position, hit]))
  return new Map(
    momentsOf(cut).flatMap(({ from }, index) => {
      const hit = byPosition.get(2 * index)
      return hit === undefined ? [] : [[from, hit] as const]
    }),
  )
}

/**
 * What is read for is a question in plain language. Who gives words, or a statement, looks for where that was said, and
 * conditions are the index's to fulfil, passage by passage.
 */
function isToBeRead({ wanted, question, mode }: Asked): boolean {
  const conditions = [wanted.phrases, question.without, wanted.speakers]
  return (
    question.asks && wanted.terms.length > 0 && mode !== 'semantic' && conditions.every(({ length }) => length === 0)
  )
}
