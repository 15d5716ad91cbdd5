import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'

/** Makes texts findable by their words whose passages an older version stored without. */
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
