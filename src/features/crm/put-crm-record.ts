import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { filterableValues } from './model.ts'
import { upsertRecords } from './queries.ts'
import { crmEntityCode, crmFields, crmRecord, crmRecordId } from './schema.ts'

export const putCrmRecord = defineOperation({
  id: 'putCrmRecord',
  summary: 'Store one CRM record, replacing the fields it had.',
  description: 'Text, numbers and booleans of up to 300 characters can then be filtered by in conversation lists.',
  tag: 'CRM',
  input: z.object({ code: crmEntityCode.meta({ noun: 'CRM entity' }), id: crmRecordId(), fields: crmFields }),
  output: crmRecord.extend({ created: z.boolean() }),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PUT',
    path: '/crm-records/{code}/{id}',
    status: ({ created }) => (created ? 201 : 200),
    present: ({ created: _, ...record }) => ({ data: record }),
    answer: z.object({ data: crmRecord }),
  },
  async handle({ code, id, fields }, ctx) {
    const at = ctx.clock.now()
    const created = await ctx.transact((tx) =>
      upsertRecords(tx, ctx.org, [{ code, id, fields, values: filterableValues(fields) }], at),
    )
    return { code, id, fields, updatedAt: at.toISOString(), created: created.size > 0 }
  },
})
