import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { pathId, text } from '../../../core/wire.ts'
import { changeConversation, selectExportable } from '../../conversations/records/index.ts'
import { FIELD_KEY_MAX, lockWorkflowsShared, selectAllWorkflows, type WorkflowRow } from '../workflows/index.ts'
import { createPlan, toNativeId } from './model.ts'
import { dryRun, startedRun } from './schema.ts'
import { reconcileExportStatus, startRun } from './start.ts'

export const NAMED_MAX = 100
export const KEYS_MAX = 200

/** Operation 13 of the contract. */
export const triggerNativeIntegration = defineOperation({
  id: 'triggerNativeIntegration',
  summary: 'Trigger CRM integration workflows',
  description:
    'Writes the confirmed field values of a conversation to the linked CRM records in the background. Returns 202 with the ' +
    'runs, or 200 with the planned values if `dryRun` is true. If a workflow has an unfinished run for the conversation, the ' +
    'response contains that run instead of a new one. `GET /integration-runs/{id}` returns the outcome.',
  tag: 'CRM',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    workflowIds: z
      .array(text({ max: 64 }))
      .max(NAMED_MAX)
      .optional()
      .describe(
        `IDs of enabled workflows, from \`GET /integration-workflows\`, or \`workflowId\` values of earlier runs. Maximum ${NAMED_MAX}. ` +
          'Defaults to all enabled workflows, as does an empty list.',
      ),
    fieldKeys: z
      .array(text({ min: 1, max: FIELD_KEY_MAX }))
      .max(KEYS_MAX)
      .optional()
      .describe(
        `Keys of the fields to write, from \`GET /conversations/{id}/field-values\`. Maximum ${KEYS_MAX}. Defaults to all ` +
          'confirmed fields, as does an empty list. Example: `["next_step"]`.',
      ),
    autoExecution: z
      .boolean()
      .optional()
      .describe(
        'Set to true to retry up to ten attempts within an hour if the CRM is unavailable. Defaults to false, which means ' +
          'three attempts within two minutes.',
      ),
    dryRun: z
      .boolean()
      .optional()
      .describe('Set to true to return the values that would be written, without writing them. Defaults to false.'),
  }),
  output: z.object({
    workflows: z.array(startedRun).describe('Runs that were started or are unfinished. Empty for a dry run.'),
    dryRun: z.array(dryRun).optional().describe('Planned values of each workflow. Only present for a dry run.'),
  }),
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
      const workflows = await resolveWorkflows(tx, ctx.org, id, workflowIds)
      if (isDry) {
        const exportable = await selectExportable(tx, ctx.org, id)
        const plans =
          exportable === undefined ? [] : workflows.map((one) => ({ one, ...createPlan(one, exportable, fieldKeys) }))
        return {
          workflows: [],
          dryRun: plans.map(({ one, fields, leftOut, targets, reason = null }) => ({
            ...{ workflowId: toNativeId(id, one.id), workflowUUID: one.id, workflowName: one.name },
            ...{ reason, fields, leftOut, records: targets },
          })),
        }
      }
      const started: z.output<typeof startedRun>[] = []
      for (const workflow of workflows) {
        const requestedBy = ctx.principal.user?.id ?? null
        const wanted = { conversationId: id, trigger: 'manual', requestedBy, fieldKeys, autoExecution } as const
        const run = await startRun(tx, ctx, workflow, wanted)
        ctx.addAuditTarget('integration run', run.runId)
        started.push(run)
      }
      await reconcileExportStatus(tx, ctx, id)
      return { workflows: started }
    })
  },
})

/**
 * Returns the requested workflows, by their own ID or by their ID for the conversation. Without a request, returns all
 * enabled workflows. Lock order: by ID.
 */
async function resolveWorkflows(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  named: readonly string[],
): Promise<WorkflowRow[]> {
  const all = await selectAllWorkflows(tx, org)
  const meant = named.map((name, at) => {
    const given = name.toLowerCase()
    const found = all.find(({ id }) => id === given || toNativeId(conversationId, id) === given)
    const pointer = `/workflowIds/${at}`
    if (found === undefined)
      throw invalid({
        pointer,
        detail: 'No integration workflow has this ID. Use an ID from `GET /integration-workflows`.',
      })
    if (!found.enabled)
      throw invalid({
        pointer,
        detail: 'The integration workflow is disabled. Enable it first, or use another workflow.',
      })
    return found.id
  })
  const ids = named.length > 0 ? meant : all.filter(({ enabled }) => enabled).map(({ id }) => id)
  return lockWorkflowsShared(tx, org, ids)
}
