import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import { changeConversation, selectExportable } from '../conversations/index.ts'
import { FIELD_KEY_MAX, holdWorkflows, selectAllWorkflows, type WorkflowRow } from '../integration-workflows/index.ts'
import { nativeIdOf, planOf } from './model.ts'
import { dryRun, startedRun } from './schema.ts'
import { settleExportStatus, startRun } from './start.ts'

export const NAMED_MAX = 100
export const KEYS_MAX = 200

/** Contract, operation 13. */
export const triggerNativeIntegration = defineOperation({
  id: 'triggerNativeIntegration',
  summary: 'Write the confirmed field values of a conversation to the CRM, in the background.',
  description:
    'Runs the named integration workflows, or all that are enabled. While a run of a workflow for the conversation is pending or running, that one is told again. autoExecution tries ten times within an hour, otherwise three times. Empty lists are as good as none. dryRun tells what would be written, and writes nothing.',
  tag: 'CRM',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    workflowIds: z
      .array(text({ max: 64 }))
      .max(NAMED_MAX)
      .optional()
      .describe('Ids of integration workflows, or the workflowId that an answer told. Default: all that are enabled.'),
    fieldKeys: z
      .array(text({ min: 1, max: FIELD_KEY_MAX }))
      .max(KEYS_MAX)
      .optional()
      .describe('Keys of field values. Default: all that are confirmed.'),
    autoExecution: z.boolean().optional(),
    dryRun: z.boolean().optional(),
  }),
  output: z.object({ workflows: z.array(startedRun), dryRun: z.array(dryRun).optional() }),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/conversations/{id}/trigger-native-integration',
    status: (output) => (output.dryRun === undefined ? 202 : 200),
    statuses: [202, 200],
  },
  async handle({ id, workflowIds = [], fieldKeys: keys = [], autoExecution = false, dryRun: isDry = false }, ctx) {
    const fieldKeys = keys.length === 0 ? null : [...new Set(keys)]
    return changeConversation(ctx, id, 'viewer', async (tx) => {
      const workflows = await workflowsMeant(tx, ctx.org, id, workflowIds)
      if (isDry) {
        const exportable = await selectExportable(tx, ctx.org, id)
        const plans =
          exportable === undefined ? [] : workflows.map((one) => ({ one, ...planOf(one, exportable, fieldKeys) }))
        return {
          workflows: [],
          dryRun: plans.map(({ one, fields, leftOut, targets, reason = null }) => ({
            ...{ workflowId: nativeIdOf(id, one.id), workflowUUID: one.id, workflowName: one.name },
            ...{ reason, fields, leftOut, records: targets },
          })),
        }
      }
      const started: z.output<typeof startedRun>[] = []
      for (const workflow of workflows) {
        const requestedBy = ctx.principal.user?.id ?? null
        const wanted = { conversationId: id, trigger: 'manual', requestedBy, fieldKeys, autoExecution } as const
        const run = await startRun(tx, ctx, workflow, wanted)
        ctx.names('integration run', run.runId)
        started.push(run)
      }
      await settleExportStatus(tx, ctx, id)
      return { workflows: started }
    })
  },
})

/**
 * The workflows that are named, by their own ids or by those that are told for the conversation; without any, those that
 * are enabled. In the order of their ids: everyone waits in this order.
 */
async function workflowsMeant(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  named: readonly string[],
): Promise<WorkflowRow[]> {
  const all = await selectAllWorkflows(tx, org)
  const meant = named.map((name, at) => {
    const given = name.toLowerCase()
    const found = all.find(({ id }) => id === given || nativeIdOf(conversationId, id) === given)
    const pointer = `/workflowIds/${at}`
    if (found === undefined) throw invalid({ pointer, detail: 'There is no such integration workflow.' })
    if (!found.enabled) throw invalid({ pointer, detail: 'This integration workflow is disabled.' })
    return found.id
  })
  const ids = named.length > 0 ? meant : all.filter(({ enabled }) => enabled).map(({ id }) => id)
  return holdWorkflows(tx, org, ids)
}
