import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { announceDismissal, toAnnounced } from './announce.ts'
import { lockAction, updateActionRow } from './queries.ts'
import { actionNotFound, toActionViewer } from './serialize.ts'

export const dismissAction = defineOperation({
  id: 'dismissAction',
  summary: 'Dismiss a pending action',
  description:
    "Dismisses an action of the caller permanently. Only pending actions can be dismissed. Other actions aren't " +
    'changed. Safe to repeat.',
  tag: 'Actions',
  input: z.object({ action_uuid: pathId('action') }),
  output: z.object({
    action_uuid: z.string().describe('ID of the action.'),
    updated: z.boolean().describe("Whether the request dismissed the action. False if the action wasn't pending."),
  }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/actions/{action_uuid}/dismiss' },
  async handle({ action_uuid }, ctx) {
    const look = toActionViewer(ctx)
    return ctx.transact(async (tx) => {
      const had = await lockAction(tx, ctx.org, look, action_uuid)
      if (had === undefined) throw actionNotFound()
      const updated = had.status === 'pending'
      if (updated) {
        await updateActionRow(tx, ctx.org, action_uuid, { status: 'dismissed' }, look.at)
        await announceDismissal(tx, ctx, toAnnounced(had))
      }
      return { action_uuid, updated }
    })
  },
})
