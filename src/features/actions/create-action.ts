import { z } from 'zod'
import { forbidden, invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { instant, text, uuid } from '../../core/wire.ts'
import { isVisible, selectVisibilityOf } from '../conversations/index.ts'
import { emailAddress, findUser } from '../identity/index.ts'
import { announceAction } from './announce.ts'
import { selectAction } from './queries.ts'
import { action, entityType, severity } from './schema.ts'
import { storeAction } from './store.ts'
import { actionNotFound, actionOf, withAddresses } from './told.ts'

const word = () => text({ min: 1, max: 64, trim: true })

export const createAction = defineOperation({
  id: 'createAction',
  summary: 'Propose an action to a user, by a program or by the user themselves.',
  description:
    'Only admins propose to others. What is about a conversation needs one that the owner sees, and is hidden from ' +
    'them while that is. Quotes are told by what the service heard itself.',
  tag: 'Actions',
  input: z.object({
    owner_user_uuid: uuid().optional().describe('Default: the caller.'),
    entity_type: entityType,
    entity_id: text({ min: 1, max: 256 }).describe('The id of the conversation or opportunity; the CRM id of others.'),
    action_type: word(),
    title: text({ min: 1, max: 256, trim: true }),
    signal_type: word().optional(),
    severity: severity.optional().describe('Default medium.'),
    display_group: word().optional(),
    subject: text({ max: 512 }).optional(),
    draft_body: text({ max: 50_000 }).optional(),
    proposed_recipients: z.array(emailAddress).max(50).optional(),
    rationale: text({ max: 2_000 }).optional(),
    expires_at: instant().optional(),
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
    if (ownerId === undefined) throw invalid({ pointer: '/owner_user_uuid', detail: 'An org-level key must name one.' })
    if (role !== 'ADMIN' && ownerId !== user?.id) {
      throw forbidden('admin_required', 'Only admins propose actions to others.')
    }
    const at = ctx.clock.now()
    if (given.expires_at !== undefined && given.expires_at <= at) {
      throw invalid({ pointer: '/expires_at', detail: 'This must be in the future.' })
    }
    return ctx.transact(async (tx) => {
      const visibility = await selectVisibilityOf(tx, ctx.org, ownerId)
      if (visibility === undefined || (await findUser(tx, ctx.org, { id: ownerId })) === undefined) {
        throw invalid({ pointer: '/owner_user_uuid', detail: 'There is no such user.' })
      }
      const entity = { type: given.entity_type, id: given.entity_id }
      if (entity.type === 'conversation') {
        const conversation = uuid().safeParse(entity.id)
        if (!conversation.success || !(await isVisible(tx, ctx.org, visibility, conversation.data))) {
          throw invalid({ pointer: '/entity_id', detail: 'The owner sees no such conversation.' })
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
      ctx.names('action', id)
      await announceAction(tx, ctx, { id, ownerId, entity })
      const row = await selectAction(tx, ctx.org, { userId: ownerId, visibility, at }, id)
      if (row === undefined) throw actionNotFound()
      return actionOf(row)
    })
  },
})
