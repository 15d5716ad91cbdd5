/** Questions that a meeting cannot answer: those that were asked of others. */
import { type Meeting, type Query, seriesOf } from './eval-data.ts'
import { seeded, shuffled } from './seeded.ts'

export interface Foreign {
  readonly meeting: Meeting
  readonly query: Query
  /** `far`: of a meeting of another domain; `near`: of the same domain, held by other people. */
  readonly distance: 'far' | 'near'
}

/**
 * So many of each distance a meeting, the same for the same seed. Only specific ones: any meeting can be summarized. What
 * is asked of the meeting itself too, in the same words, is left out. A near one may be answerable all the same: every
 * team that designs a remote control talks about its buttons.
 */
export function drawForeign(
  meetings: readonly Meeting[],
  queries: readonly Query[],
  { each, seed }: { each: number; seed: number },
): Foreign[] {
  const random = seeded(seed)
  const byId = new Map(meetings.map((meeting) => [meeting.id, meeting]))
  const own = Map.groupBy(queries, ({ meeting_id }) => meeting_id)
  const drawn: Foreign[] = []
  for (const meeting of meetings) {
    const asked = new Set(own.get(meeting.id)?.map(({ query }) => plainQuery(query)))
    const others = queries.filter((query) => query.kind === 'specific' && !asked.has(plainQuery(query.query)))
    const at = (distance: Foreign['distance']) =>
      others.filter((query) => {
        const from = byId.get(query.meeting_id)
        if (from === undefined) return false
        const isSameDomain = from.domain === meeting.domain
        return distance === 'far' ? !isSameDomain : isSameDomain && seriesOf(from) !== seriesOf(meeting)
      })
    for (const distance of ['far', 'near'] as const) {
      // One of each wording: many were asked of several meetings.
      const unlike = new Map(at(distance).map((query) => [plainQuery(query.query), query]))
      for (const query of shuffled([...unlike.values()], random).slice(0, each))
        drawn.push({ meeting, query, distance })
    }
  }
  return drawn
}

/** Words of a question, for the comparison of wordings. */
export const plainQuery = (query: string) =>
  query
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
