import { type AnyJob, defineJob } from '../../../core/jobs.ts'
import { analyzeConversationKind } from '../../platform/analysis-requests/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { ModelRest } from './model-rest.ts'
import { close, lockAnalysis } from './queries.ts'
import { analyze } from './run.ts'
import type { AnyStep } from './step.ts'

/** @param steps all steps in execution order */
export function analyzeConversation(steps: readonly AnyStep[]): AnyJob {
  const rest = new ModelRest()
  return defineJob({
    ...analyzeConversationKind,
    handle: (input, ctx) => analyze({ steps, rest }, input, ctx),
    /** Marks the analysis as failed after more interrupted runs than a step can cause, so that clients stop waiting. */
    async failed({ id }, ctx) {
      await ctx.transact(async (tx) => {
        const held = await lockAnalysis(tx, ctx.org, id)
        if (held === undefined) return
        await close(tx, ctx.org, id, { state: 'idle', status: 'failed', at: ctx.clock.now() })
        const data = { conversation_id: id, transcript_version: held.transcript_version, failed: [] }
        await announce(tx, ctx, { type: 'conversation.failed', data })
      })
    },
  })
}
