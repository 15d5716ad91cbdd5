import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { toFileKey } from './model.ts'

/** Deletes the file of a deleted source. */
export const discardSourceFile = defineJob({
  id: 'discard_source_file',
  input: z.object({ id: z.guid() }),
  // The store can be unavailable for a while, and no other job deletes the file later.
  retries: 20,
  timeout: 60,
  async handle({ id }, ctx) {
    await ctx.files.delete(toFileKey(ctx.org, id))
  },
})
