import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, text } from '../../../core/wire.ts'
import { emailAddress } from '../../accounts/identity/index.ts'
import { announceActionUpdate, toAnnounced } from './announce.ts'
import { canMoveStatus, isOpen } from './model.ts'
import { type ActionRow, lockAction, selectAction, updateActionRow } from './queries.ts'
import { action, actionStatus } from './schema.ts'
import { actionNotFound, toActionViewer, toOneAction, withAddresses } from './serialize.ts'

export const updateAction = defineOperation({
  id: 'updateAction',
  summary: 'Update a suggested action',
  description:
    'Edits the draft or changes the status. Omitted fields keep their values. Status changes: `pending` to ' +
    '`drafted`, then `sent`. Other changes return 409 `illegal_transition`. Editing the draft of a sent, dismissed ' +
    "or expired action returns 409 `action_closed`. Setting the status to `sent` doesn't send anything. Only the " +
    'owner can update an action.',
  tag: 'Actions',
  input: z
    .object({
      action_uuid: pathId('action'),
      subject: text({ max: 512 }).optional().describe('New subject of the draft, maximum 512 characters.'),
      draft_body: text({ max: 50_000 }).optional().describe('New text of the draft, maximum 50,000 characters.'),
      proposed_recipients: z
        .array(emailAddress)
        .max(50)
        .optional()
        .describe('Email addresses of the recipients, maximum 50. Replaces all recipients.'),
      status: actionStatus.optional().describe('New status: `drafted` or `sent`. Example: `drafted`.'),
    })
    .refine(requireAnyField('action_uuid'), SOMETHING_GIVEN),
  output: action,
  requires: { scope: 'write' },
  rest: {
    method: 'PATCH',
    path: '/actions/{action_uuid}',
    present: (data, wire) => ({ data: withAddresses(data, wire) }),
    answer: z.object({ data: action }),
  },
  async handle({ action_uuid: id, subject, draft_body, proposed_recipients, status }, ctx) {
    const look = toActionViewer(ctx)
    return ctx.transact(async (tx) => {
      const had = await lockAction(tx, ctx.org, look, id)
      if (had === undefined) throw actionNotFound()
      if (status !== undefined && status !== had.status && !canMoveStatus(had.status, status)) {
        throw conflict(
          'illegal_transition',
          `\`status\` can't change from ${had.status} to ${status}. An action changes from pending to drafted, then to sent.`,
          '/status',
        )
      }
      const edits = {
        ...(subject === undefined ? {} : { subject }),
        ...(draft_body === undefined ? {} : { draft_body }),
        ...(proposed_recipients === undefined ? {} : { proposed_recipients: JSON.stringify(proposed_recipients) }),
      }
      if (Object.keys(edits).length > 0 && !isOpen(had.status)) {
        throw conflict(
          'action_closed',
          `The draft can't be edited because the action is ${had.status}. Only pending and drafted actions can be edited.`,
        )
      }
      const move = status === 'drafted' || status === 'sent' ? { status } : {}
      await updateActionRow(tx, ctx.org, id, { ...edits, ...move }, look.at)
      const row = await selectAction(tx, ctx.org, look, id)
      if (row === undefined) throw actionNotFound()
      await announceActionUpdate(tx, ctx, toAnnounced(row), listChanges(had, row))
      return toOneAction(tx, ctx.org, row)
    })
  },
})

/** Names of the fields that differ. */
const listChanges = (before: ActionRow, after: ActionRow): string[] =>
  (['subject', 'draft_body', 'proposed_recipients', 'status'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
