import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'

/** Updates the words of texts that an older version indexed: with other stems, or without words. */
export const takeOutWords = defineJob({
  id: 'take_out_words',
  background: true,
  input: z.object({}),
  retries: 5,
  timeout: 3_600,
  async handle(_, ctx) {
    while (await ctx.transact((tx) => ctx.search.updateWords(tx, ctx.org, ctx.workers, ctx.signal))) {
      ctx.signal.throwIfAborted()
    }
  },
})
