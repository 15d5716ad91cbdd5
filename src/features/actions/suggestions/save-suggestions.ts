/**
 * Updates the stored actions of a conversation to match the current suggestions. Doesn't change actions that a user has
 * changed.
 */
import type { Writer } from '../../../core/db.ts'
import type { KeepContext } from '../../analysis/pipeline/index.ts'
import { computeOverlap, KNOWN_AGAIN } from '../../text/extractive-summary/index.ts'
import {
  announceAction,
  announceActionUpdate,
  type CreatedAction,
  lockCreatedActions,
  rewordAction,
  storeAction,
  withdrawActions,
} from '../actions/index.ts'
import { ensureDailyScan } from './daily-scan.ts'
import type { ActionProposal } from './proposal.ts'

/** @param proposals undefined: the conversation is too old; stored actions stay unchanged */
export async function saveSuggestions(
  tx: Writer,
  ctx: KeepContext,
  conversationId: string,
  proposals: readonly ActionProposal[] | undefined,
): Promise<void> {
  await ensureDailyScan(tx, ctx)
  if (proposals === undefined) return
  const at = ctx.clock.now()
  const known = await lockCreatedActions(tx, ctx.org, { type: 'conversation', id: conversationId }, at)
  const same = matchSuggestions(proposals, known)
  for (const proposal of proposals) {
    const before = same.get(proposal)
    if (before === undefined) {
      const id = await storeAction(tx, ctx.org, { ...proposal, at })
      await announceAction(tx, ctx, { ...proposal, id })
    } else if (before.untouched) {
      const changed = await rewordAction(tx, ctx.org, before.id, proposal)
      await announceActionUpdate(tx, ctx, { ...proposal, id: before.id }, changed)
    }
  }
  const standing = new Set([...same.values()].map(({ id }) => id))
  const gone = known.filter(({ id, untouched }) => untouched && !standing.has(id))
  if (gone.length > 0)
    await withdrawActions(
      tx,
      ctx,
      gone.map(({ id }) => id),
    )
}

/** Matches suggestions with stored actions, most similar first. */
function matchSuggestions(
  proposals: readonly ActionProposal[],
  known: readonly CreatedAction[],
): ReadonlyMap<ActionProposal, CreatedAction> {
  const likely = proposals
    .flatMap((proposal) =>
      known
        .filter(({ signalType }) => signalType === proposal.signalType)
        .map((action) => ({ proposal, action, like: computeOverlap(proposal.ground, action.ground) })),
    )
    .filter(({ like }) => like >= KNOWN_AGAIN)
    .toSorted((a, b) => b.like - a.like)
  const pairs = new Map<ActionProposal, CreatedAction>()
  const taken = new Set<string>()
  for (const { proposal, action } of likely) {
    if (pairs.has(proposal) || taken.has(action.id)) continue
    pairs.set(proposal, action)
    taken.add(action.id)
  }
  return pairs
}
