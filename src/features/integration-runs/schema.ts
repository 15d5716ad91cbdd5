/** The table of runs, and the shapes that answers share. */
import { z } from 'zod'
import { crmEntityCode } from '../crm/index.ts'
import { faultCode } from '../crm-connections/index.ts'
import { occasionalTrigger } from '../integration-requests/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    integration_runs: {
      organization_id: string
      id: string
      conversation_id: string
      workflow_id: string | null
      status: RunStatus
      claim_id: string | null
      created_at: Instant
    }
  }
}

export const runStatus = z.enum(['pending', 'running', 'succeeded', 'failed', 'skipped'])
export type RunStatus = z.output<typeof runStatus>

export const runTrigger = z.enum(['manual', ...occasionalTrigger.options, 'retry'])
export type RunTrigger = z.output<typeof runTrigger>

/** What a CRM may answer, and what keeps a run from getting so far. */
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
  fieldKey: z.string(),
  crmField: z.string(),
  overwrite: z.enum(['always', 'if_empty']),
  value,
})
export type PlannedField = z.output<typeof plannedField>

export const leftOutField = z.object({
  fieldKey: z.string(),
  reason: z
    .enum(['not_confirmed', 'not_mapped', 'no_value'])
    .describe('no_value: what was confirmed is nothing that a field of a CRM holds.'),
})
export type LeftOutField = z.output<typeof leftOutField>

const recordOutcome = z.enum(['pending', 'sent', 'kept', 'failed'])

export const runRecord = z.object({
  code: crmEntityCode,
  id: z.string(),
  outcome: recordOutcome.describe('kept: the CRM has values in all the fields already.'),
  fields: z
    .array(z.object({ crmField: z.string(), outcome: z.enum(['sent', 'kept', 'failed']) }))
    .describe('Those that something has been decided of.'),
  reason: runReason.nullable(),
  said: z.string().nullable().describe('The words of the CRM, cut.'),
})
export type RunRecord = z.output<typeof runRecord>

export const integrationRun = z
  .object({
    uuid: z.string(),
    conversationUUID: z.string(),
    workflowUUID: z.string().nullable().describe('Null when the workflow has been deleted since.'),
    workflowName: z.string(),
    workflowId: z.string().describe('The same for every run of this workflow for this conversation.'),
    entityCode: crmEntityCode,
    status: runStatus,
    trigger: runTrigger,
    requestedBy: z.string().nullable().describe('The user who triggered it.'),
    fieldKeys: z.array(z.string()).nullable().describe('Those asked for; null: all that are confirmed.'),
    autoExecution: z.boolean(),
    tries: z.int(),
    triesMax: z.int(),
    nextTryAt: z.string().nullable(),
    reason: runReason.nullable().describe('Why it failed, was skipped, or is to be tried again.'),
    detail: z.string().nullable(),
    said: z.string().nullable().describe('The words of the CRM, cut.'),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'IntegrationRun' })

export const integrationRunDetails = integrationRun
  .extend({
    fields: z.array(plannedField).describe('What is written, and into which field.'),
    leftOut: z.array(leftOutField),
    records: z.array(runRecord).describe('Where to, and what came of it.'),
  })
  .meta({ id: 'IntegrationRunDetails' })

export const startedRun = z.object({
  workflowId: z.string().describe('Derived from the conversation and the workflow: the same every time.'),
  runId: z.string(),
})

export const dryRun = z.object({
  workflowId: z.string(),
  workflowUUID: z.string(),
  workflowName: z.string(),
  reason: runReason.nullable().describe('Why nothing would be written.'),
  fields: z.array(plannedField),
  leftOut: z.array(leftOutField),
  records: z.array(z.object({ code: crmEntityCode, id: z.string() })),
})
