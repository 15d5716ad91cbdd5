/**
 * Runs long work once, outside of a transaction. The first transaction claims the key under a lease, which this process
 * renews. The work uses its own transactions, and the last one stores the response.
 *
 * If the process dies, the lease expires, and a repeated request starts the work again. Therefore the work runs at
 * least once, not exactly once.
 */
import {
  type IdempotencyStore,
  type IdempotentRun,
  LEASE_SECONDS,
  type ResponseToStore,
  type StoredResponse,
} from '../../core/idempotency-store.ts'
import type { Context } from '../../core/operation.ts'
import { toVisibility } from '../../core/principal.ts'
import { answerAgain, type KeyedRequest, requestInProgress } from './idempotency-key.ts'

/** Renewal interval. Two failed renewals in a row don't lose the lease. */
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3

export async function runWithLease(
  kept: IdempotencyStore,
  ctx: Context,
  wanted: KeyedRequest,
  work: (ctx: Context) => Promise<ResponseToStore>,
): Promise<{ answer: StoredResponse; replayed: boolean }> {
  const { request, fingerprint } = wanted
  const claimed = await ctx.transact((tx) => kept.claim(tx, ctx.org, request, fingerprint, ctx.clock.now()))
  if (claimed === 'running' || 'answer' in claimed) {
    const isVisible = () => ctx.transact((tx) => kept.isVisible(tx, ctx.org, request, toVisibility(ctx.principal)))
    return { answer: await answerAgain(claimed, wanted, isVisible), replayed: true }
  }
  const lease = renewLease(kept, ctx, claimed)
  try {
    const { answer, sources } = await work({ ...ctx, signal: AbortSignal.any([ctx.signal, lease.lost]) })
    const settled = await ctx.transact((tx) =>
      kept.complete(tx, ctx.org, claimed, { answer, sources }, ctx.clock.now()),
    )
    // Another run claimed the key, and its response applies.
    if (!settled) throw requestInProgress()
    return { answer, replayed: false }
  } catch (error) {
    await ctx
      .transact((tx) => kept.release(tx, ctx.org, claimed))
      .catch((fault: Error) => ctx.log.warn({ error: fault.message }, 'an Idempotency-Key stays claimed for a while'))
    throw error
  } finally {
    lease.end()
  }
}

/** @returns `lost`, which is aborted if another run claimed the key because this run renewed the lease too late */
function renewLease(kept: IdempotencyStore, ctx: Context, run: IdempotentRun): { lost: AbortSignal; end: () => void } {
  const lost = new AbortController()
  const renew = async () => {
    // After an abort, the lease isn't renewed, so that a repeated request can start the work again.
    if (ctx.signal.aborted || (await ctx.transact((tx) => kept.renew(tx, ctx.org, run)))) return
    lost.abort(requestInProgress())
  }
  const timer = setInterval(() => {
    renew().catch((fault: Error) => ctx.log.warn({ error: fault.message }, 'an Idempotency-Key could not be renewed'))
  }, RENEW_MS)
  return { lost: lost.signal, end: () => clearInterval(timer) }
}
