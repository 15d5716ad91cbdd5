/** Table of runs, and their response schemas. */
import { z } from 'zod'
import { crmEntityCode } from '../../conversations/crm-records/index.ts'
import { faultCode } from '../crm-connections/index.ts'
import { occasionalTrigger } from '../run-requests/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    integration_runs: {
      organization_id: string
      id: string
      conversation_id: string
      workflow_id: string | null
      status: IntegrationRunStatus
      claim_id: string | null
      created_at: Instant
    }
  }
}

export const runStatus = z.enum(['pending', 'running', 'succeeded', 'failed', 'skipped'])
export type IntegrationRunStatus = z.output<typeof runStatus>

export const runTrigger = z.enum(['manual', ...occasionalTrigger.options, 'retry'])
export type RunTrigger = z.output<typeof runTrigger>

/** Reasons of failed or skipped runs: errors of the CRM, and conditions that prevent a run. */
export const runReason = z.enum([
  ...faultCode.options,
  'nothing_confirmed',
  'no_linked_records',
  'workflow_deleted',
  'workflow_disabled',
])
export type RunReason = z.output<typeof runReason>

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const plannedField = z.object({
  fieldKey: z.string().describe('Key of the field value in Parley.'),
  crmField: z.string().describe('API name of the CRM field.'),
  overwrite: z
    .enum(['always', 'if_empty'])
    .describe('`always` replaces the value in the CRM; `if_empty` writes only if the CRM field is empty.'),
  value: value.describe('Value to write to the CRM field.'),
})
export type PlannedField = z.output<typeof plannedField>

export const leftOutField = z.object({
  fieldKey: z.string().describe('Key of the field value in Parley.'),
  reason: z
    .enum(['not_confirmed', 'not_mapped', 'no_value'])
    .describe(
      "`not_confirmed`: the field has no confirmed value. `not_mapped`: the workflow doesn't map the field. `no_value`: the " +
        "value is empty or can't be stored in a CRM field.",
    ),
})
export type SkippedField = z.output<typeof leftOutField>

const recordOutcome = z.enum(['pending', 'sent', 'kept', 'failed'])

export const runRecord = z.object({
  code: crmEntityCode.describe('Entity of the CRM record.'),
  id: z.string().describe('ID of the record in the CRM.'),
  outcome: recordOutcome.describe(
    '`pending`, `sent`, `failed`, or `kept` if the CRM already had values in all fields with `if_empty`.',
  ),
  fields: z
    .array(
      z.object({
        crmField: z.string().describe('API name of the CRM field.'),
        outcome: z
          .enum(['sent', 'kept', 'failed'])
          .describe('`sent`: written. `kept`: the CRM already had a value. `failed`: the CRM rejected the field.'),
      }),
    )
    .describe('Outcome of each field that was processed.'),
  reason: runReason.nullable().describe('Code of the failure. Null unless the record failed.'),
  said: z.string().nullable().describe('Error message of the CRM, shortened. Null if there is none.'),
})
export type RunRecord = z.output<typeof runRecord>

export const integrationRun = z
  .object({
    uuid: z.string().describe('ID of the run.'),
    conversationUUID: z.string().describe('ID of the conversation.'),
    workflowUUID: z.string().nullable().describe('ID of the integration workflow. Null if it was deleted.'),
    workflowName: z.string().describe('Name of the workflow when the run was requested.'),
    workflowId: z
      .string()
      .describe(
        'ID of the workflow for this conversation, the same for all of its runs. Not the ID of the workflow itself.',
      ),
    entityCode: crmEntityCode.describe('Entity of the CRM records that the run writes to.'),
    status: runStatus.describe(
      '`pending`, `running`, then `succeeded`, `failed`, or `skipped` if there is no value or no record to write.',
    ),
    trigger: runTrigger.describe('Event that started the run.'),
    requestedBy: z
      .string()
      .nullable()
      .describe('ID of the user who started the run. Null for automatic runs and organization-level keys.'),
    fieldKeys: z.array(z.string()).nullable().describe('Keys of the requested fields. Null for all confirmed fields.'),
    autoExecution: z.boolean().describe('Whether the run uses ten attempts within an hour instead of three.'),
    tries: z.int().describe('Number of attempts so far.'),
    triesMax: z.int().describe('Maximum number of attempts.'),
    nextTryAt: z.string().nullable().describe('Time of the next attempt. Null if none is scheduled.'),
    reason: runReason
      .nullable()
      .describe('Code of the reason why the run failed, was skipped, or is retried. Null if there is none.'),
    detail: z.string().nullable().describe('Explanation of `reason`. Null if there is no reason.'),
    said: z.string().nullable().describe('Error message of the CRM, shortened. Null if there is none.'),
    createdAt: z.string().describe('Time of the request.'),
    startedAt: z.string().nullable().describe('Time of the first attempt. Null if it has not started.'),
    finishedAt: z.string().nullable().describe('Time at which the run ended. Null if it has not ended.'),
  })
  .meta({ id: 'IntegrationRun' })

export const integrationRunDetails = integrationRun
  .extend({
    fields: z.array(plannedField).describe('Values that the run writes, with their CRM fields.'),
    leftOut: z.array(leftOutField).describe("Fields that the run doesn't write, with the reason."),
    records: z.array(runRecord).describe('CRM records that the run writes to, with their outcomes.'),
  })
  .meta({ id: 'IntegrationRunDetails' })

export const startedRun = z.object({
  workflowId: z.string().describe('ID of the workflow for this conversation, the same for all of its runs.'),
  runId: z.string().describe('ID of the run. Use it with `GET /integration-runs/{id}`.'),
})

export const dryRun = z.object({
  workflowId: z.string().describe('ID of the workflow for this conversation, the same for all of its runs.'),
  workflowUUID: z.string().describe('ID of the integration workflow.'),
  workflowName: z.string().describe('Name of the workflow.'),
  reason: runReason.nullable().describe('Code of the reason why nothing would be written. Null otherwise.'),
  fields: z.array(plannedField).describe('Values that would be written, with their CRM fields.'),
  leftOut: z.array(leftOutField).describe("Fields that wouldn't be written, with the reason."),
  records: z
    .array(
      z.object({
        code: crmEntityCode.describe('Entity of the CRM record.'),
        id: z.string().describe('ID of the record in the CRM.'),
      }),
    )
    .describe('CRM records that would be written to.'),
})
