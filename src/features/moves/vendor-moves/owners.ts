/** Owners of moved calls who have no user: invites them, and transfers their calls when they have joined. */
import { AppError } from '../../../core/errors.ts'
import { type Context, contextWithin } from '../../../core/operation.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { findUser, ownAddressesOf } from '../../accounts/identity/index.ts'
import { createInvitation } from '../../accounts/invitations/index.ts'
import { updateConversationOwner } from '../../conversations/records/index.ts'
import { type MoveRow, selectCallsWithoutOwner, selectOwnersWithoutUser, updateMoveOwner } from './queries.ts'

/** Number of calls that are read at a time. */
const BATCH = 200

/**
 * Transfers calls whose owner has become a user since they came. Calls that somebody has transferred since then stay.
 * @returns number of calls
 */
export async function transferCalls(ctx: Context, move: MoveRow, signal: AbortSignal): Promise<number> {
  let transferred = 0
  for (const email of await selectOwnersWithoutUser(ctx.db, ctx.org, move.id)) {
    const user = await findUser(ctx.db, ctx.org, { email })
    if (user === undefined) continue
    for (let after = ''; ; ) {
      const calls = await selectCallsWithoutOwner(ctx.db, ctx.org, { move, email, after, limit: BATCH })
      for (const { external_id: externalId, id } of calls) {
        signal.throwIfAborted()
        await ctx.transact(async (tx) => {
          await runOperation(updateConversationOwner, { id, userUUID: user.id }, contextWithin(ctx, tx))
          await updateMoveOwner(tx, ctx.org, { moveId: move.id, externalId, userId: user.id })
        })
        transferred++
        after = externalId
      }
      if (calls.length < BATCH) break
    }
  }
  return transferred
}

export interface OwnerInvitation {
  readonly email: string
  /** `pending`: an invitation exists. `outside`: not an address of the organization. Otherwise the code of an error. */
  readonly outcome: 'invited' | 'pending' | 'outside' | (string & {})
}

/**
 * Invites owners without a user by email. Organizers of meetings can be customers, so only addresses in domains of the
 * organization are invited.
 * @param inviter context of an admin, whose name is in the invitations
 */
export async function inviteOwners(ctx: Context, inviter: Context, moveId: string): Promise<OwnerInvitation[]> {
  const own = new Set(await ownAddressesOf(ctx.db, ctx.org))
  const invited: OwnerInvitation[] = []
  for (const email of await selectOwnersWithoutUser(ctx.db, ctx.org, moveId)) {
    if ((await findUser(ctx.db, ctx.org, { email })) !== undefined) continue
    if (!own.has(email.slice(email.lastIndexOf('@') + 1))) {
      invited.push({ email, outcome: 'outside' })
      continue
    }
    try {
      await runOperation(createInvitation, { email }, inviter)
      invited.push({ email, outcome: 'invited' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      invited.push({ email, outcome: error.code === 'invitation_exists' ? 'pending' : error.code })
    }
  }
  return invited
}
