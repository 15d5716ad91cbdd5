import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { requestAnalysis } from '../../platform/analysis-requests/index.ts'
import { selectUnasked } from './queries.ts'

/** Number of conversations in one transaction. */
const AT_ONCE = 200

/** Requests the analysis of conversations that a version without analysis imported. */
export const analyzeWaiting = defineJob({
  id: 'analyze_waiting',
  background: true,
  input: z.object({}),
  retries: 5,
  timeout: 3_600,
  async handle(_, ctx) {
    let more = true
    while (more) {
      ctx.signal.throwIfAborted()
      more = await ctx.transact(async (tx) => {
        const some = await selectUnasked(tx, ctx.org, AT_ONCE)
        if (some.length > 0) await requestAnalysis(tx, ctx, some)
        return some.length === AT_ONCE
      })
    }
  },
})
