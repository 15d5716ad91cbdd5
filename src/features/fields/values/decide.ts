/** State changes of a value when a person confirms, corrects or rejects it. */
import { newId } from '../../../core/clock.ts'
import type { Context } from '../../../core/operation.ts'
import type { ApplicableItem } from './applicable-items.ts'
import { appendHistory, isDecided, isExactly, type StoredRow } from './model.ts'

export const VALUE_NOT_FOUND =
  'The conversation has no field value with this ID. A new analysis can replace proposed values. List the values again.'

/** Returns the confirmed or corrected row, or the same row if a person already confirmed this value. */
export function confirmRow(before: StoredRow, value: StoredRow['value'], ctx: Context): StoredRow {
  const isSame = isExactly(before.value, value)
  if (isSame && isDecided(before)) return before
  // A rejected value that is confirmed again returns to its state before the rejection.
  const was = before.history.findLast((one) => one.state !== 'rejected')?.state
  const state = isSame && was !== 'corrected' ? 'confirmed' : 'corrected'
  const source = isSame ? before.source : 'human'
  return {
    ...before,
    ...(isSame ? {} : { value, source: 'human', confidence: 1, evidence: [], model: null }),
    ...{ state, ...by(ctx) },
    history: appendHistory(before.history, { state, value, source, ...changeBy(ctx) }),
  }
}

export function createConfirmedRow(item: ApplicableItem, value: StoredRow['value'], ctx: Context): StoredRow {
  const at = ctx.clock.now().toISOString()
  return {
    ...{ id: newId(), item_id: item.id, item_version: item.version, key: item.key, title: item.title },
    ...{ category: item.category, response_type: item.responseType, value, state: 'confirmed', source: 'human' },
    ...{ confidence: 1, evidence: [], transcript_version: null, model: null, found_at: at, ...by(ctx) },
    history: [{ state: 'confirmed', value, source: 'human', ...changeBy(ctx) }],
  }
}

const by = ({ clock, principal }: Context) => ({
  decided_by: principal.user?.id ?? null,
  decided_at: clock.now().toISOString(),
})
const changeBy = ({ clock, principal }: Context) => ({
  at: clock.now().toISOString(),
  by: principal.user?.id ?? null,
})

export function rejectedBy(row: StoredRow, ctx: Context): StoredRow {
  const { value, source, history } = row
  return {
    ...{ ...row, state: 'rejected', ...by(ctx) },
    history: appendHistory(history, { state: 'rejected', value, source, ...changeBy(ctx) }),
  }
}
