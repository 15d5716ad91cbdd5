/** Questions that are put to many meetings at once: about one of them, and about meetings that aren't among them. */
import { type Meeting, type Query, seriesOf } from './eval-data.ts'
import { plainQuery } from './eval-foreign.ts'
import { seeded, shuffled } from './seeded.ts'

/**
 * `own`: about a stored meeting; `near`: about a series of a stored domain that isn't stored; `alike`: the same, where all
 * teams of the domain work at one task; `far`: another domain.
 */
export const DISTANCES = ['own', 'near', 'alike', 'far'] as const
export type Distance = (typeof DISTANCES)[number]

export interface MeetingSet {
  readonly stored: readonly Meeting[]
  readonly questions: readonly { readonly query: Query; readonly distance: Distance }[]
}

/** All its teams design a remote control, so what one of them is asked, another one can answer. */
const ONE_TASK = 'product'

/** Ratio of the series of each stored domain that aren't stored. At least one isn't. */
const LEFT_OUT = 1 / 3

/**
 * Draws meetings of all domains except one, and as many questions of each distance. The same seed draws the same.
 * Successive seeds leave out different domains. A question in the words of a stored meeting's own question is never
 * anything else.
 */
export function drawMeetingSet(
  meetings: readonly Meeting[],
  queries: readonly Query[],
  { count, each, seed }: { count: number; each: number; seed: number },
): MeetingSet {
  const random = seeded(seed)
  const domains = [...new Set(meetings.map(({ domain }) => domain))].toSorted()
  const farDomain = domains[seed % domains.length]
  const nearSeries = new Set<string>()
  const pools = domains
    .filter((domain) => domain !== farDomain)
    .map((domain) => {
      const own = meetings.filter((meeting) => meeting.domain === domain)
      const series = shuffled([...new Set(own.map(seriesOf))].toSorted(), random)
      for (const one of series.slice(0, Math.max(1, Math.round(series.length * LEFT_OUT)))) nearSeries.add(one)
      return shuffled(
        own.filter((meeting) => !nearSeries.has(seriesOf(meeting))),
        random,
      )
    })
  const stored = Array.from({ length: count }, (_, at) => pools.flatMap((pool) => pool[at] ?? []))
    .flat()
    .slice(0, count)
  const distances = new Map(
    meetings.map((meeting): [string, Distance | undefined] => [
      meeting.id,
      meeting.domain === farDomain
        ? 'far'
        : nearSeries.has(seriesOf(meeting))
          ? meeting.domain === ONE_TASK
            ? 'alike'
            : 'near'
          : undefined,
    ]),
  )
  for (const { id } of stored) distances.set(id, 'own')
  const specific = queries.filter(({ kind }) => kind === 'specific')
  const own = new Set(
    specific.flatMap((one) => (distances.get(one.meeting_id) === 'own' ? [plainQuery(one.query)] : [])),
  )
  const questions = DISTANCES.flatMap((distance) => {
    const all = specific.filter(
      ({ meeting_id, query }) =>
        distances.get(meeting_id) === distance && (distance === 'own' || !own.has(plainQuery(query))),
    )
    // One of each wording: many were asked of several meetings.
    const unlike = new Map(all.map((query) => [plainQuery(query.query), query]))
    return shuffled([...unlike.values()], random)
      .slice(0, each)
      .map((query) => ({ query, distance }))
  })
  return { stored, questions }
}
