/** Tool that lists integration workflows. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { table } from '../../../core/tool-text.ts'
import { listIntegrationWorkflows } from './list-integration-workflows.ts'

const workflow = z.object({ workflow_id: z.string(), name: z.string(), enabled: z.boolean() })

export const tools: readonly Tool[] = [
  defineTool(listIntegrationWorkflows, {
    name: 'list_integration_workflows',
    title: 'List integration workflows',
    description:
      'Lists the workflows that write confirmed fields of calls to the CRM, with their field mappings. Run them with trigger_native_integration.',
    args: {},
    paged: { max: 50 },
    data: { workflows: z.array(workflow) },
    present: ({ data }) => ({
      text: table(
        ['Id', 'Name', 'Enabled', 'Writes to', 'Trigger', 'Fields'],
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
