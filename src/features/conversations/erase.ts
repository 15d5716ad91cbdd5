/** The one road by which a conversation goes for good. */
import type { Writer } from '../../core/db.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { heldAmong, refuseHeld } from '../legal-holds/index.ts'
import { discardMediaOf } from '../media/index.ts'
import { removeConversation } from './queries.ts'
import { lockForErasure } from './queries-erase.ts'

type ErasePorts = Pick<Ports, 'jobs'> & { readonly org: OrganizationId }

/** @throws AppError `legal_hold`. The conversation must be locked. */
export async function eraseUnlessHeld(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await refuseHeld(tx, ctx.org, id)
  await eraseConversation(tx, ctx, id)
}

/**
 * The same for many: those that are kept by a hold stay, and so do those that others have locked at this moment.
 * @returns the ones that are gone, and the ones that are kept
 */
export async function eraseThoseNotHeld(
  tx: Writer,
  ctx: ErasePorts,
  ids: readonly string[],
): Promise<{ erased: string[]; held: string[] }> {
  const locked = await lockForErasure(tx, ctx.org, ids)
  const held = await heldAmong(tx, ctx.org, locked)
  const erased = locked.filter((id) => !held.has(id))
  for (const id of erased) await eraseConversation(tx, ctx, id)
  return { erased, held: [...held] }
}

/** The recording is a file, which goes once the transaction is committed. */
async function eraseConversation(tx: Writer, ctx: ErasePorts, id: string): Promise<void> {
  await discardMediaOf(tx, ctx, id)
  await removeConversation(tx, ctx.org, id)
}
