import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { lockSource, updateOutcome } from './queries.ts'
import { recordArrival, sizeInStore } from './upload-status.ts'

/**
 * Runs after an upload form expired. Indexes the file if it arrived without confirmation; otherwise marks the source as
 * failed.
 */
export const awaitSourceFile = defineJob({
  id: 'await_source_file',
  input: z.object({ id: z.guid() }),
  retries: 20,
  timeout: 60,
  async handle({ id }, ctx) {
    const size = await sizeInStore(ctx, id)
    await ctx.transact(async (tx) => {
      if (size !== undefined) return recordArrival(ctx, tx, id, size)
      const standing = await lockSource(tx, ctx.org, id)
      if (standing?.status !== 'indexing' || standing.file_arrived) return
      const outcome = { status: 'failed', failure: 'not_received', chunkCount: 0, truncated: false } as const
      await updateOutcome(tx, ctx.org, id, outcome, ctx.clock.now())
    })
  },
})
