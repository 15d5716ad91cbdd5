import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'

/** Adds word postings to passages that an older version stored without them. */
export const takeOutWords = defineJob({
  id: 'take_out_words',
  background: true,
  input: z.object({}),
  retries: 5,
  timeout: 3_600,
  async handle(_, ctx) {
    while (await ctx.transact((tx) => ctx.search.takeOutWords(tx, ctx.org))) ctx.signal.throwIfAborted()
  },
})
