import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { deleteConnectionRow, isUsed, lockConnection } from './queries.ts'

export const deleteCrmConnection = defineOperation({
  id: 'deleteCrmConnection',
  summary: 'End a connection to a CRM and forget its credentials.',
  description: 'One that a workflow writes to stays: 409 `crm_connection_in_use`. What was read from it stays as well.',
  tag: 'CRM',
  input: z.object({ id: pathId('CRM connection') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/crm-connections/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockConnection(tx, ctx.org, id)) === undefined) throw notFound('CRM connection')
      if (await isUsed(tx, ctx.org, id)) {
        throw conflict('crm_connection_in_use', 'Integration workflows write to this connection: delete those first.')
      }
      await deleteConnectionRow(tx, ctx.org, id)
    })
    return undefined
  },
})
