/** Integration workflows, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { table } from '../../core/tool-text.ts'
import { listIntegrationWorkflows } from './list-integration-workflows.ts'

const workflow = z.object({ workflow_id: z.string(), name: z.string(), enabled: z.boolean() })

export const tools: readonly Tool[] = [
  defineTool(listIntegrationWorkflows, {
    name: 'list_integration_workflows',
    title: 'List integration workflows',
    description:
      'Workflows that write confirmed fields of a call to the CRM, with the fields each writes. trigger_native_integration runs them.',
    args: {},
    paged: { max: 50 },
    data: { workflows: z.array(workflow) },
    present: ({ data }) => ({
      text: table(
        ['Id', 'Name', 'Enabled', 'Writes to', 'When', 'Fields'],
        data.map((one) => [
          one.uuid,
          one.name,
          one.enabled ? 'yes' : 'no',
          one.entityCode,
          one.trigger,
          one.fieldMapping.map(({ fieldKey, crmField }) => `${fieldKey} → ${crmField}`).join(', '),
        ]),
      ),
      data: {
        workflows: data.map(({ uuid, name, enabled }) => ({ workflow_id: uuid, name, enabled })),
      },
    }),
  }),
]
