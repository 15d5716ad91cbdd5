import { defineJob } from '../../../core/jobs.ts'
import { lookBackKind, requestAnalysis } from '../../platform/analysis-requests/index.ts'
import { advanceLookBack, completeLookBack, selectAnalyzed, startLookBack } from './queries-look-back.ts'

/** Number of conversations in one transaction. */
const AT_ONCE = 200

/** Requests the analysis of all conversations, after a tracker, label, field or scorecard changed. */
export const lookBack = defineJob({
  ...lookBackKind,
  async handle({ ticket }, ctx) {
    // A later change has a job of its own, which covers this one.
    if (!(await ctx.transact((tx) => startLookBack(tx, ctx.org, ticket, ctx.clock.now())))) return
    let after: string | undefined
    for (;;) {
      ctx.signal.throwIfAborted()
      const from = after
      const ids = await ctx.transact(async (tx) => {
        const some = await selectAnalyzed(tx, ctx.org, from, AT_ONCE)
        if (some.length > 0) await requestAnalysis(tx, ctx, some)
        const isCurrent = await advanceLookBack(tx, ctx.org, ticket, some.length)
        return isCurrent ? some : []
      })
      after = ids.at(-1)
      if (after === undefined) break
    }
    await ctx.transact((tx) => completeLookBack(tx, ctx.org, ticket, ctx.clock.now()))
  },
})
