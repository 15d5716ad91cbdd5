/** Creates a report, for one team or for all. */
import { z } from 'zod'
import type { Reader } from '../../../core/db.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Context, Wire } from '../../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { type OrganizationId, toVisibility } from '../../../core/principal.ts'
import { queryInstant, uuid } from '../../../core/wire.ts'
import { toManagedUsers, userExists } from '../../accounts/identity/index.ts'
import { resolvePeriod } from '../usage-reports/index.ts'
import { compareReport } from './compare-report.ts'
import { loadLatestChange } from './judge-change.ts'
import { selectReport, selectTeamName } from './queries.ts'
import { teamReport } from './schema.ts'

/** Default period in days. */
export const USUAL_DAYS = 90
/** Maximum period in days: five years by month, 13 months by week. */
export const DAYS_MAX = { month: 1_830, week: 400 } as const
/** Maximum number of teams, scorecards, labels and trackers in a report. */
export const MOST = 50

export const reportFields = {
  from: queryInstant()
    .optional()
    .describe(
      `Earliest start of a conversation: a date, or an ISO 8601 date-time with offset. Defaults to ${USUAL_DAYS} days before \`to\`. ` +
        `The period has at most ${DAYS_MAX.month} days by month and ${DAYS_MAX.week} by week. Example: \`2026-09-01\`.`,
    ),
  to: queryInstant()
    .optional()
    .describe(
      'Latest start of a conversation: a date (00:00 UTC), or an ISO 8601 date-time with offset. Defaults to now. Example: `2026-11-21`.',
    ),
  ownerUUID: uuid()
    .optional()
    .describe(
      'ID of a user, from `GET /organizations/users`. Limits the report to conversations of this owner. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  period: z
    .enum(['week', 'month'])
    .default('month')
    .describe('Interval of figures over time. Defaults to `month`. Example: `week`.'),
  ...pageFields({ default: 50, max: 200 }),
}
const fields = z.object(reportFields)

export const report = z.object({ data: teamReport, meta: metaSchema })
export const REPORT_REST = {
  present: ({ data, meta }: z.output<typeof report>, wire: Wire) => ({ data, links: pageLinks(wire, meta), meta }),
  answer: z.object({ data: teamReport, links: linksSchema, meta: metaSchema }),
}

/** @throws AppError `validation_failed` if the organization has no such user */
export async function requireOwner(db: Reader, org: OrganizationId, ownerId: string | undefined): Promise<void> {
  if (ownerId === undefined || (await userExists(db, org, ownerId))) return
  throw invalid({
    pointer: '/query/ownerUUID',
    detail: 'No user of the organization has the ID in `ownerUUID`. Get IDs from `GET /organizations/users`.',
  })
}

export async function reportOn(
  teamId: string | undefined,
  { page, size, period, ownerUUID: ownerId, ...asked }: z.output<typeof fields>,
  { db, org, clock, principal }: Context,
): Promise<z.input<typeof report>> {
  const now = clock.now()
  const { from, to } = resolvePeriod(asked, now, {
    ...{ defaultDays: USUAL_DAYS, maxDays: DAYS_MAX[period], what: `A report by ${period}` },
  })
  await requireOwner(db, org, ownerId)
  const [name, found] = await Promise.all([
    teamId === undefined ? null : selectTeamName(db, org, teamId),
    selectReport(db, org, toVisibility(principal), {
      ...{ teamId, ownerId, from, to, period, now, most: MOST, actionOwners: toManagedUsers(principal) },
      ...{ limit: size, offset: (page - 1) * size },
    }),
  ])
  if (name === undefined) throw notFound('team')
  const { repCount, actions, ...told } = found
  const scope = { teamId, ownerId, from, to, period, now }
  const [compared, latestChange] = await Promise.all([
    compareReport(db, org, found, { teamId, ownerId, milliseconds: to.getTime() - from.getTime() }),
    loadLatestChange(db, org, toVisibility(principal), scope, found.periods),
  ])
  return {
    data: {
      team: teamId === undefined || name === null ? null : { uuid: teamId, name },
      ...{ from: from.toISOString(), to: to.toISOString(), period },
      ...told,
      ...compared,
      latestChange,
      actions: { ...NO_ACTIONS, ...actions },
    },
    meta: pageMeta(page, size, repCount),
  }
}

const NO_ACTIONS = { pending: 0, drafted: 0, sent: 0, dismissed: 0, expired: 0 }
