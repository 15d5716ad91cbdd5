import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { deleteRecord } from './queries.ts'
import { crmEntityCode, crmRecordId } from './schema.ts'

export const deleteCrmRecord = defineOperation({
  id: 'deleteCrmRecord',
  summary: 'Remove one CRM record with its fields.',
  description: 'Conversations that link to it keep their links: a link may name a record that was never handed in.',
  tag: 'CRM',
  input: z.object({ code: crmEntityCode.meta({ noun: 'CRM entity' }), id: crmRecordId() }),
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
