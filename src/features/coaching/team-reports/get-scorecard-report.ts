import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { linksSchema, metaSchema, pageLinks, pageMeta } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { scorecardOutline } from '../scorecards/index.ts'
import { CALLS_MIN, compareWithTarget, loadTargetLookup, type TargetComparison } from '../targets/index.ts'
import { resolvePeriod } from '../usage-reports/index.ts'
import { shiftPeriod } from './periods.ts'
import { selectTeamName } from './queries.ts'
import { type ScorecardReportRow, selectScorecardReport } from './queries-scorecard.ts'
import { DAYS_MAX, reportFields, requireOwner, USUAL_DAYS } from './report.ts'
import { type ScoreChange, scorecardReport } from './schema-scorecard.ts'
import { judgeMeans, type Sample } from './significance.ts'

const output = z.object({ data: scorecardReport, meta: metaSchema })

export const getScorecardReport = defineOperation({
  id: 'getScorecardReport',
  summary: 'Get the report of a scorecard',
  description:
    'Returns scores of a scorecard over time, by owner of the conversations, and by question and owner. Covers ' +
    'conversations that the caller can access and that started in the period, except archived ones. Results of people ' +
    'replace automatic ones. Only `reps` is paged. Results of a deleted scorecard stay in the report.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('scorecard'),
    teamUUID: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Limits the report to conversations of the team and its child ' +
          'teams. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
    ...reportFields,
  }),
  output,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/report',
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
    answer: z.object({ data: scorecardReport, links: linksSchema, meta: metaSchema }),
  },
  async handle({ id, teamUUID, ownerUUID, period, page, size, ...given }, { db, org, clock, principal }) {
    const { from, to } = resolvePeriod(given, clock.now(), {
      ...{ defaultDays: USUAL_DAYS, maxDays: DAYS_MAX[period], what: `A report by ${period}` },
    })
    await requireOwner(db, org, ownerUUID)
    if (teamUUID !== undefined && (await selectTeamName(db, org, teamUUID)) === undefined) {
      throw invalid({
        pointer: '/query/teamUUID',
        detail: 'No team of the organization has the ID in `teamUUID`. Get IDs from `GET /organizations/teams`.',
      })
    }
    const [outline, found] = await Promise.all([
      scorecardOutline(db, org, id),
      selectScorecardReport(db, org, toVisibility(principal), {
        ...{ scorecardId: id, teamId: teamUUID, ownerId: ownerUUID, from, to, period },
        ...{ limit: size, offset: (page - 1) * size },
      }),
    ])
    const title = outline?.title ?? found.title
    if (title === null) throw notFound('scorecard')
    const [rep] = ownerUUID === undefined ? [] : found.reps
    const findTargets = await loadTargetLookup(db, org, [rep?.primaryTeamId ?? teamUUID ?? null])
    const target = findTargets(rep?.primaryTeamId ?? teamUUID ?? null).find(({ scorecardId }) => scorecardId === id)
    const latest = found.periods.at(-1)?.from
    const previous = latest === undefined ? undefined : shiftPeriod(latest, period, -1)
    const findSample = (day: string | undefined) => found.periods.find((one) => one.from === day)?.sample ?? null
    const toChange = (one: Sample | null, other: Sample | null): ScoreChange | null =>
      latest === undefined || previous === undefined ? null : { latest, previous, ...judgeScores(one, other) }
    return {
      data: {
        ...{ scorecardId: id, title, deleted: outline === undefined },
        ...{ from: from.toISOString(), to: to.toISOString(), period },
        ...{ results: found.results, averageScore: found.averageScore },
        target: target === undefined ? null : compareScore(target, found),
        latestChange: toChange(findSample(latest), findSample(previous)),
        periods: found.periods.map(({ from: day, results, averageScore }) => ({ from: day, results, averageScore })),
        items: sortItems(outline?.items ?? [], found.items),
        reps: found.reps.map(({ latest: one, previous: other, primaryTeamId: _, ...person }) => ({
          ...person,
          latestChange: one === null ? null : toChange(one, other),
        })),
      },
      meta: pageMeta(page, size, found.repCount),
    }
  },
})

const compareScore = (
  target: Parameters<typeof compareWithTarget>[0],
  { results, averageScore }: ScorecardReportRow,
): TargetComparison => compareWithTarget(target, { value: averageScore, isEnough: results >= CALLS_MIN })

function judgeScores(latest: Sample | null, previous: Sample | null): Omit<ScoreChange, 'latest' | 'previous'> {
  const [one, other] = [latest ?? NOTHING, previous ?? NOTHING]
  return {
    ...{ latestScore: round(one.mean), previousScore: round(other.mean) },
    ...{ latestResults: one.count, previousResults: other.count },
    verdict: judgeMeans(one, other),
  }
}

const NOTHING: Sample = { count: 0, mean: null, variance: null }
const round = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

/** Current questions in the order of the scorecard, then deleted ones that have scores. */
function sortItems(
  current: readonly { readonly id: string; readonly title: string }[],
  scored: ScorecardReportRow['items'],
): { uuid: string; title: string; results: number; averageScore: number | null }[] {
  const byId = new Map(scored.map((item) => [item.uuid, item]))
  const known = new Set(current.map(({ id }) => id))
  return [
    ...current.map(({ id, title }) => ({
      ...{ uuid: id, title, results: byId.get(id)?.results ?? 0 },
      averageScore: byId.get(id)?.averageScore ?? null,
    })),
    ...scored.filter(({ uuid: id }) => !known.has(id)),
  ]
}
