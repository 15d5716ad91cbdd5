import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'
import { fileOf } from './model.ts'

/** The file of a source that is no more. */
export const discardSourceFile = defineJob({
  id: 'discard_source_file',
  input: z.object({ id: z.guid() }),
  // The store may be away for a while, and nobody would come back for the file.
  retries: 20,
  timeout: 60,
  async handle({ id }, ctx) {
    await ctx.files.delete(fileOf(ctx.org, id))
  },
})
