import { setImmediate as breath } from 'node:timers/promises'
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { type RecordRow, toRecordRow, upsertRecords } from './queries.ts'
import { crmEntityCode, crmFields, crmRecordId } from './schema.ts'

/** Maximum number of records in a request, which is one transaction. */
const RECORDS_MAX = 1_000
/** Number of records between breaths, so that other requests are served: about 10 ms of the largest records. */
const PREPARED_AT_ONCE = 25

export const putCrmRecords = defineOperation({
  id: 'putCrmRecords',
  summary: 'Replace many CRM records',
  description:
    'Stores copies of up to 1,000 CRM records in one transaction, and replaces all fields of existing ones. ' +
    'If one record is invalid, nothing is stored. Safe to repeat. Requires the admin role.',
  tag: 'CRM',
  cost: COSTS.high,
  input: z.object({
    records: z
      .array(
        z.object({
          code: crmEntityCode.describe('Type of the record, as the CRM names it. Example: `companies`.'),
          id: crmRecordId(),
          fields: crmFields,
        }),
      )
      .min(1)
      .max(RECORDS_MAX)
      .describe(
        'Records to store, 1 to 1,000. Example: `[{"code": "companies", "id": "4711", "fields": {"name": "Acme"}}]`.',
      ),
  }),
  output: z.object({
    created: z.int().describe('Number of new records.'),
    updated: z.int().describe('Number of existing records that were replaced.'),
  }),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/crm-records', bodyLimit: 16 * 1024 * 1024 },
  async handle({ records }, ctx) {
    const seen = new Set<string>()
    for (const [index, { code, id }] of records.entries()) {
      if (seen.has(`${code}/${id}`)) {
        throw invalid({
          pointer: `/records/${index}`,
          detail: 'The request contains this record twice. Send each combination of `code` and `id` once.',
        })
      }
      seen.add(`${code}/${id}`)
    }
    for (const { code, id } of records) ctx.addAuditTarget('CRM record', `${code}/${id}`)
    const rows = await prepareRows(records)
    const created = await ctx.transact((tx) => upsertRecords(tx, ctx.org, rows, ctx.clock.now()))
    return { created: created.size, updated: records.length - created.size }
  },
})

type GivenRecord = Pick<RecordRow, 'code' | 'id'> & { readonly fields: Readonly<Record<string, unknown>> }

async function prepareRows(records: readonly GivenRecord[]): Promise<RecordRow[]> {
  const rows: RecordRow[] = []
  for (const [at, record] of records.entries()) {
    if (at % PREPARED_AT_ONCE === 0) await breath()
    rows.push(toRecordRow(record, record.fields))
  }
  return rows
}
