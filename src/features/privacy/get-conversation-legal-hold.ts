import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { isVisible } from '../conversations/index.ts'
import { hold, holdsOf } from '../legal-holds/index.ts'
import { adminsOnly } from './admins-only.ts'

const output = z.object({ held: z.boolean(), holds: z.array(hold).describe('A hundred of them at most.') })

export const getConversationLegalHold = defineOperation({
  id: 'getConversationLegalHold',
  summary: 'Tell which legal holds keep a conversation: its own, of a user, or of an address.',
  description: 'For admins. The newest first; those that are released are left out.',
  tag: 'Privacy',
  input: z.object({ id: pathId('conversation') }),
  output,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/legal-hold' },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, visibilityOf(ctx.principal), id))) throw notFound('conversation')
    adminsOnly(ctx)
    const holds = await holdsOf(ctx.db, ctx.org, id)
    return { held: holds.length > 0, holds }
  },
})
