import { z } from 'zod'
import { forbidden, invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { instant, text, uuid } from '../../../core/wire.ts'
import { emailAddress, findUser } from '../../accounts/identity/index.ts'
import { requestNotifications } from '../../collaboration/notification-requests/index.ts'
import { isVisible, selectUserVisibility } from '../../conversations/records/index.ts'
import { announceAction } from './announce.ts'
import { selectAction } from './queries.ts'
import { action, entityType, severity } from './schema.ts'
import { toOneAction, withAddresses } from './serialize.ts'
import { storeAction } from './store.ts'

const word = () => text({ min: 1, max: 64, trim: true })

export const createAction = defineOperation({
  id: 'createAction',
  summary: 'Create a suggested action',
  description:
    'Creates a pending action for the caller or, by an admin, for another user. An action about a conversation ' +
    'requires that its owner can see the conversation. Not idempotent: each request creates an action. Emits the ' +
    '`action.created` event.',
  tag: 'Actions',
  input: z.object({
    owner_user_uuid: uuid()
      .optional()
      .describe(
        'ID of the user who owns the action, from `GET /organizations/users`. Defaults to the caller. Required ' +
          'with an organization-level key. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
    entity_type: entityType.describe('Type of the record that the action is about. Example: `conversation`.'),
    entity_id: text({ min: 1, max: 256 }).describe(
      'ID of the conversation or opportunity in Parley, or ID of the account or contact in the CRM. ' +
        'Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.',
    ),
    action_type: word().describe('Kind of follow-up, 1 to 64 characters. Example: `follow_up_email`.'),
    title: text({ min: 1, max: 256, trim: true }).describe(
      'Title that describes the task, 1 to 256 characters. Example: `Send the revised offer`.',
    ),
    signal_type: word()
      .optional()
      .describe('Signal that caused the action, 1 to 64 characters. Example: `pricing_question`.'),
    severity: severity.optional().describe('Importance of the action. Defaults to `medium`. Example: `high`.'),
    display_group: word().optional().describe('Group to show the action in, 1 to 64 characters. Example: `Renewals`.'),
    subject: text({ max: 512 }).optional().describe('Subject of the draft, maximum 512 characters.'),
    draft_body: text({ max: 50_000 }).optional().describe('Text of the draft, maximum 50,000 characters.'),
    proposed_recipients: z
      .array(emailAddress)
      .max(50)
      .optional()
      .describe('Email addresses to send the draft to, maximum 50. Example: `["ana@example.com"]`.'),
    rationale: text({ max: 2_000 }).optional().describe('Why the action is useful, maximum 2,000 characters.'),
    expires_at: instant()
      .optional()
      .describe(
        "When the action expires, in the future. If omitted, it doesn't expire. Example: `2026-12-31T18:00:00Z`.",
      ),
  }),
  output: action,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/actions',
    status: 201,
    present: (data, wire) => ({ data: withAddresses(data, wire) }),
    answer: z.object({ data: action }),
  },
  async handle(given, ctx) {
    const { user, role } = ctx.principal
    const ownerId = given.owner_user_uuid ?? user?.id
    if (ownerId === undefined) {
      throw invalid({
        pointer: '/owner_user_uuid',
        detail: '`owner_user_uuid` is required with an organization-level API key. Set it to the ID of an active user.',
      })
    }
    if (role !== 'ADMIN' && ownerId !== user?.id) {
      throw forbidden(
        'admin_required',
        'Only admins can create actions for other users. Omit `owner_user_uuid` to create your own.',
      )
    }
    const at = ctx.clock.now()
    if (given.expires_at !== undefined && given.expires_at <= at) {
      throw invalid({
        pointer: '/expires_at',
        detail: '`expires_at` must be in the future. Use a later time or omit it.',
      })
    }
    return ctx.transact(async (tx) => {
      const visibility = await selectUserVisibility(tx, ctx.org, ownerId)
      if (visibility === undefined || (await findUser(tx, ctx.org, { id: ownerId })) === undefined) {
        throw invalid({
          pointer: '/owner_user_uuid',
          detail: 'No user has this ID. Use the ID of an active user from `GET /organizations/users`.',
        })
      }
      const entity = { type: given.entity_type, id: given.entity_id }
      if (entity.type === 'conversation') {
        const conversation = uuid().safeParse(entity.id)
        if (!conversation.success || !(await isVisible(tx, ctx.org, visibility, conversation.data))) {
          throw invalid({
            pointer: '/entity_id',
            detail:
              "The owner doesn't have access to a conversation with this ID. Check `entity_id` or choose another owner.",
          })
        }
        entity.id = conversation.data
      }
      const id = await storeAction(tx, ctx.org, {
        ownerId,
        entity,
        actionType: given.action_type,
        title: given.title,
        signalType: given.signal_type ?? '',
        severity: given.severity ?? 'medium',
        displayGroup: given.display_group ?? '',
        subject: given.subject ?? '',
        draftBody: given.draft_body ?? '',
        proposedRecipients: given.proposed_recipients ?? [],
        rationale: given.rationale ?? '',
        keyQuote: null,
        evidence: [],
        at,
        expiresAt: given.expires_at ?? null,
      })
      ctx.addAuditTarget('action', id)
      await announceAction(tx, ctx, { id, ownerId, entity })
      if (entity.type === 'conversation') {
        const actorId = ctx.principal.user?.id ?? null
        await requestNotifications(tx, ctx, [
          { userId: ownerId, kind: 'action', conversationId: entity.id, subject: { actionId: id }, actorId },
        ])
      }
      const row = await selectAction(tx, ctx.org, { owners: { userId: ownerId, teamIds: [] }, visibility, at }, id)
      return toOneAction(tx, ctx.org, row)
    })
  },
})
