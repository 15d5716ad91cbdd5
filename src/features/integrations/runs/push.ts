/** Writes planned values to a CRM, record by record. An error of one record doesn't affect the others. */
import { type Crm, CrmFault, type CrmRecord } from '../../../core/crm.ts'
import { isEmpty, toPushKey } from './model.ts'
import type { PlannedField, RunRecord } from './schema.ts'

export interface Push {
  readonly runId: string
  readonly conversationId: string
  readonly fields: readonly PlannedField[]
}

/** Reason for stopping before all records are written: an error of the CRM, or the time limit. */
export type PushStop = CrmFault | 'out_of_time' | undefined

/**
 * @param records mutated in place; only pending records are written
 * @param isOver called before each record to check the time limit
 */
export async function pushAll(
  crm: Crm,
  what: Push,
  records: readonly RunRecord[],
  isOver: () => boolean,
): Promise<PushStop> {
  const open = records.filter(({ outcome }) => outcome === 'pending')
  const refused = new Map<string, CrmFault>()
  try {
    const there = crm.reads ? await readThere(crm, what.fields, open, refused) : undefined
    for (const record of open) {
      if (isOver()) return 'out_of_time'
      await pushOne(crm, what, record, { refused, there })
    }
    return undefined
  } catch (error) {
    if (error instanceof CrmFault) return error
    throw error
  }
}

/** Reads the current values of fields with `if_empty`. Returns undefined if no field has this setting. */
async function readThere(
  crm: Crm,
  fields: readonly PlannedField[],
  records: readonly RunRecord[],
  refused: Map<string, CrmFault>,
): Promise<ReadonlyMap<string, CrmRecord> | undefined> {
  const code = records[0]?.code
  for (;;) {
    const names = fields.filter((one) => one.overwrite === 'if_empty' && !refused.has(one.crmField))
    if (code === undefined || names.length === 0) return undefined
    try {
      const ids = records.map(({ id }) => id)
      const found = await crm.records(
        code,
        ids,
        names.map(({ crmField }) => crmField),
      )
      return new Map(found.map((record) => [record.id, record]))
    } catch (error) {
      // Skips fields that the CRM doesn't have, so that the other fields are written.
      const blamed = findRejectedFields(error, names)
      if (blamed.length === 0) throw error
      for (const { crmField } of blamed) refused.set(crmField, error as CrmFault)
    }
  }
}

async function pushOne(
  crm: Crm,
  { fields, runId, conversationId }: Push,
  record: RunRecord,
  { refused, there }: { refused: ReadonlyMap<string, CrmFault>; there: ReadonlyMap<string, CrmRecord> | undefined },
): Promise<void> {
  const current = there?.get(record.id)
  const decided: RunRecord['fields'] = []
  const decide = (some: readonly PlannedField[], outcome: 'sent' | 'kept' | 'failed') => {
    decided.push(...some.map(({ crmField }) => ({ crmField, outcome })))
  }
  const setOutcome = (outcome: RunRecord['outcome'], fault?: CrmFault) => {
    Object.assign(record, { outcome, fields: decided, reason: fault?.detail ?? null, said: fault?.said ?? null })
  }
  if (there !== undefined && current === undefined) return setOutcome('failed', new CrmFault('record_missing'))

  const isKept = ({ overwrite, crmField }: PlannedField) =>
    overwrite === 'if_empty' && current !== undefined && !isEmpty(valueIn(current, crmField))
  const possible = fields.filter(({ crmField }) => !refused.has(crmField))
  let fault = [...refused.values()][0]
  decide(
    fields.filter(({ crmField }) => refused.has(crmField)),
    'failed',
  )
  decide(possible.filter(isKept), 'kept')
  let left = possible.filter((field) => !isKept(field))
  while (left.length > 0) {
    const mustWait = (field: PlannedField) => !crm.reads && field.overwrite === 'if_empty'
    try {
      await crm.push({
        ...{ code: record.code, id: record.id, key: toPushKey(runId, record), runId, conversationId },
        values: toCrmValues(left.filter((field) => !mustWait(field))),
        valuesIfEmpty: toCrmValues(left.filter(mustWait)),
      })
      decide(left, 'sent')
      break
    } catch (error) {
      if (!(error instanceof CrmFault) || error.kind !== 'wrong') throw error
      fault ??= error
      const blamed = findRejectedFields(error, left)
      // The CRM named no field, so the error is about the whole record.
      const failed = blamed.length === 0 ? left : blamed
      decide(failed, 'failed')
      left = left.filter((field) => !failed.includes(field))
    }
  }
  if (fault !== undefined) return setOutcome('failed', fault)
  setOutcome(decided.some(({ outcome }) => outcome === 'sent') ? 'sent' : 'kept')
}

const toCrmValues = (fields: readonly PlannedField[]) =>
  Object.fromEntries(fields.map(({ crmField, value }) => [crmField, value]))

/** Whether two field names are equal. CRMs ignore case. */
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function valueIn({ fields }: CrmRecord, name: string) {
  const known = Object.keys(fields).find((one) => isSame(one, name))
  return known === undefined ? undefined : fields[known]
}

function findRejectedFields(error: unknown, fields: readonly PlannedField[]): PlannedField[] {
  if (!(error instanceof CrmFault) || error.detail !== 'field') return []
  return fields.filter(({ crmField }) => error.fields.some((name) => isSame(name, crmField)))
}
