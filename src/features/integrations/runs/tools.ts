/** Tool that writes field values to the CRM. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { table } from '../../../core/tool-text.ts'
import { text } from '../../../core/wire.ts'
import { FIELD_KEY_MAX } from '../workflows/index.ts'
import { formatRunReason } from './model.ts'
import { KEYS_MAX, NAMED_MAX, triggerNativeIntegration } from './trigger-native-integration.ts'

export const tools: readonly Tool[] = [
  defineTool(triggerNativeIntegration, {
    name: 'trigger_native_integration',
    title: 'Write a call to the CRM',
    hints: { effect: 'changes', idempotent: true, openWorld: true },
    description:
      'Writes confirmed fields of a call to its linked CRM records in the background. Ask the user first, and use dry_run to preview the values. Workflow IDs are in list_integration_workflows.',
    args: {
      call_id: idArgument('call', 'search_calls'),
      workflow_ids: z
        .array(text({ max: 64 }))
        .max(NAMED_MAX)
        .optional()
        .describe('IDs of workflows, from list_integration_workflows. Defaults to all enabled ones.'),
      field_keys: z
        .array(text({ min: 1, max: FIELD_KEY_MAX }))
        .max(KEYS_MAX)
        .optional()
        .describe('Keys of fields, from get_call_details. Defaults to all confirmed fields. Example: `["next_step"]`.'),
      dry_run: z.boolean().optional().describe('Returns the values without writing them. Defaults to false.'),
    },
    names: { call_id: 'id', workflow_ids: 'workflowIds', field_keys: 'fieldKeys', dry_run: 'dryRun' },
    data: { runs: z.array(z.object({ workflow_id: z.string(), run_id: z.string() })) },
    present: ({ workflows, dryRun }) => ({
      text:
        dryRun === undefined
          ? `Started ${workflows.length === 1 ? '1 workflow' : `${workflows.length} workflows`}.`
          : plansText(dryRun),
      data: { runs: workflows.map(({ workflowId, runId }) => ({ workflow_id: workflowId, run_id: runId })) },
    }),
  }),
]

const TOLD_MAX = 200

function plansText(plans: readonly Plans[number][]): string {
  const rows = plans.flatMap(({ workflowName, fields, records, reason }) =>
    reason === null
      ? fields.map(({ crmField, value, overwrite }) => [
          ...[workflowName, records.map(({ code, id }) => `${code} ${id}`).join(', '), crmField],
          shortenValue(value) + (overwrite === 'if_empty' ? ' (only if empty)' : ''),
        ])
      : [[workflowName, '—', '—', `none: ${formatRunReason(reason)}`]],
  )
  return rows.length === 0 ? 'Nothing would be written.' : table(['Workflow', 'Records', 'Field', 'Value'], rows)
}

type Plans = NonNullable<z.output<typeof triggerNativeIntegration.output>['dryRun']>

const shortenValue = (value: unknown): string => {
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  return said.length > TOLD_MAX ? `${said.slice(0, TOLD_MAX)} […]` : said
}
