import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { deleteRecord } from './queries.ts'
import { crmEntityPath, crmRecordId } from './schema.ts'

export const deleteCrmRecord = defineOperation({
  id: 'deleteCrmRecord',
  summary: 'Delete a CRM record',
  description:
    'Deletes the stored copy permanently, not the record in the CRM. Conversations keep their links to it. ' +
    'Requires the admin role.',
  tag: 'CRM',
  input: z.object({ code: crmEntityPath(), id: crmRecordId() }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/crm-records/{code}/{id}', status: 204 },
  async handle({ code, id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteRecord(tx, ctx.org, code, id))) throw notFound('CRM record')
    })
    return {}
  },
})
