import { z } from 'zod'
import { findMonday } from '../../../core/calendar-words.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { trackerColor } from '../../analysis/trackers/index.ts'
import { targetComparison } from '../targets/index.ts'
import { compareHome } from './compare-home.ts'
import { judgeChange, type LatestChange } from './judge-change.ts'
import { shiftPeriod } from './periods.ts'
import { CALLS_MAX, type HomeRow, selectHomeFigures } from './queries-home.ts'
import { changedPeriods, changeVerdict, figureChange } from './schema-change.ts'
import { judgeCounts } from './significance.ts'

const WEEKS = 13
const DAY_MILLISECONDS = 86_400_000
const RECENT_DAYS = 30
const PEOPLE_MAX = 12
const OUTLIERS_MAX = 4
const TRACKERS_MAX = 5

const figures = {
  conversations: z.int(),
  talkShare: z.number().nullable(),
  questionsAsked: z.number().nullable(),
  longestMonologue: z.number().nullable(),
  averageScore: z.number().nullable(),
}

/**
 * Figures of the start page over the calls that the caller can access. They cover the last 13 weeks, the last 30 days by
 * user, the calls that differ most from the typical call, and trackers compared with the 30 days before. It has no route.
 */
export const getHomeFigures = defineToolOperation({
  id: 'getHomeFigures',
  summary: 'Get the figures of the start page',
  tag: 'Reports',
  input: z.object({}),
  output: z.object({
    weeks: z
      .array(z.object({ from: z.string(), ...figures }))
      .describe('Weeks from the first to the last one with calls, oldest first.'),
    latestChange: z
      .object({ ...changedPeriods, figures: z.array(figureChange) })
      .nullable()
      .describe('Change between the last week with calls and the week before.'),
    people: z.array(
      z.object({
        ...{ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() },
        ...{ ...figures, targets: z.array(targetComparison) },
      }),
    ),
    targets: z
      .array(targetComparison)
      .describe("Figures of the last 30 days, compared with the targets of the caller's primary team."),
    outliers: z.array(
      z.object({
        uuid: z.string(),
        title: z.string(),
        startedAt: z.string(),
        ownerUUID: z.string(),
        measure: z.enum(['talkShare', 'longestMonologue', 'questionsAsked']),
        value: z.number(),
        typical: z.number().describe('Median of the calls of 30 days.'),
      }),
    ),
    trackers: z.array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        color: trackerColor,
        conversations: z.int(),
        earlier: z.int().nullable().describe("Calls in the 30 days before. Null if the figures don't cover them."),
        verdict: changeVerdict,
      }),
    ),
    since: z.string().describe('Start of the 30 days, ISO 8601.'),
  }),
  requires: { scope: 'read' },
  async handle(_input, { db, org, clock, principal }) {
    const now = clock.now()
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
    const recent = daysAgo(RECENT_DAYS)
    const found = await selectHomeFigures(db, org, toVisibility(principal), {
      ...{ from: findMonday(daysAgo((WEEKS - 1) * 7)), recent, earlier: daysAgo(2 * RECENT_DAYS), now },
      ...{ people: PEOPLE_MAX, outliers: OUTLIERS_MAX, trackers: TRACKERS_MAX },
    })
    const { covered, weeks, outliers, trackers } = found
    // With more calls, the oldest week and the 30 days before are incomplete.
    const isComplete = covered < CALLS_MAX
    const shownWeeks = isComplete ? weeks : weeks.slice(1)
    return {
      weeks: fillWeeks(shownWeeks),
      latestChange: judgeWeeks(shownWeeks, now),
      ...(await compareHome(db, org, found, { userId: principal.user?.id, milliseconds: RECENT_MILLISECONDS })),
      ...{ outliers, since: recent.toISOString() },
      trackers: trackers.map((tracker) => ({
        ...tracker,
        earlier: isComplete ? tracker.earlier : null,
        verdict: isComplete ? judgeCounts(toRecent(tracker.conversations), toRecent(tracker.earlier)) : 'incomplete',
      })),
    }
  },
})

const RECENT_MILLISECONDS = RECENT_DAYS * DAY_MILLISECONDS
const toRecent = (count: number) => ({ count, covered: RECENT_MILLISECONDS, length: RECENT_MILLISECONDS })

/** Change of the figures between the last week with calls and the week before it. */
function judgeWeeks(weeks: HomeRow['weeks'], now: Date): LatestChange | null {
  const latest = weeks.at(-1)
  if (latest === undefined) return null
  const samples = weeks.slice(-2).map((week) => ({ period: week.from, ...week.samples }))
  // All calls of the week before are covered, because the figures begin with a complete week.
  const from = new Date(shiftPeriod(latest.from, 'week', -1))
  return judgeChange(latest, weeks.at(-2), samples, { period: 'week', from, to: now, now })
}

const NOTHING = { conversations: 0, talkShare: null, questionsAsked: null, longestMonologue: null, averageScore: null }

/** Adds the weeks without calls between the first and the last one. */
function fillWeeks<Week extends { readonly from: string }>(
  weeks: readonly Week[],
): (Week | (typeof NOTHING & { from: string }))[] {
  const byDay = new Map(weeks.map((week) => [week.from, week]))
  const filled: (Week | (typeof NOTHING & { from: string }))[] = []
  const end = Date.parse(weeks.at(-1)?.from ?? '')
  for (let at = Date.parse(weeks[0]?.from ?? ''); at <= end; at += 7 * DAY_MILLISECONDS) {
    const from = new Date(at).toISOString().slice(0, 10)
    filled.push(byDay.get(from) ?? { from, ...NOTHING })
  }
  return filled
}
