/** Pure rules of integration runs: values, target records and retry delays. */
import { isDeepStrictEqual } from 'node:util'
import { v5 } from 'uuid'
import { type CrmFaultDetail, sentenceOfFault } from '../../../core/crm.ts'
import { findRetryDelay, type RetrySchedule } from '../../../core/retry-delays.ts'
import type { Json } from '../../../core/wire.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import type { Exportable } from '../../conversations/records/index.ts'
import type { Mapping } from '../workflows/index.ts'
import type { IntegrationRunStatus, PlannedField, RunReason, RunRecord, SkippedField } from './schema.ts'

/** Namespace of derived IDs (UUID version 5). The value is arbitrary. */
const NAMESPACE = 'a6f4cf2e-5d3c-4a56-9d0f-6b7f3a1c9e21'

/** ID of a workflow for a conversation, as clients use it (decisions, section 2.13). */
export const toNativeId = (conversationId: string, workflowId: string): string =>
  v5(`${conversationId}/${workflowId}`, NAMESPACE)

/** Idempotency key of a push to a record, the same for every attempt. */
export const toPushKey = (runId: string, record: { readonly code: string; readonly id: string }): string =>
  v5(`${record.code}/${record.id}`, runId)

export interface RunPlan {
  readonly fields: PlannedField[]
  readonly leftOut: SkippedField[]
  readonly targets: { readonly code: CrmEntityCode; readonly id: string }[]
  /** Reason to skip the run. Undefined if there is something to write. */
  readonly reason: RunReason | undefined
}

/** CRM entities that represent the opportunity of a conversation. */
const OPPORTUNITIES: ReadonlySet<string> = new Set(['opportunity', 'deals'])

/** @param fieldKeys requested field keys. Null for all confirmed fields */
export function createPlan(
  workflow: { readonly entity_code: CrmEntityCode; readonly field_mapping: readonly Mapping[] },
  { confirmed, crmLinks, opportunityId }: Exportable,
  fieldKeys: readonly string[] | null,
): RunPlan {
  const wanted = fieldKeys === null ? undefined : new Set(fieldKeys)
  const fields: PlannedField[] = []
  const leftOut: SkippedField[] = []
  for (const { fieldKey, crmField, overwrite } of workflow.field_mapping) {
    if (wanted !== undefined && !wanted.has(fieldKey)) continue
    const known = Object.hasOwn(confirmed, fieldKey) ? confirmed[fieldKey] : undefined
    const value = known === undefined ? undefined : sendable(known.value)
    if (value !== undefined) fields.push({ fieldKey, crmField, overwrite, value })
    else leftOut.push({ fieldKey, reason: known === undefined ? 'not_confirmed' : 'no_value' })
  }
  const mapped = new Set(workflow.field_mapping.map((one) => one.fieldKey))
  for (const fieldKey of wanted ?? []) if (!mapped.has(fieldKey)) leftOut.push({ fieldKey, reason: 'not_mapped' })

  const code = workflow.entity_code
  const ids = new Set(crmLinks.filter((link) => link.code === code).map((link) => link.id))
  if (OPPORTUNITIES.has(code) && opportunityId !== null) ids.add(opportunityId)
  const targets = [...ids].map((id) => ({ code, id }))
  const reason = fields.length === 0 ? 'nothing_confirmed' : targets.length === 0 ? 'no_linked_records' : undefined
  return { fields, leftOut, targets, reason }
}

/** Maximum length of a written text in UTF-16 units. The largest text fields of CRMs are shorter. */
const TEXT_MAX = 131_072

function sendable(value: Json | undefined): PlannedField['value'] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, TEXT_MAX)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value) || value.length === 0) return undefined
  const options = value.filter((one) => typeof one === 'string' || typeof one === 'number')
  return options.length === value.length ? options.map(String) : undefined
}

/** Whether a CRM field is empty. A checkbox with the value false is not empty. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Records to write with their outcomes so far. If the values changed since the last attempt, all records are pending.
 */
export function mergeRecords(
  plan: RunPlan,
  last: { fields: readonly PlannedField[]; records: readonly RunRecord[] },
): RunRecord[] {
  const isSame = isDeepStrictEqual(last.fields, plan.fields)
  return plan.targets.map(({ code, id }) => {
    const known = isSame ? last.records.find((one) => one.code === code && one.id === id) : undefined
    return known ?? { code, id, outcome: 'pending', fields: [], reason: null, said: null }
  })
}

/** Whether the plan contains values or records that the run didn't write. */
export function hasMore(
  plan: RunPlan,
  done: { fields: readonly PlannedField[]; records: readonly RunRecord[] },
): boolean {
  if (plan.reason !== undefined) return false
  const known = new Set(done.records.map(({ code, id }) => `${code}/${id}`))
  const isNew = plan.targets.some(({ code, id }) => !known.has(`${code}/${id}`))
  return isNew || !isDeepStrictEqual(plan.fields, done.fields)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const requestedMsMax = 15 * MINUTE
/** Ten attempts within an hour. */
const LONG_SCHEDULE: RetrySchedule = {
  delaysMs: [15 * SECOND, 30 * SECOND, MINUTE, ...[2, 4, 8, 12, 15, 15].map((minutes) => minutes * MINUTE)],
  requestedMsMax,
}
/** Three attempts within two minutes. */
const SHORT_SCHEDULE: RetrySchedule = { delaysMs: [15 * SECOND, MINUTE], requestedMsMax }
/** Maximum age of a run that waits for a paused connection. */
export const GIVE_UP_MS = 3 * 60 * MINUTE

const getSchedule = (autoExecution: boolean): RetrySchedule => (autoExecution ? LONG_SCHEDULE : SHORT_SCHEDULE)

export const triesMax = (autoExecution: boolean): number => getSchedule(autoExecution).delaysMs.length + 1

/** @returns milliseconds until the next attempt, or undefined if there is none left */
export const waitAfter = (tries: number, autoExecution: boolean, requestedMs: number | undefined): number | undefined =>
  findRetryDelay(getSchedule(autoExecution), tries, requestedMs)

const SENTENCES: Readonly<Record<Exclude<RunReason, CrmFaultDetail>, string>> = {
  interrupted: 'The run was interrupted too often. Retry it.',
  nothing_confirmed: 'The conversation has no confirmed value for a field of the workflow. Confirm a value first.',
  no_linked_records: "The conversation isn't linked to a CRM record of the workflow's entity. Link a record first.",
  workflow_deleted: 'The workflow was deleted before the run started.',
  workflow_disabled: 'The workflow was disabled before the run started.',
}

export const formatRunReason = (reason: RunReason): string =>
  reason in SENTENCES ? SENTENCES[reason as keyof typeof SENTENCES] : sentenceOfFault(reason as CrmFaultDetail)

/** Export status of a conversation, derived from the latest run of each workflow. */
export function deriveExportStatus(
  latest: readonly IntegrationRunStatus[],
): 'none' | 'pending' | 'exported' | 'failed' {
  if (latest.some((status) => status === 'pending' || status === 'running')) return 'pending'
  if (latest.includes('failed')) return 'failed'
  return latest.includes('succeeded') ? 'exported' : 'none'
}
