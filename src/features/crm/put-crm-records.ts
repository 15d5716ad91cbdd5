import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { filterableValues } from './model.ts'
import { upsertRecords } from './queries.ts'
import { crmEntityCode, crmFields, crmRecordId } from './schema.ts'

/** One transaction's worth. */
const RECORDS_MAX = 1_000

export const putCrmRecords = defineOperation({
  id: 'putCrmRecords',
  summary: 'Store up to 1,000 CRM records in one go, all or nothing.',
  tag: 'CRM',
  cost: COSTS.high,
  input: z.object({
    records: z
      .array(z.object({ code: crmEntityCode, id: crmRecordId(), fields: crmFields }))
      .min(1)
      .max(RECORDS_MAX),
  }),
  output: z.object({ created: z.int(), updated: z.int() }),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/crm-records', bodyLimit: 16 * 1024 * 1024 },
  async handle({ records }, ctx) {
    const seen = new Set<string>()
    for (const [index, { code, id }] of records.entries()) {
      if (seen.has(`${code}/${id}`)) {
        throw invalid({ pointer: `/records/${index}`, detail: 'This record stands twice in the request.' })
      }
      seen.add(`${code}/${id}`)
    }
    for (const { code, id } of records) ctx.names('CRM record', `${code}/${id}`)
    const created = await ctx.transact((tx) =>
      upsertRecords(
        tx,
        ctx.org,
        records.map((record) => ({ ...record, values: filterableValues(record.fields) })),
        ctx.clock.now(),
      ),
    )
    return { created: created.size, updated: records.length - created.size }
  },
})
