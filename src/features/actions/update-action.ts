import { z } from 'zod'
import { conflict } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven, text } from '../../core/wire.ts'
import { emailAddress } from '../identity/index.ts'
import { isOpen, mayMove } from './model.ts'
import { lockAction, selectAction, updateActionRow } from './queries.ts'
import { action, actionStatus } from './schema.ts'
import { actionNotFound, actionOf, lookOf, withAddresses } from './told.ts'

export const updateAction = defineOperation({
  id: 'updateAction',
  summary: 'Edit the draft of a proactive action of the caller, or move it on; what is omitted stays.',
  description:
    '`pending` → `drafted` → `sent`; another move is 409 `illegal_transition`. The draft of what is sent, dismissed or ' +
    'expired stays as it is: 409 `action_closed`. Marking it sent sends nothing.',
  tag: 'Actions',
  input: z
    .object({
      action_uuid: pathId('action'),
      subject: text({ max: 512 }).optional(),
      draft_body: text({ max: 50_000 }).optional(),
      proposed_recipients: z.array(emailAddress).max(50).optional().describe('Replaces the whole list.'),
      status: actionStatus.optional(),
    })
    .refine(somethingGiven('action_uuid'), SOMETHING_GIVEN),
  output: action,
  requires: { scope: 'write' },
  rest: {
    method: 'PATCH',
    path: '/actions/{action_uuid}',
    present: (data, wire) => ({ data: withAddresses(data, wire) }),
    answer: z.object({ data: action }),
  },
  async handle({ action_uuid: id, subject, draft_body, proposed_recipients, status }, ctx) {
    const look = lookOf(ctx)
    return ctx.transact(async (tx) => {
      const had = await lockAction(tx, ctx.org, look, id)
      if (had === undefined) throw actionNotFound()
      if (status !== undefined && status !== had.status && !mayMove(had.status, status)) {
        throw conflict('illegal_transition', `An action that is ${had.status} cannot be moved so.`, '/status')
      }
      const edits = {
        ...(subject === undefined ? {} : { subject }),
        ...(draft_body === undefined ? {} : { draft_body }),
        ...(proposed_recipients === undefined ? {} : { proposed_recipients: JSON.stringify(proposed_recipients) }),
      }
      if (Object.keys(edits).length > 0 && !isOpen(had.status)) {
        throw conflict('action_closed', `The draft of an action that is ${had.status} stays as it is.`)
      }
      const move = status === 'drafted' || status === 'sent' ? { status } : {}
      await updateActionRow(tx, ctx.org, id, { ...edits, ...move }, look.at)
      const row = await selectAction(tx, ctx.org, look, id)
      if (row === undefined) throw actionNotFound()
      return actionOf(row)
    })
  },
})
