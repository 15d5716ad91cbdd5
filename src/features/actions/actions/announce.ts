/**
 * Announces changes of actions to webhooks, in the transaction of the change. Events contain IDs and names of fields only,
 * because an action is a private draft of its owner.
 */
import type { Writer } from '../../../core/db.ts'
import { type Announcement, type AnnouncementPorts, announce, announceAll } from '../../platform/webhooks/index.ts'
import type { ActionRow } from './queries.ts'
import { deleteUnedited } from './queries-grounds.ts'
import type { NewAction } from './store.ts'

interface AnnouncedAction extends Pick<NewAction, 'ownerId' | 'entity'> {
  readonly id: string
}

const toData = ({ id, ownerId, entity }: AnnouncedAction): Announcement['data'] => ({
  ...{ action_id: id, owner_user_id: ownerId, entity_type: entity.type, entity_id: entity.id },
})

export const toAnnounced = (
  row: Pick<ActionRow, 'id' | 'owner_id' | 'entity_type' | 'entity_id'>,
): AnnouncedAction => ({
  ...{ id: row.id, ownerId: row.owner_id, entity: { type: row.entity_type, id: row.entity_id } },
})

export const announceAction = (tx: Writer, ctx: AnnouncementPorts, action: AnnouncedAction): Promise<void> =>
  announce(tx, ctx, { type: 'action.created', data: toData(action) })

/** @param changed names of the changed fields. Sends nothing if there are none */
export async function announceActionUpdate(
  tx: Writer,
  ctx: AnnouncementPorts,
  action: AnnouncedAction,
  changed: readonly string[],
): Promise<void> {
  if (changed.length > 0) await announce(tx, ctx, { type: 'action.updated', data: { ...toData(action), changed } })
}

export const announceDismissal = (tx: Writer, ctx: AnnouncementPorts, action: AnnouncedAction): Promise<void> =>
  announce(tx, ctx, { type: 'action.dismissed', data: toData(action) })

/** Deletes actions that are still pending and unedited, and announces it. Others are kept. */
export async function withdrawActions(tx: Writer, ctx: AnnouncementPorts, ids: readonly string[]): Promise<void> {
  const rows = await deleteUnedited(tx, ctx.org, ids)
  await announceAll(
    tx,
    ctx,
    rows.map((row) => ({ type: 'action.deleted', data: toData(toAnnounced(row)) })),
  )
}
