/**
 * What takes long is not done in one transaction with its kept answer. A first transaction claims the key, for as long as
 * this process says that it is at work; then the work is done with transactions of its own; a last one keeps the answer.
 *
 * When the process dies in between, nobody says so any more, and a repetition begins anew after a while: the work is done
 * at least once, not exactly once.
 */
import {
  type KeptAnswer,
  type KeptAnswers,
  LEASE_SECONDS,
  type ResponseToStore,
  type Run,
} from '../../core/kept-answers.ts'
import type { Context } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { answerAgain, stillRunning, type Wanted } from './idempotency-key.ts'

/** So that two signs of life in a row may fail. */
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3

export async function onceUnderLease(
  kept: KeptAnswers,
  ctx: Context,
  wanted: Wanted,
  work: (ctx: Context) => Promise<ResponseToStore>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const { request, fingerprint } = wanted
  const claimed = await ctx.transact((tx) => kept.claim(tx, ctx.org, request, fingerprint, ctx.clock.now()))
  if (claimed === 'running' || 'answer' in claimed) {
    const isVisible = () => ctx.transact((tx) => kept.isVisible(tx, ctx.org, request, visibilityOf(ctx.principal)))
    return { answer: await answerAgain(claimed, wanted, isVisible), replayed: true }
  }
  const lease = holdLease(kept, ctx, claimed)
  try {
    const { answer, sources } = await work({ ...ctx, signal: AbortSignal.any([ctx.signal, lease.lost]) })
    const settled = await ctx.transact((tx) => kept.settle(tx, ctx.org, claimed, { answer, sources }, ctx.clock.now()))
    // Another run has the key: what that one answers is the answer.
    if (!settled) throw stillRunning()
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

/** @returns `lost`, aborted when another run took over, since the signs of life of this one came too late */
function holdLease(kept: KeptAnswers, ctx: Context, run: Run): { lost: AbortSignal; end: () => void } {
  const lost = new AbortController()
  const renew = async () => {
    // Work that goes on although nobody waits for it may be begun anew by who sends it again.
    if (ctx.signal.aborted || (await ctx.transact((tx) => kept.renew(tx, ctx.org, run)))) return
    lost.abort(stillRunning())
  }
  const timer = setInterval(() => {
    renew().catch((fault: Error) => ctx.log.warn({ error: fault.message }, 'an Idempotency-Key could not be renewed'))
  }, RENEW_MS)
  return { lost: lost.signal, end: () => clearInterval(timer) }
}
