import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta } from '../../core/page.ts'
import { queryInstant } from '../../core/wire.ts'
import { keysInUse } from '../access/index.ts'
import { modelUsage, modelUsageSchema } from '../model-calls/index.ts'
import { selectMonths, selectTotals, selectUsage } from './queries.ts'
import { spanOf } from './span.ts'

/** Without `from`. */
const USUAL_DAYS = 30
/** Five years. */
const DAYS_MAX = 1_830

const counted = { conversations: z.int(), minutesRecorded: z.number(), writes: z.int() }

const usageReport = z.object({
  from: z.string(),
  to: z.string(),
  totals: z.object({ ...counted, activeUsers: z.int(), users: z.int() }),
  apiKeys: z.object({ valid: z.int(), usedSinceFrom: z.int() }),
  modelCalls: modelUsageSchema,
  months: z.array(z.object({ month: z.string(), conversations: z.int(), minutesRecorded: z.number() })),
  users: z.array(
    z.object({
      uuid: z.string(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      active: z.boolean(),
      ...counted,
    }),
  ),
})

export const getUsageReport = defineOperation({
  id: 'getUsageReport',
  summary: 'Tell what the organization and each of its users made of the service in a span of time.',
  description:
    'The last 30 days, unless `from` and `to` say otherwise. Conversations are those held in that time, archived ones ' +
    'too, by their owner; writes are entries of the audit log; model calls are questions to the language model, what jobs ' +
    'asked included. `users` holds a page of all users, the most active ' +
    'first; everything else tells of the whole organization.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object({
    from: queryInstant().optional(),
    to: queryInstant().optional(),
    ...pageFields({ default: 100, max: 500 }),
  }),
  output: z.object({ data: usageReport, meta: metaSchema }),
  requires: { scope: 'read', level: 'organization' },
  rest: {
    method: 'GET',
    path: '/usageReport',
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
    answer: z.object({ data: usageReport, links: linksSchema, meta: metaSchema }),
  },
  async handle({ page, size, ...asked }, { db, org, clock }) {
    const now = clock.now()
    const span = spanOf(asked, now, { usual: USUAL_DAYS, most: DAYS_MAX, what: 'A report' })
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
