import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectWebhooks } from './queries.ts'
import { webhook } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  summary: 'List webhooks',
  description:
    'Returns the webhooks of the organization, newest first, without their secrets. Requires the admin role.',
  tag: 'Webhooks',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(webhook),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/webhooks', ...paged(webhook) },
  async handle(input, ctx) {
    const { rows, meta } = await selectWebhooks(ctx.db, ctx.org, toWindow(input))
    const now = ctx.clock.now()
    return { data: rows.map((row) => serializeWebhook(row, now)), meta }
  },
})
