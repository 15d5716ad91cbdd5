/** The one way a report comes about, for a team and for all. */
import { z } from 'zod'
import { invalid, notFound } from '../../core/errors.ts'
import type { Context, Wire } from '../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryInstant, uuid } from '../../core/wire.ts'
import { userExists } from '../identity/index.ts'
import { spanOf } from '../reports/index.ts'
import { selectReport, selectTeamName } from './queries.ts'
import { teamReport } from './schema.ts'

/** Without `from`. */
const USUAL_DAYS = 90
/** Five years by month, a year and a month by week. */
export const DAYS_MAX = { month: 1_830, week: 400 } as const
/** Of teams, scorecards, labels and trackers. */
export const MOST = 50

export const reportFields = {
  from: queryInstant().optional().describe(`Default: ${USUAL_DAYS} days before the end.`),
  to: queryInstant().optional().describe('Default: now.'),
  ownerUUID: uuid().optional().describe('Only conversations that this user owns.'),
  period: z.enum(['week', 'month']).default('month').describe('What figures over time are told by.'),
  ...pageFields({ default: 50, max: 200 }),
}
const fields = z.object(reportFields)

export const report = z.object({ data: teamReport, meta: metaSchema })
export const REPORT_REST = {
  present: ({ data, meta }: z.output<typeof report>, wire: Wire) => ({ data, links: pageLinks(wire, meta), meta }),
  answer: z.object({ data: teamReport, links: linksSchema, meta: metaSchema }),
}

export async function reportOn(
  teamId: string | undefined,
  { page, size, period, ownerUUID: ownerId, ...asked }: z.output<typeof fields>,
  { db, org, clock, principal }: Context,
): Promise<z.input<typeof report>> {
  const now = clock.now()
  const { from, to } = spanOf(asked, now, {
    ...{ usual: USUAL_DAYS, most: DAYS_MAX[period], what: `A report by ${period}` },
  })
  if (ownerId !== undefined && !(await userExists(db, org, ownerId))) {
    throw invalid({ pointer: '/query/ownerUUID', detail: 'There is no such user in the organization.' })
  }
  const [name, found] = await Promise.all([
    teamId === undefined ? null : selectTeamName(db, org, teamId),
    selectReport(db, org, visibilityOf(principal), {
      ...{ teamId, ownerId, from, to, period, now, most: MOST },
      ...{ limit: size, offset: (page - 1) * size },
    }),
  ])
  if (name === undefined) throw notFound('team')
  const { repCount, actions, ...told } = found
  return {
    data: {
      team: teamId === undefined || name === null ? null : { uuid: teamId, name },
      ...{ from: from.toISOString(), to: to.toISOString(), period },
      ...told,
      actions: { ...NO_ACTIONS, ...actions },
    },
    meta: pageMeta(page, size, repCount),
  }
}

const NO_ACTIONS = { pending: 0, drafted: 0, sent: 0, dismissed: 0, expired: 0 }
