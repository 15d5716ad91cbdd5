/** What is written where, and when it is tried again: rules without a database. */
import { isDeepStrictEqual } from 'node:util'
import { v5 } from 'uuid'
import { type CrmFaultDetail, sentenceOfFault } from '../../core/crm.ts'
import type { Json } from '../../core/wire.ts'
import type { Exportable } from '../conversations/index.ts'
import type { CrmEntityCode } from '../crm/index.ts'
import type { Mapping } from '../integration-workflows/index.ts'
import type { LeftOutField, PlannedField, RunReason, RunRecord, RunStatus } from './schema.ts'

/** Names ids of runs for clients: any constant. */
const NAMESPACE = 'a6f4cf2e-5d3c-4a56-9d0f-6b7f3a1c9e21'

/** What clients know a workflow for a conversation by (decisions, section 2.13). */
export const nativeIdOf = (conversationId: string, workflowId: string): string =>
  v5(`${conversationId}/${workflowId}`, NAMESPACE)

/** What a receiver knows a push by, the same at every try. */
export const pushKeyOf = (runId: string, record: { readonly code: string; readonly id: string }): string =>
  v5(`${record.code}/${record.id}`, runId)

export interface Plan {
  readonly fields: PlannedField[]
  readonly leftOut: LeftOutField[]
  readonly targets: { readonly code: CrmEntityCode; readonly id: string }[]
  /** Why there is nothing to do; undefined when there is. */
  readonly reason: RunReason | undefined
}

/** Entities that the opportunity of a conversation is one of. */
const OPPORTUNITIES: ReadonlySet<string> = new Set(['opportunity', 'deals'])

/** @param fieldKeys those that were asked for; null: all that are confirmed */
export function planOf(
  workflow: { readonly entity_code: CrmEntityCode; readonly field_mapping: readonly Mapping[] },
  { confirmed, crmLinks, opportunityId }: Exportable,
  fieldKeys: readonly string[] | null,
): Plan {
  const wanted = fieldKeys === null ? undefined : new Set(fieldKeys)
  const fields: PlannedField[] = []
  const leftOut: LeftOutField[] = []
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

/** Longest text that is written, in UTF-16 units: what the largest text fields of CRMs take is less. */
const TEXT_MAX = 131_072

function sendable(value: Json | undefined): PlannedField['value'] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, TEXT_MAX)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value) || value.length === 0) return undefined
  const options = value.filter((one) => typeof one === 'string' || typeof one === 'number')
  return options.length === value.length ? options.map(String) : undefined
}

/** Whether a CRM has nothing in a field. A box that is not ticked has something: no. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * What became of each record so far, when the same is to be written as at the last try; otherwise nothing has been done
 * yet.
 */
export function recordsOf(
  plan: Plan,
  last: { fields: readonly PlannedField[]; records: readonly RunRecord[] },
): RunRecord[] {
  const isSame = isDeepStrictEqual(last.fields, plan.fields)
  return plan.targets.map(({ code, id }) => {
    const known = isSame ? last.records.find((one) => one.code === code && one.id === id) : undefined
    return known ?? { code, id, outcome: 'pending', fields: [], reason: null, said: null }
  })
}

/** Whether there is something to write that the run did not. */
export function hasMore(plan: Plan, done: { fields: readonly PlannedField[]; records: readonly RunRecord[] }): boolean {
  if (plan.reason !== undefined) return false
  const known = new Set(done.records.map(({ code, id }) => `${code}/${id}`))
  const isNew = plan.targets.some(({ code, id }) => !known.has(`${code}/${id}`))
  return isNew || !isDeepStrictEqual(plan.fields, done.fields)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Ten tries within an hour, and three within two minutes. */
const WAITS: Readonly<Record<'hard' | 'soft', readonly number[]>> = {
  hard: [15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 12 * MINUTE, 15 * MINUTE, 15 * MINUTE],
  soft: [15 * SECOND, MINUTE],
}
const LONGEST_WISH = 15 * MINUTE
/** A run that waits for a paused connection gives up after this. */
export const GIVE_UP_MS = 3 * 60 * MINUTE

export const triesMax = (autoExecution: boolean): number => WAITS[autoExecution ? 'hard' : 'soft'].length + 1

/** @returns milliseconds until the next try, undefined when there is none */
export function waitAfter(tries: number, autoExecution: boolean, wishedMs: number | undefined): number | undefined {
  const wait = WAITS[autoExecution ? 'hard' : 'soft'][tries - 1]
  return wait === undefined ? undefined : Math.max(wait, Math.min(wishedMs ?? 0, LONGEST_WISH))
}

const SENTENCES: Readonly<Record<Exclude<RunReason, CrmFaultDetail>, string>> = {
  interrupted: 'The run was interrupted too often.',
  nothing_confirmed: 'Nothing that the workflow writes is confirmed on the conversation.',
  no_linked_records: 'The conversation is linked to no record of the entity that the workflow writes to.',
  workflow_deleted: 'The workflow was deleted before the run began.',
  workflow_disabled: 'The workflow was disabled before the run began.',
}

export const sentenceOf = (reason: RunReason): string =>
  reason in SENTENCES ? SENTENCES[reason as keyof typeof SENTENCES] : sentenceOfFault(reason as CrmFaultDetail)

/** How the export of a conversation stands, by the latest run of each workflow. */
export function exportStatusOf(latest: readonly RunStatus[]): 'none' | 'pending' | 'exported' | 'failed' {
  if (latest.some((status) => status === 'pending' || status === 'running')) return 'pending'
  if (latest.includes('failed')) return 'failed'
  return latest.includes('succeeded') ? 'exported' : 'none'
}
