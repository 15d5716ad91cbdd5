import { z } from 'zod'
import { forbidden } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId, queryBoolean } from '../../../../core/wire.ts'
import { announceState } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'
import { eraseUnlessHeld } from './erase.ts'

export const deleteConversation = defineOperation({
  id: 'deleteConversation',
  summary: 'Archive or erase a conversation',
  description:
    'Archives the conversation, which lists and searches then omit. Restore it with `POST ' +
    '/conversations/{id}/restore`. With `erase`, deletes it permanently, together with all derived data. A ' +
    'conversation on legal hold can be archived but not erased: 409 `legal_hold`. Requires its owner or the admin ' +
    'role.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    erase: queryBoolean().describe(
      'Set to true to erase the conversation permanently instead. Defaults to false. Requires the admin role. ' +
        'Example: `true`.',
    ),
  }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/conversations/{id}', status: 204, refusals: [409] },
  async handle({ id, erase }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, before) => {
      if (!erase) {
        await updateConversation(tx, ctx.org, id, { archived: true }, ctx.clock.now())
        if (!before.archived) await announceState(tx, ctx, id, 'archived')
        return
      }
      if (ctx.principal.role !== 'ADMIN') {
        throw forbidden('admin_required', 'Only admins can erase conversations. Omit `erase` to archive it instead.')
      }
      return eraseUnlessHeld(tx, ctx, id)
    })
    return undefined
  },
})
