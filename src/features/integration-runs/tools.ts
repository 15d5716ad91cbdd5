/** Writing to the CRM, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { table } from '../../core/tool-text.ts'
import { text } from '../../core/wire.ts'
import { FIELD_KEY_MAX } from '../integration-workflows/index.ts'
import { KEYS_MAX, NAMED_MAX, triggerNativeIntegration } from './trigger-native-integration.ts'

export const tools: readonly Tool[] = [
  defineTool(triggerNativeIntegration, {
    name: 'trigger_native_integration',
    title: 'Write a call to the CRM',
    description:
      'Writes confirmed fields of a call to its linked CRM records, in the background. list_integration_workflows tells the workflows. Ask the person before; dry_run tells what would be written.',
    args: {
      call_id: idOf('call', 'search_calls'),
      workflow_ids: z
        .array(text({ max: 64 }))
        .max(NAMED_MAX)
        .optional()
        .describe('Default: all enabled.'),
      field_keys: z
        .array(text({ min: 1, max: FIELD_KEY_MAX }))
        .max(KEYS_MAX)
        .optional()
        .describe('Default: all confirmed.'),
      dry_run: z.boolean().optional().describe('Write nothing.'),
    },
    names: { call_id: 'id', workflow_ids: 'workflowIds', field_keys: 'fieldKeys', dry_run: 'dryRun' },
    idempotent: true,
    openWorld: true,
    data: { runs: z.array(z.object({ workflow_id: z.string(), run_id: z.string() })) },
    present: ({ workflows, dryRun }) => ({
      text: dryRun === undefined ? `Started ${workflows.length}.` : plansText(dryRun),
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
          brief(value) + (overwrite === 'if_empty' ? ' (only if empty)' : ''),
        ])
      : [[workflowName, '—', '—', `nothing: ${reason}`]],
  )
  return rows.length === 0 ? 'Nothing would be written.' : table(['Workflow', 'Records', 'Field', 'Value'], rows)
}

type Plans = NonNullable<z.output<typeof triggerNativeIntegration.output>['dryRun']>

const brief = (value: unknown): string => {
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  return said.length > TOLD_MAX ? `${said.slice(0, TOLD_MAX)} […]` : said
}
