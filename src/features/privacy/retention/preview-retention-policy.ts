import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectPolicy } from './queries.ts'
import { countDue, selectOldestDue } from './queries-due.ts'
import { NOUN, retentionAction } from './schema.ts'

const EXAMPLES = 10

const preview = z.object({
  action: retentionAction.describe('Action that the policy would apply to the conversations.'),
  conversations: z.int().describe('Number of conversations that the policy would archive or erase now.'),
  held: z.int().describe('Number of due conversations that stay because of a legal hold.'),
  oldest: z.string().nullable().describe('Start of the oldest due conversation; null if none is due.'),
  examples: z
    .array(
      z.object({
        uuid: z.string().describe('ID of the conversation.'),
        title: z.string().describe('Title of the conversation.'),
        startedAt: z
          .string()
          .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
      }),
    )
    .describe(`Oldest due conversations, oldest first. Maximum ${EXAMPLES}.`),
})

export const previewRetentionPolicy = defineOperation({
  id: 'previewRetentionPolicy',
  summary: 'Preview a retention policy',
  description:
    'Returns the conversations that the policy would archive or erase now, whether it is enabled or not. Changes ' +
    'nothing. Requires the admin role.',
  tag: 'Privacy',
  cost: COSTS.medium,
  input: z.object({ id: pathId(NOUN) }),
  output: preview,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/retention-policies/{id}/preview', ...inData(preview) },
  async handle({ id }, ctx) {
    const row = await selectPolicy(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(NOUN)
    const now = ctx.clock.now()
    const [counted, examples] = await Promise.all([
      countDue(ctx.db, ctx.org, row, now),
      selectOldestDue(ctx.db, ctx.org, row, now, EXAMPLES),
    ])
    return {
      action: row.action,
      conversations: counted.due,
      held: counted.held,
      oldest: counted.oldest,
      examples: examples.map(({ id: uuid, title, started_at: startedAt }) => ({ uuid, title, startedAt })),
    }
  },
})
