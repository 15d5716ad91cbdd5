import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob, type Job, type JobContext } from '../../../core/jobs.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Maximum number of passages per job run. Other due jobs run before the next batch. */
const TURN = 256
/** Texts per embedding request. Their vectors are written while the next request runs. */
const BATCH = 32
/**
 * Vectors written in one transaction. Inserting into a vector index is slow, and the embedded database has a single
 * session. After each transaction the job pauses for as long as the transaction took, at most one second, so that
 * others can use the session.
 */
const WRITTEN_AT_ONCE = 4
const PAUSE_MAX_MS = 1_000

const input = z.object({})

/** Organizations whose passages this process is embedding, and whether new passages arrived since the run started. */
const running = new Map<OrganizationId, { again: boolean }>()

/** Creates a vector in the space of the current model for each passage that has none. */
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
      // One run at a time is enough: it checks for new passages before it ends.
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
    // Queued after this run is unregistered; otherwise the new job would only set the flag of this run.
    if (!isDone || own.again) await ctx.transact((tx) => ctx.jobs.add(tx, ctx.org, embedPassages, {}))
  },
})

/** @returns false if the limit was reached before all passages were embedded */
async function embedForATurn(ctx: JobContext, model: string, own: { again: boolean }): Promise<boolean> {
  let left = TURN
  while (own.again) {
    own.again = false
    for (let done = await embedSome(ctx, model, left); done > 0; done = await embedSome(ctx, model, left)) {
      left -= done
      if (left <= 0) return false
    }
    await deleteOldVectors(ctx, model)
  }
  return true
}

/** @returns the number of passages processed; 0 if none lacks a vector, or if another process is embedding them */
async function embedSome(ctx: JobContext, model: string, limit: number): Promise<number> {
  const passages = await ctx.search.withoutVector(ctx.db, ctx.org, model, limit)
  let writing = Promise.resolve(true)
  for (let from = 0; from < passages.length; from += BATCH) {
    const some = passages.slice(from, from + BATCH)
    const texts = some.map(({ text }) => text)
    // Waits for both, even if one fails, so that no work continues after the job has failed.
    const [written, embedded] = await Promise.allSettled([writing, ctx.embedding.embed(texts, 'passage', ctx.signal)])
    if (written.status === 'rejected') throw written.reason
    if (embedded.status === 'rejected') throw embedded.reason
    if (!written.value) return 0
    ctx.signal.throwIfAborted()
    writing = write(ctx, model, some, embedded.value)
  }
  return (await writing) ? passages.length : 0
}

/** @returns false if another process embedded the same passages in the meantime; that process also checks for more */
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
    // Measured inside the transaction: the wait for the session doesn't count.
    let begun = performance.now()
    known += await ctx.transact((tx) => {
      begun = performance.now()
      return ctx.search.putVectors(tx, ctx.org, model, some)
    })
    await pause(Math.min(PAUSE_MAX_MS, performance.now() - begun))
  }
  return known < given.length
}

/** Deletes vectors of earlier models, which are no longer needed. */
async function deleteOldVectors(ctx: JobContext, model: string): Promise<void> {
  let after: string | undefined
  do {
    ctx.signal.throwIfAborted()
    after = await ctx.transact((tx) => ctx.search.forgetOtherSpaces(tx, ctx.org, model, after))
  } while (after !== undefined)
}
