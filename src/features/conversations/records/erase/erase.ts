/** Erases conversations permanently. All erasures use these functions. */
import type { Writer } from '../../../../core/db.ts'
import type { Ports } from '../../../../core/operation.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { refuseHeld, selectOnHold } from '../../legal-holds/index.ts'
import { discardConversationMedia } from '../../media/index.ts'
import { announceState } from '../announce-change.ts'
import { removeConversation } from '../queries.ts'
import { lockForErasure } from './queries-erase.ts'

type ErasePorts = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Erases a locked conversation. @throws AppError `legal_hold` */
export async function eraseUnlessHeld(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await refuseHeld(tx, ctx.org, id)
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
  const held = await selectOnHold(tx, ctx.org, locked)
  const erased = locked.filter((id) => !held.has(id))
  for (const id of erased) await eraseConversation(tx, ctx, id)
  return { erased, held: [...held] }
}

/** The recording is a file, which is deleted after the transaction commits. */
async function eraseConversation(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await discardConversationMedia(tx, ctx, id)
  await removeConversation(tx, ctx.org, id)
  await announceState(tx, ctx, id, 'erased')
}
