/**
 * Runs a request with an `Idempotency-Key` once, and returns the stored response to repetitions. Errors aren't stored.
 *
 * The work and its stored response share a transaction. If the process dies, both exist or neither does, so clients can
 * always repeat the request. Long work runs under a lease instead.
 */
import type { IdempotencyStore, ResponseToStore, StoredResponse } from '../../core/idempotency-store.ts'
import { type Context, contextWithin } from '../../core/operation.ts'
import { toVisibility } from '../../core/principal.ts'
import { answerAgain, type KeyedRequest, requestInProgress } from './idempotency-key.ts'
import { runWithLease } from './idempotency-lease.ts'

export type Once = (
  ctx: Context,
  wanted: {
    readonly key: string
    readonly fingerprint: string
    readonly takesLong: boolean
    /** Same as in `RestBinding`. */
    readonly derived: boolean
  },
  work: (ctx: Context) => Promise<ResponseToStore>,
) => Promise<{ answer: StoredResponse; replayed: boolean }>

/** Creates the runner of a server. */
export function createIdempotencyRunner(kept: IdempotencyStore): Once {
  /** Requests that this process is running. Repetitions get 409 without a database query. */
  const running = new Set<string>()
  return async (ctx, { key, fingerprint, takesLong, derived }, work) => {
    const user = ctx.principal.user
    const request = { caller: user === undefined ? 'org' : `user-${user.id}`, key }
    const name = `${ctx.org} ${request.caller} ${request.key}`
    if (running.has(name)) throw requestInProgress()
    running.add(name)
    try {
      return await (takesLong ? runWithLease : runOnceInTransaction)(kept, ctx, { request, fingerprint, derived }, work)
    } finally {
      running.delete(name)
    }
  }
}

function runOnceInTransaction(
  kept: IdempotencyStore,
  ctx: Context,
  wanted: KeyedRequest,
  work: (ctx: Context) => Promise<ResponseToStore>,
): Promise<{ answer: StoredResponse; replayed: boolean }> {
  const { request, fingerprint } = wanted
  return ctx.transact(async (tx) => {
    const known = await kept.find(tx, ctx.org, request, ctx.clock.now())
    if (known !== undefined) {
      const isVisible = () => kept.isVisible(tx, ctx.org, request, toVisibility(ctx.principal))
      return { answer: await answerAgain(known, wanted, isVisible), replayed: true }
    }
    const { answer, sources } = await work(contextWithin(ctx, tx))
    await kept.save(tx, ctx.org, request, { fingerprint, answer, sources }, ctx.clock.now())
    return { answer, replayed: false }
  })
}
