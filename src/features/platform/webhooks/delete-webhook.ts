import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteWebhookRow } from './queries.ts'

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  summary: 'Delete a webhook',
  description:
    'Deletes a webhook and its deliveries permanently. Pending deliveries are not sent. Requires the admin role.',
  tag: 'Webhooks',
  input: z.object({ id: pathId('webhook') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/webhooks/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteWebhookRow(tx, ctx.org, id))) throw notFound('webhook')
    })
    return {}
  },
})
