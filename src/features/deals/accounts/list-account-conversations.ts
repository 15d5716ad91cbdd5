import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { dealCall, loadCalls, toDealCall } from '../deal-overviews/index.ts'
import { selectAccountCalls } from './queries.ts'
import { accountPathId } from './schema.ts'

export const listAccountConversations = defineOperation({
  id: 'listAccountConversations',
  summary: 'List the conversations of an account',
  description:
    'Returns conversations that are linked to the account and that the caller can read, with headline and speakers. ' +
    'Newest first, without archived ones.',
  tag: 'Deals',
  input: z.object({ id: accountPathId(), ...listFields({ default: 50, max: 200 }) }),
  output: pageSchema(dealCall),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/accounts/{id}/conversations', ...paged(dealCall) },
  async handle({ id, ...input }, ctx) {
    const visibility = toVisibility(ctx.principal)
    const { ids, meta } = await selectAccountCalls(ctx.db, ctx.org, visibility, id, toWindow(input))
    if (meta.totalRecords === 0) throw notFound('account')
    const calls = ids.length === 0 ? [] : await loadCalls(ctx, { conversationIds: ids }, ids.length)
    return { data: calls.map(toDealCall), meta }
  },
})
