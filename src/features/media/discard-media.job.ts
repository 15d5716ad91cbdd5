import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'
import { fileOf } from './model.ts'

/** The file of a recording that is no more. */
export const discardMedia = defineJob({
  id: 'discard_media',
  input: z.object({ id: z.guid() }),
  // The store may be away for a while, and nobody would come back for the file.
  retries: 20,
  timeout: 60,
  async handle({ id }, ctx) {
    await ctx.files.delete(fileOf(ctx.org, id))
  },
})
