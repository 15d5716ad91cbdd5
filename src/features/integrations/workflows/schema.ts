/** Table of workflows, and their request and response schemas. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'
import { type CrmEntityCode, crmEntityCode } from '../../conversations/crm-records/index.ts'
import { occasionalTrigger } from '../run-requests/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    integration_workflows: {
      organization_id: string
      id: string
      name: string
      connection_id: string
      enabled: boolean
      entity_code: CrmEntityCode
      direction: 'push'
      trigger: WorkflowTrigger
      field_mapping: string
      created_at: Instant
      updated_at: Instant
    }
  }
}

const MAPPINGS_MAX = 100
export const FIELD_KEY_MAX = 200

const workflowTrigger = z.enum(['manual', ...occasionalTrigger.options])
export type WorkflowTrigger = z.output<typeof workflowTrigger>

const overwrite = z.enum(['always', 'if_empty'])

const mapping = z.object({
  fieldKey: text({ min: 1, max: FIELD_KEY_MAX }).describe(
    'Key of a field, from `GET /field-configurations/{id}/items`. Example: `next_step`.',
  ),
  crmField: text({ min: 1, max: 100 }).describe('API name of the CRM field. Example: `NextStep`.'),
  overwrite: overwrite
    .default('always')
    .describe(
      '`always` replaces the value in the CRM; `if_empty` writes only if the CRM field is empty. Defaults to `always`.',
    ),
})
export type Mapping = z.output<typeof mapping>

export const workflowFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the workflow, 1 to 128 characters. Example: `Next steps to Salesforce`.',
  ),
  connectionUUID: uuid().describe('ID of the CRM connection to write to, from `GET /crm-connections`.'),
  enabled: z.boolean().describe('Whether the workflow can run. Defaults to true for a new workflow.'),
  entityCode: crmEntityCode.describe('Entity of the linked CRM records to write to. Example: `opportunity`.'),
  direction: z.enum(['push']).describe('Direction of the transfer. The only value is `push`, from Parley to the CRM.'),
  trigger: workflowTrigger.describe(
    'Event that starts the workflow. `manual`: only on request. `on_confirmed`: also when a person confirms values. ' +
      '`on_analyzed`: also when the analysis of a conversation with confirmed values finishes. Defaults to `manual`.',
  ),
  fieldMapping: z
    .array(mapping)
    .min(1)
    .max(MAPPINGS_MAX)
    .describe(`Mappings from fields to CRM fields, 1 to ${MAPPINGS_MAX}. Replaces all existing mappings.`),
}

export const integrationWorkflow = z
  .object({
    uuid: z.string().describe('ID of the workflow.'),
    name: z.string().describe('Name of the workflow.'),
    connectionUUID: z.string().describe('ID of the CRM connection that the workflow writes to.'),
    enabled: z.boolean().describe('Whether the workflow can run.'),
    entityCode: crmEntityCode.describe('Entity of the linked CRM records that the workflow writes to.'),
    direction: z.enum(['push']).describe('Direction of the transfer. Always `push`, from Parley to the CRM.'),
    trigger: workflowTrigger.describe(
      'Event that starts the workflow: `manual`, also when values are confirmed, or also when an analysis finishes.',
    ),
    fieldMapping: z
      .array(
        z.object({
          fieldKey: z.string().describe('Key of the field value in Parley.'),
          crmField: z.string().describe('API name of the CRM field.'),
          overwrite: overwrite.describe('Whether the value is always written, or only if the CRM field is empty.'),
        }),
      )
      .describe('Mappings from fields to CRM fields.'),
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    updatedAt: z.string().describe('Time of the last change.'),
  })
  .meta({ id: 'IntegrationWorkflow' })
