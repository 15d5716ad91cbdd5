/** The table of workflows, and the shapes that requests and answers share. */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { type CrmEntityCode, crmEntityCode } from '../crm/index.ts'
import { occasionalTrigger } from '../integration-requests/index.ts'

declare module '../../core/db.ts' {
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
  fieldKey: text({ min: 1, max: FIELD_KEY_MAX }).describe('Key of a field value of conversations.'),
  crmField: text({ min: 1, max: 100 }).describe('The field in the CRM, by its API name.'),
  overwrite: overwrite.default('always').describe('if_empty: only where the CRM has nothing yet.'),
})
export type Mapping = z.output<typeof mapping>

export const workflowFields = {
  name: text({ min: 1, max: 128, trim: true }),
  connectionUUID: uuid(),
  enabled: z.boolean(),
  entityCode: crmEntityCode.describe('Which of the linked CRM records are written to.'),
  direction: z.enum(['push']),
  trigger: workflowTrigger.describe(
    'manual: only when it is triggered. on_confirmed: also when somebody confirms values. on_analyzed: also when the analysis of a conversation that has confirmed values is done.',
  ),
  fieldMapping: z.array(mapping).min(1).max(MAPPINGS_MAX),
}

export const integrationWorkflow = z
  .object({
    uuid: z.string(),
    name: z.string(),
    connectionUUID: z.string(),
    enabled: z.boolean(),
    entityCode: crmEntityCode,
    direction: z.enum(['push']),
    trigger: workflowTrigger,
    fieldMapping: z.array(z.object({ fieldKey: z.string(), crmField: z.string(), overwrite })),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'IntegrationWorkflow' })
