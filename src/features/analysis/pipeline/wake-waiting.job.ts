import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { analyzeConversationKind } from '../../platform/analysis-requests/index.ts'
import { wakeWaitingForModel } from './queries.ts'

/** Number of conversations in one transaction. */
const AT_ONCE = 200

/** Continues postponed analyses as soon as the language model answers again. */
export const wakeWaiting = defineJob({
  id: 'wake_waiting_analyses',
  background: true,
  input: z.object({}),
  async handle(_, ctx) {
    let more = true
    while (more) {
      ctx.signal.throwIfAborted()
      more = await ctx.transact(async (tx) => {
        const woken = await wakeWaitingForModel(tx, ctx.org, { at: ctx.clock.now(), limit: AT_ONCE })
        for (const { urgent, ...one } of woken)
          await ctx.jobs.add(tx, ctx.org, analyzeConversationKind, one, { urgent })
        return woken.length === AT_ONCE
      })
    }
  },
})
