/** Loads what changed in the team of a manager against the week before. */
import type { JobContext } from '../../../core/jobs.ts'
import type { Visibility } from '../../../core/principal.ts'
import { startOfDay, toLocalDay } from '../../../core/zone-times.ts'
import type { TrackerMatches } from '../../analysis/trackers/index.ts'
import { type ChangeVerdict, judgeCounts, judgeMeans, type Sample } from '../../coaching/team-reports/index.ts'
import { type DealOutcome, readableStage, readOutcome } from '../../conversations/crm-records/index.ts'
import type { DealRow } from '../deal-overviews/index.ts'
import type { WeekSpan } from './queries.ts'
import { selectStageChanges, selectTeamWeeks, type TrackerWeeks, type WeekSamples } from './queries-team.ts'

const TRACKERS_MAX = 3
const WEEK_DAYS = 7

/** Change of a figure. The numbers of calls are those with the figure. */
export interface WeekChange {
  readonly latest: number | null
  readonly previous: number | null
  /** Number of calls in the week with fewer of them. */
  readonly fewestCalls: number
  readonly verdict: ChangeVerdict
}

export interface TrackerChange extends WeekChange {
  readonly name: string
  /** Newest call of the week in which the tracker was matched, with the words. */
  readonly quote: { readonly call: string; readonly text: string; readonly start: number | null } | null
}

export interface TeamChanges {
  readonly calls: WeekChange
  readonly talkShare: WeekChange
  readonly questionsAsked: WeekChange
  readonly averageScore: WeekChange
  readonly trackers: readonly TrackerChange[]
  /** First and last day of the week, for links. */
  readonly firstDay: string
  readonly lastDay: string
}

export interface DealMove {
  readonly id: string
  readonly title: string
  readonly from: string | null
  readonly to: string | null
  readonly outcome: DealOutcome
}

/** @returns undefined if neither week has calls */
export async function loadTeamChanges(
  { db, org }: Pick<JobContext, 'db' | 'org'>,
  given: { readonly visibility: Visibility; readonly userId: string },
  span: WeekSpan,
): Promise<TeamChanges | undefined> {
  const { from, until, timeZone } = span
  const firstDay = toLocalDay(timeZone, from)
  const start = startOfDay(timeZone, firstDay, -WEEK_DAYS)
  if (start === undefined) return undefined
  const { weeks, trackers } = await selectTeamWeeks(db, org, { ...given, from: start, trackers: TRACKERS_MAX }, span)
  const [latest, previous] = [true, false].map((isLatest) => weeks.find((week) => week.isLatest === isLatest))
  if (latest === undefined && previous === undefined) return undefined
  const compare = (figure: 'talkShare' | 'questionsAsked' | 'averageScore') =>
    compareMeans(readSample(latest, figure), readSample(previous, figure))
  return {
    calls: compareCounts(latest?.calls ?? 0, previous?.calls ?? 0),
    ...{ talkShare: compare('talkShare'), questionsAsked: compare('questionsAsked') },
    averageScore: compare('averageScore'),
    trackers: trackers.map((one) => ({
      ...compareCounts(one.latest, one.previous),
      ...{ name: one.name, quote: readQuote(one) },
    })),
    ...{ firstDay, lastDay: toLocalDay(timeZone, new Date(until.getTime() - 1)) },
  }
}

const NOTHING: Sample = { count: 0, mean: null, variance: null }
const readSample = (week: WeekSamples | undefined, figure: 'talkShare' | 'questionsAsked' | 'averageScore') =>
  week?.[figure] ?? NOTHING

const compareMeans = (latest: Sample, previous: Sample): WeekChange => ({
  ...{ latest: latest.mean, previous: previous.mean, fewestCalls: Math.min(latest.count, previous.count) },
  verdict: judgeMeans(latest, previous),
})

/** Both weeks are complete. */
const compareCounts = (latest: number, previous: number): WeekChange => ({
  ...{ latest, previous, fewestCalls: Math.min(latest, previous) },
  verdict: judgeCounts({ count: latest, covered: 1, length: 1 }, { count: previous, covered: 1, length: 1 }),
})

function readQuote({ call, hits }: TrackerWeeks): TrackerChange['quote'] {
  if (call === null || hits === null) return null
  const [first] = JSON.parse(hits) as TrackerMatches['hits']
  return first === undefined ? null : { call, text: first.quote, start: first.start }
}

/** Deals that changed their stage in the week: lost ones first, then won ones. @param rows deals that the user can see */
export async function loadDealMoves(
  { db, org }: Pick<JobContext, 'db' | 'org'>,
  rows: readonly DealRow[],
  span: WeekSpan,
): Promise<DealMove[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const moves = (await selectStageChanges(db, org, [...byId.keys()], span)).flatMap(({ id, from, to }) => {
    const deal = byId.get(id)
    if (deal === undefined) return []
    const readable = (stage: string | null) => (stage === null ? null : readableStage(stage))
    const outcome = readOutcome(deal.fields) ?? 'open'
    return [{ id, title: deal.title, from: readable(from), to: readable(to), outcome }]
  })
  return moves.toSorted((a, b) => RANK[a.outcome] - RANK[b.outcome])
}

const RANK: Readonly<Record<DealOutcome, number>> = { lost: 0, won: 1, open: 2 }
