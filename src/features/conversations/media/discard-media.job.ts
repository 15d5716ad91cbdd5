import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { toMediaKey } from './model.ts'

/** Deletes the file of a deleted or replaced recording. */
export const discardMedia = defineJob({
  id: 'discard_media',
  input: z.object({ id: z.guid() }),
  // The store can be unavailable for a while, and no other job deletes the file later.
  retries: 20,
  timeout: 60,
  async handle({ id }, ctx) {
    await ctx.files.delete(toMediaKey(ctx.org, id))
  },
})
