/**
 * Erases conversations permanently. All erasures use these functions. An erasure also deletes earlier transcript versions of
 * other conversations that have its lines, from before a split. A legal hold on such a conversation prevents the erasure.
 */
import type { Writer } from '../../../../core/db.ts'
import type { Ports } from '../../../../core/operation.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { legalHoldConflict, refuseHeld, selectOnHold } from '../../legal-holds/index.ts'
import { discardConversationMedia } from '../../media/index.ts'
import { announceState } from '../announce-change.ts'
import { removeConversation } from '../queries.ts'
import { moveFolderAssignments } from '../queries-folder-clips.ts'
import { deleteVersionsWithLines, lockForErasure, selectSources } from './queries-erase.ts'

type ErasePorts = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Erases a locked conversation. @throws AppError `legal_hold` */
export async function eraseUnlessHeld(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await refuseHeld(tx, ctx.org, id)
  if (await hasHeldSource(tx, ctx.org, id)) throw legalHoldConflict()
  await eraseConversation(tx, ctx, id)
}

/**
 * Erases conversations, except those on legal hold and those that another transaction has locked.
 * @returns the erased conversations, and those on legal hold
 */
export async function eraseThoseNotHeld(
  tx: Writer,
  ctx: ErasePorts,
  ids: readonly string[],
): Promise<{ erased: string[]; held: string[] }> {
  const locked = await lockForErasure(tx, ctx.org, ids)
  const held = new Set(await selectOnHold(tx, ctx.org, locked))
  for (const id of locked) if (!held.has(id) && (await hasHeldSource(tx, ctx.org, id))) held.add(id)
  const erased = locked.filter((id) => !held.has(id))
  for (const id of erased) await eraseConversation(tx, ctx, id)
  return { erased, held: [...held] }
}

/** Whether a held conversation has lines of this one in an earlier transcript version. */
async function hasHeldSource(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  return (await selectOnHold(tx, org, await selectSources(tx, org, id))).size > 0
}

/**
 * The recording is a file, which is deleted after the transaction commits. Coaching about a folder of clips goes on with the
 * clips of other calls.
 */
async function eraseConversation(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await discardConversationMedia(tx, ctx, id)
  await deleteVersionsWithLines(tx, ctx.org, id)
  await moveFolderAssignments(tx, ctx.org, id, ctx.clock.now())
  await removeConversation(tx, ctx.org, id)
  await announceState(tx, ctx, id, 'erased')
}
