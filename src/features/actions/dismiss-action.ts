import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { lockAction, updateActionRow } from './queries.ts'
import { actionNotFound, lookOf } from './told.ts'

export const dismissAction = defineOperation({
  id: 'dismissAction',
  summary: 'Dismiss a pending proactive action of the caller.',
  description: '`updated` tells whether this call did it: false when the action was no longer pending.',
  tag: 'Actions',
  input: z.object({ action_uuid: pathId('action') }),
  output: z.object({ action_uuid: z.string(), updated: z.boolean() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/actions/{action_uuid}/dismiss' },
  async handle({ action_uuid }, ctx) {
    const look = lookOf(ctx)
    return ctx.transact(async (tx) => {
      const had = await lockAction(tx, ctx.org, look, action_uuid)
      if (had === undefined) throw actionNotFound()
      const updated = had.status === 'pending'
      if (updated) await updateActionRow(tx, ctx.org, action_uuid, { status: 'dismissed' }, look.at)
      return { action_uuid, updated }
    })
  },
})
