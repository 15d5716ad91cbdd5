import { z } from 'zod'
import { defineJob, type JobContext } from '../../core/jobs.ts'
import type { OrganizationId } from '../../core/principal.ts'

/** Texts embedded at once, and written in one transaction. */
const BATCH = 32

/** Whose passages this process is embedding, and whether more have come meanwhile. */
const running = new Map<OrganizationId, { again: boolean }>()

/** Gives each passage of an organization a vector that has none in the space of the present model. */
export const embedPassages = defineJob({
  id: 'embed_passages',
  input: z.object({}),
  retries: 12,
  timeout: 3_600,
  async handle(_, ctx) {
    const { model } = ctx.embedding
    if (model === undefined) return
    const other = running.get(ctx.org)
    // One is enough; it looks once more before it ends.
    if (other !== undefined) {
      other.again = true
      return
    }
    const own = { again: true }
    running.set(ctx.org, own)
    try {
      while (own.again) {
        own.again = false
        while (await embedSome(ctx, model)) ctx.signal.throwIfAborted()
        await forgetOthers(ctx, model)
      }
    } finally {
      running.delete(ctx.org)
    }
  },
})

/** @returns whether there was something to do */
async function embedSome(ctx: JobContext, model: string): Promise<boolean> {
  const passages = await ctx.search.withoutVector(ctx.db, ctx.org, model, BATCH)
  if (passages.length === 0) return false
  const vectors = await ctx.embedding.embed(
    passages.map(({ text }) => text),
    'passage',
    ctx.signal,
  )
  await ctx.transact((tx) =>
    ctx.search.putVectors(
      tx,
      ctx.org,
      model,
      passages.flatMap(({ id }, i) => {
        const values = vectors[i]
        return values === undefined ? [] : [{ id, values }]
      }),
    ),
  )
  return true
}

/** What an earlier model made, once it is no longer needed. */
async function forgetOthers(ctx: JobContext, model: string): Promise<void> {
  let after: string | undefined
  do {
    ctx.signal.throwIfAborted()
    after = await ctx.transact((tx) => ctx.search.forgetOtherSpaces(tx, ctx.org, model, after))
  } while (after !== undefined)
}
