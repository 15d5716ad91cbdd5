import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob, type Job, type JobContext } from '../../core/jobs.ts'
import type { OrganizationId } from '../../core/principal.ts'

/** Passages of a turn, whatever they take: what was due meanwhile comes before the next. */
const TURN = 256
/** Texts embedded at once; their vectors are written while the next ones are embedded. */
const BATCH = 32
/**
 * Vectors written in one transaction. Where they are indexed each takes a while, and the embedded database has one
 * session: after each transaction others have it for as long again, a second at most.
 */
const WRITTEN_AT_ONCE = 4
const PAUSE_MAX_MS = 1_000

const input = z.object({})

/** Whose passages this process is embedding, and whether more have come meanwhile. */
const running = new Map<OrganizationId, { again: boolean }>()

/** Gives each passage of an organization a vector that has none in the space of the present model. */
export const embedPassages: Job<typeof input> = defineJob({
  id: 'embed_passages',
  background: true,
  input,
  retries: 12,
  timeout: 600,
  async handle(_, ctx) {
    const { model } = ctx.embedding
    if (model === undefined) return
    const other = running.get(ctx.org)
    if (other !== undefined) {
      // One at a time is enough; it looks once more before it ends.
      other.again = true
      return
    }
    const own = { again: true }
    running.set(ctx.org, own)
    let isDone: boolean
    try {
      isDone = await embedForATurn(ctx, model, own)
    } finally {
      running.delete(ctx.org)
    }
    // Added when this one counts no longer as running, or it would only be told to look once more.
    if (!isDone || own.again) await ctx.transact((tx) => ctx.jobs.add(tx, ctx.org, embedPassages, {}))
  },
})

/** @returns false when the turn is over before it is known that nothing is left to do */
async function embedForATurn(ctx: JobContext, model: string, own: { again: boolean }): Promise<boolean> {
  let left = TURN
  while (own.again) {
    own.again = false
    for (let done = await embedSome(ctx, model, left); done > 0; done = await embedSome(ctx, model, left)) {
      left -= done
      if (left <= 0) return false
    }
    await forgetOthers(ctx, model)
  }
  return true
}

/** @returns how many passages it was about; none when nothing lacks a vector, or another process sees to what does */
async function embedSome(ctx: JobContext, model: string, limit: number): Promise<number> {
  const passages = await ctx.search.withoutVector(ctx.db, ctx.org, model, limit)
  let writing = Promise.resolve(true)
  for (let from = 0; from < passages.length; from += BATCH) {
    const some = passages.slice(from, from + BATCH)
    const texts = some.map(({ text }) => text)
    // Both come to their end, whatever becomes of the other: nothing goes on behind a job that has failed.
    const [written, embedded] = await Promise.allSettled([writing, ctx.embedding.embed(texts, 'passage', ctx.signal)])
    if (written.status === 'rejected') throw written.reason
    if (embedded.status === 'rejected') throw embedded.reason
    if (!written.value) return 0
    ctx.signal.throwIfAborted()
    writing = write(ctx, model, some, embedded.value)
  }
  return (await writing) ? passages.length : 0
}

/** @returns false when another process embedded the very same ones meanwhile, and looks for more, as this one would */
async function write(
  ctx: JobContext,
  model: string,
  passages: readonly { readonly id: string }[],
  vectors: readonly Float32Array[],
): Promise<boolean> {
  const given = passages.flatMap(({ id }, i) => {
    const values = vectors[i]
    return values === undefined ? [] : [{ id, values }]
  })
  let known = 0
  for (let from = 0; from < given.length; from += WRITTEN_AT_ONCE) {
    const some = given.slice(from, from + WRITTEN_AT_ONCE)
    // Measured once it has the session: the wait for others doesn't count.
    let begun = performance.now()
    known += await ctx.transact((tx) => {
      begun = performance.now()
      return ctx.search.putVectors(tx, ctx.org, model, some)
    })
    await pause(Math.min(PAUSE_MAX_MS, performance.now() - begun))
  }
  return known < given.length
}

/** What an earlier model made, once it is no longer needed. */
async function forgetOthers(ctx: JobContext, model: string): Promise<void> {
  let after: string | undefined
  do {
    ctx.signal.throwIfAborted()
    after = await ctx.transact((tx) => ctx.search.forgetOtherSpaces(tx, ctx.org, model, after))
  } while (after !== undefined)
}
