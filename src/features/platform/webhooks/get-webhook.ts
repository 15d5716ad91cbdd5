import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectWebhook } from './queries.ts'
import { webhook } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

export const getWebhook = defineOperation({
  id: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Returns a webhook with its status, without its secret. Requires the admin role.',
  tag: 'Webhooks',
  input: z.object({ id: pathId('webhook') }),
  output: webhook,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/webhooks/{id}', ...inData(webhook) },
  async handle({ id }, ctx) {
    const row = await selectWebhook(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('webhook')
    return serializeWebhook(row, ctx.clock.now())
  },
})
