import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { userReference } from '../../../core/user-reference.ts'
import { queryInstant } from '../../../core/wire.ts'
import { keysInUse } from '../../accounts/api-keys/index.ts'
import { modelUsage, modelUsageSchema } from '../../platform/model-calls/index.ts'
import { selectMonths, selectTotals, selectUsage } from './queries.ts'
import { resolvePeriod } from './span.ts'

/** Default period in days if `from` is omitted. */
const USUAL_DAYS = 30
/** Maximum period: five years. */
const DAYS_MAX = 1_830

const counted = {
  conversations: z.int().describe('Number of conversations that started in the period, including archived ones.'),
  minutesRecorded: z.number().describe('Total length of these conversations, in minutes.'),
  writes: z.int().describe('Number of changes in the period: audit log entries.'),
}

const usageReport = z.object({
  from: z.string().describe('Start of the period.'),
  to: z.string().describe('End of the period.'),
  totals: z
    .object({
      ...counted,
      activeUsers: z.int().describe('Number of users who own a conversation or made a change in the period.'),
      users: z.int().describe('Number of all users, including deactivated ones.'),
    })
    .describe('Figures of the whole organization.'),
  apiKeys: z
    .object({
      valid: z.int().describe('API keys that are valid now.'),
      usedSinceFrom: z.int().describe('Valid API keys that were used since `from`.'),
    })
    .describe('Number of API keys of the organization.'),
  modelCalls: modelUsageSchema.describe('Requests to language models in the period.'),
  months: z
    .array(
      z.object({
        month: z.string().describe('Calendar month in UTC, such as 2026-11.'),
        conversations: z.int().describe('Number of conversations that started in this month and in the period.'),
        minutesRecorded: z.number().describe('Total length of these conversations, in minutes.'),
      }),
    )
    .describe('Calendar months in UTC with at least one conversation, oldest first.'),
  users: z
    .array(
      z.object({
        ...userReference.shape,
        active: z.boolean().describe('Whether the user is active.'),
        ...counted,
      }),
    )
    .describe('Users of the page, most conversations first.'),
})

export const getUsageReport = defineOperation({
  id: 'getUsageReport',
  summary: 'Get the usage report',
  description:
    'Returns usage of the organization and of each user. Conversations count by start time and owner. Model calls ' +
    'are requests to the language model, including those of background jobs. `users` is one page of all users, ' +
    'including deactivated ones, most conversations first; everything else covers the whole organization. Requires ' +
    'an organization-level API key.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object({
    from: queryInstant()
      .optional()
      .describe(
        `Start of the period: a date or an ISO 8601 date-time with offset. Defaults to ${USUAL_DAYS} days before \`to\`. Maximum ${DAYS_MAX} days before \`to\`. Example: \`2026-11-01\`.`,
      ),
    to: queryInstant()
      .optional()
      .describe(
        'End of the period: a date or an ISO 8601 date-time with offset. A date means 00:00 UTC. Defaults to now. ' +
          'Example: `2026-11-21`.',
      ),
    ...pageFields({ default: 100, max: 500 }),
  }),
  output: z.object({ data: usageReport, meta: metaSchema }),
  requires: { scope: 'read', level: 'organization' },
  rest: {
    method: 'GET',
    path: '/usageReport',
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
    answer: z.object({
      data: usageReport.describe('Usage of the organization and of its users.'),
      links: linksSchema,
      meta: metaSchema,
    }),
  },
  async handle({ page, size, ...asked }, { db, org, clock }) {
    const now = clock.now()
    const span = resolvePeriod(asked, now, { defaultDays: USUAL_DAYS, maxDays: DAYS_MAX, what: 'A report' })
    const { from, to } = span
    const [totals, months, users, keys, modelCalls] = await Promise.all([
      selectTotals(db, org, span),
      selectMonths(db, org, span),
      selectUsage(db, org, span, { limit: size, offset: (page - 1) * size }),
      keysInUse(db, org, now, from),
      modelUsage(db, org, span),
    ])
    return {
      data: {
        from: from.toISOString(),
        to: to.toISOString(),
        totals,
        apiKeys: { valid: keys.valid, usedSinceFrom: keys.used },
        modelCalls,
        months,
        users,
      },
      meta: pageMeta(page, size, totals.users),
    }
  },
})
