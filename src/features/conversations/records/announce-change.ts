/** Announces changes of conversations to webhooks. Events contain IDs and names of fields, no contents. */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { announce } from '../../platform/webhooks/index.ts'

type AnnouncementPorts = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Fields that `conversation.updated` names. */
type ChangedField = 'title' | 'private' | 'team_id'

/** Sends nothing if no field changed. */
export async function announceUpdate(
  tx: Writer,
  ctx: AnnouncementPorts,
  id: string,
  changed: readonly ChangedField[],
): Promise<void> {
  if (changed.length === 0) return
  await announce(tx, ctx, { type: 'conversation.updated', data: { conversation_id: id, changed } })
}

export const announceState = (
  tx: Writer,
  ctx: AnnouncementPorts,
  id: string,
  state: 'archived' | 'restored' | 'erased',
): Promise<void> => announce(tx, ctx, { type: `conversation.${state}`, data: { conversation_id: id } })
