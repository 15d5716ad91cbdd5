/** Announces changes of conversations to webhooks. Events contain IDs and names of fields, no contents. */
import type { Writer } from '../../../core/db.ts'
import { type AnnouncementPorts, announce } from '../../platform/webhooks/index.ts'

/** Fields that `conversation.updated` names. */
export type ChangedField =
  | 'title'
  | 'owner_user_id'
  | 'team_id'
  | 'private'
  | 'started_at'
  | 'participants'
  | 'transcript'
  | 'recording'
  | 'summary'
  | 'opportunity_id'
  | 'linked_crm_records'

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

/** @param userId null for an organization-level key */
export const announceLabels = (tx: Writer, ctx: AnnouncementPorts, id: string, userId: string | null): Promise<void> =>
  announce(tx, ctx, {
    type: 'conversation.labels_changed',
    data: { conversation_id: id, by: 'person', user_id: userId },
  })

export const announceState = (
  tx: Writer,
  ctx: AnnouncementPorts,
  id: string,
  state: 'archived' | 'restored' | 'erased',
): Promise<void> => announce(tx, ctx, { type: `conversation.${state}`, data: { conversation_id: id } })
