import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectRecord } from './queries.ts'
import { crmEntityPath, crmRecord, crmRecordId } from './schema.ts'

export const getCrmRecord = defineOperation({
  id: 'getCrmRecord',
  summary: 'Get a CRM record',
  description: 'Returns the stored copy of a record, with all fields.',
  tag: 'CRM',
  input: z.object({ code: crmEntityPath(), id: crmRecordId() }),
  output: crmRecord,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/crm-records/{code}/{id}', ...inData(crmRecord) },
  async handle({ code, id }, ctx) {
    const record = await selectRecord(ctx.db, ctx.org, code, id)
    if (record === undefined) throw notFound('CRM record')
    return { code, id: record.id, fields: record.fields as never, updatedAt: record.updated_at }
  },
})
