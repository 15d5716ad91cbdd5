import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteConnectionRow, isUsed, lockConnection } from './queries.ts'

export const deleteCrmConnection = defineOperation({
  id: 'deleteCrmConnection',
  summary: 'Delete a CRM connection',
  description:
    'Deletes the connection and its credentials permanently. CRM records that were read from it are kept. A ' +
    'connection that a workflow uses returns 409 `crm_connection_in_use`. Requires the admin role.',
  tag: 'CRM',
  input: z.object({ id: pathId('CRM connection') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/crm-connections/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockConnection(tx, ctx.org, id)) === undefined) throw notFound('CRM connection')
      if (await isUsed(tx, ctx.org, id)) {
        throw conflict(
          'crm_connection_in_use',
          'Integration workflows use this connection. Delete the workflows first.',
        )
      }
      await deleteConnectionRow(tx, ctx.org, id)
    })
    return undefined
  },
})
