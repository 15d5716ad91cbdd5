import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { toRecordRow, upsertRecords } from './queries.ts'
import { crmEntityPath, crmFields, crmRecord, crmRecordId } from './schema.ts'

export const putCrmRecord = defineOperation({
  id: 'putCrmRecord',
  summary: 'Replace a CRM record',
  description:
    'Stores a copy of a CRM record, and replaces all fields of an existing one. Conversation lists can filter by ' +
    'text, numbers and booleans of up to 300 characters. Safe to repeat. Requires the admin role.',
  tag: 'CRM',
  input: z.object({ code: crmEntityPath(), id: crmRecordId(), fields: crmFields }),
  output: crmRecord.extend({ created: z.boolean() }),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PUT',
    path: '/crm-records/{code}/{id}',
    status: ({ created }) => (created ? 201 : 200),
    present: ({ created: _, ...record }) => ({ data: record }),
    answer: z.object({ data: crmRecord.describe('CRM record as stored.') }),
  },
  async handle({ code, id, fields }, ctx) {
    const at = ctx.clock.now()
    const created = await ctx.transact((tx) => upsertRecords(tx, ctx.org, [toRecordRow({ code, id }, fields)], at))
    return { code, id, fields, updatedAt: at.toISOString(), created: created.size > 0 }
  },
})
