import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { hold, listConversationHolds } from '../../conversations/legal-holds/index.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { adminsOnly } from './admins-only.ts'

const output = z.object({
  held: z.boolean().describe('Whether at least one legal hold applies to the conversation.'),
  holds: z.array(hold).describe('Legal holds that apply, newest first, without released ones. Maximum 100.'),
})

export const getConversationLegalHold = defineOperation({
  id: 'getConversationLegalHold',
  summary: 'Get legal holds of a conversation',
  description:
    'Returns legal holds on the conversation itself, and on users and email addresses that own it or took part in it. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId('conversation') }),
  output,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/legal-hold' },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    adminsOnly(ctx)
    const holds = await listConversationHolds(ctx.db, ctx.org, id)
    return { held: holds.length > 0, holds }
  },
})
