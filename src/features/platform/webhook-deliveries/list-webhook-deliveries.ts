import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { webhookExists } from '../webhooks/index.ts'
import { selectDeliveries } from './queries.ts'
import { delivery, statusFilter, typeFilter } from './schema.ts'
import { serializeListedDelivery } from './serialize.ts'

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  description:
    'Returns deliveries of the last 30 days, newest first, with their last attempt. Requires the admin role.',
  tag: 'Webhooks',
  input: z.object({
    id: pathId('webhook'),
    status: statusFilter.describe(
      'Statuses to include, separated by commas: `pending`, `delivered` or `failed`. Defaults to all. Example: `failed`.',
    ),
    event_type: typeFilter.describe(
      'Event types to include, separated by commas. Defaults to all. Example: `conversation.analyzed`.',
    ),
    ...listFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(delivery),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/webhooks/{id}/deliveries', ...paged(delivery) },
  async handle({ id, status, event_type, ...input }, ctx) {
    if (!(await webhookExists(ctx.db, ctx.org, id))) throw notFound('webhook')
    const filter = { statuses: status, types: event_type }
    const { rows, meta } = await selectDeliveries(ctx.db, ctx.org, id, filter, toWindow(input))
    return { data: rows.map(serializeListedDelivery), meta }
  },
})
