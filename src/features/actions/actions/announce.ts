import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { announce } from '../../platform/webhooks/index.ts'
import type { NewAction } from './store.ts'

/**
 * Announces a new action to webhooks, in the transaction that creates it. The event contains IDs only, because an
 * action is a private draft of its owner.
 */
export const announceAction = (
  tx: Writer,
  ctx: Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId },
  { id, ownerId, entity }: Pick<NewAction, 'ownerId' | 'entity'> & { readonly id: string },
): Promise<void> =>
  announce(tx, ctx, {
    type: 'action.created',
    data: { action_id: id, owner_user_id: ownerId, entity_type: entity.type, entity_id: entity.id },
  })
