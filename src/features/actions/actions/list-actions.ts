import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { queryList, queryString } from '../../../core/wire.ts'
import { selectActions } from './queries.ts'
import { action, actionStatus, entityType } from './schema.ts'
import { toActions, toActionViewer, withAddresses } from './serialize.ts'

export const listActions = defineOperation({
  id: 'listActions',
  summary: 'List suggested actions',
  description:
    'Returns the actions that the caller owns, from newest to oldest. An action is hidden while the caller ' +
    "can't see a conversation that it refers to or quotes.",
  tag: 'Actions',
  input: z.object({
    ...pageFields({ default: 25, max: 100 }),
    status: queryList(z.string().pipe(actionStatus), { max: 5 }).describe(
      'Comma-separated statuses to include. Defaults to all. Example: `pending,drafted`.',
    ),
    entity_type: entityType.optional().describe('Type of the record that actions are about. Example: `opportunity`.'),
    entity_id: queryString(256)
      .optional()
      .describe(
        'ID of the record that actions are about: of a conversation or opportunity in Parley, otherwise from the CRM. ' +
          'Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.',
      ),
  }),
  output: pageSchema(action),
  requires: { scope: 'read', level: 'user' },
  rest: {
    method: 'GET',
    path: '/actions',
    ...paged(action),
    present: ({ data, meta }, wire) =>
      paged(action).present({ data: data.map((one) => withAddresses(one, wire)), meta }, wire),
  },
  async handle({ page, size, status: statuses, entity_type, entity_id }, ctx) {
    const filters = { statuses, entityType: entity_type, entityId: entity_id }
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectActions(ctx.db, ctx.org, toActionViewer(ctx), filters, window)
    return { data: await toActions(ctx.db, ctx.org, rows), meta: pageMeta(page, size, total) }
  },
})
