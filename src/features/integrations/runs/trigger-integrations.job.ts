import { defineJob } from '../../../core/jobs.ts'
import { lockVisible, selectExportable } from '../../conversations/records/index.ts'
import { triggerIntegrationsKind } from '../run-requests/index.ts'
import { lockWorkflowsShared, selectAllWorkflows } from '../workflows/index.ts'
import { createPlan } from './model.ts'
import { reconcileExportStatus, startRun } from './start.ts'

/** Starts the enabled workflows with the trigger that have values to write for the conversation. */
export const triggerIntegrationsJob = defineJob({
  ...triggerIntegrationsKind,
  async handle({ conversationId, trigger }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockVisible(tx, ctx.org, 'everything', conversationId)) === undefined) return
      const exportable = await selectExportable(tx, ctx.org, conversationId)
      if (exportable === undefined) return
      const due = (await selectAllWorkflows(tx, ctx.org)).filter(
        (workflow) =>
          workflow.enabled &&
          workflow.trigger === trigger &&
          createPlan(workflow, exportable, null).reason === undefined,
      )
      const held = await lockWorkflowsShared(
        tx,
        ctx.org,
        due.map(({ id }) => id),
      )
      for (const workflow of held) {
        const wanted = { conversationId, trigger, requestedBy: null, fieldKeys: null, autoExecution: true }
        await startRun(tx, ctx, workflow, wanted)
      }
      if (held.length > 0) await reconcileExportStatus(tx, ctx, conversationId)
    })
  },
})
