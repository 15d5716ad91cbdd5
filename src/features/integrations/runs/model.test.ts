import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/wire.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import {
  createPlan,
  deriveExportStatus,
  formatRunReason,
  hasMore,
  mergeRecords,
  toNativeId,
  toPushKey,
  triesMax,
  waitAfter,
} from './model.ts'
import { runReason, runStatus } from './schema.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const key = fc.constantFrom('pain', 'seats', '__proto__', 'toString', 'constructor', '')
const value = fc.jsonValue() as fc.Arbitrary<Json>
const mapping = fc.uniqueArray(
  fc.record({
    fieldKey: key,
    crmField: fc.string({ minLength: 1 }),
    overwrite: fc.constantFrom('always' as const, 'if_empty' as const),
  }),
  { selector: (one) => one.crmField },
)
const exportable = fc.record({
  confirmed: fc.dictionary(key, fc.record({ value })),
  crmLinks: fc.array(fc.record({ code: fc.constantFrom('deals', 'account'), id: fc.constantFrom('1', '2') })),
  opportunityId: fc.option(fc.constantFrom('1', '3')),
})
const asked = fc.option(fc.uniqueArray(key))

describe('a plan', () => {
  it('has of each mapped and wanted field either a value that was confirmed, or the reason why not', () => {
    fc.assert(
      fc.property(mapping, exportable, asked, (field_mapping, given, keys) => {
        const plan = createPlan({ entity_code: 'deals', field_mapping }, given, keys)
        const wanted = field_mapping.filter(({ fieldKey }) => keys === null || keys.includes(fieldKey))
        const unmapped = (keys ?? []).filter((one) => !field_mapping.some(({ fieldKey }) => fieldKey === one))
        expect(plan.fields.length + plan.leftOut.length).toBe(wanted.length + unmapped.length)
        for (const { fieldKey, value } of plan.fields) {
          const confirmed = given.confirmed[fieldKey]?.value
          expect(Array.isArray(value) ? value : [value]).toEqual(
            (Array.isArray(confirmed) ? confirmed.map(String) : [confirmed]) as unknown,
          )
        }
        const { targets } = plan
        expect(new Set(targets.map(({ id }) => id)).size).toBe(targets.length)
        expect(targets.filter(({ code }) => code !== 'deals')).toEqual([])
        if (given.opportunityId !== null) expect(targets.map(({ id }) => id)).toContain(given.opportunityId)
        expect(plan.reason === undefined).toBe(plan.fields.length > 0 && targets.length > 0)
      }),
    )
  })

  it('is done when all its records are, and has more when anything of it differs', () => {
    fc.assert(
      fc.property(mapping, exportable, (field_mapping, given) => {
        const plan = createPlan({ entity_code: 'deals', field_mapping }, given, null)
        const records = mergeRecords(plan, { fields: [], records: [] })
        // As it comes back from the database: with the names of each field in another order.
        const fields = plan.fields.map(({ value, overwrite, fieldKey, crmField }) => ({
          value,
          overwrite,
          fieldKey,
          crmField,
        }))
        expect(hasMore(plan, { fields, records })).toBe(false)
        const done = records.map((record) => ({ ...record, outcome: 'sent' as const }))
        expect(mergeRecords(plan, { fields, records: done })).toEqual(done)
        if (plan.reason === undefined) {
          expect(hasMore(plan, { fields: fields.slice(1), records })).toBe(true)
          expect(hasMore(plan, { fields, records: records.slice(1) })).toBe(true)
          expectEvery(
            mergeRecords(plan, { fields: fields.slice(1), records: done }),
            ({ outcome }) => outcome === 'pending',
          )
        }
      }),
    )
  })
})

describe('ids', () => {
  it('are the same for the same, others for others, and UUIDs', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(toNativeId(a, b)).toBe(toNativeId(a, b))
        expect(toNativeId(a, b)).toMatch(UUID)
        if (a !== b) expect(toNativeId(a, b)).not.toBe(toNativeId(b, a))
        expect(toPushKey(a, { code: 'deals', id: '1' })).not.toBe(toPushKey(a, { code: 'deals', id: '2' }))
      }),
    )
  })
})

describe('tries', () => {
  const total = (hard: boolean) => {
    let ms = 0
    let tries = 1
    for (let wait = waitAfter(tries, hard, undefined); wait !== undefined; wait = waitAfter(++tries, hard, undefined))
      ms += wait
    return { tries, minutes: ms / 60_000 }
  }
  it('are ten within an hour, or three', () => {
    expect(total(true)).toEqual({ tries: 10, minutes: 57.75 })
    expect(total(false).tries).toBe(3)
    expect([triesMax(true), triesMax(false)]).toEqual([10, 3])
  })

  it('wait as long as the CRM wishes, within reason', () => {
    expect(waitAfter(1, true, 120_000)).toBe(120_000)
    expect(waitAfter(1, true, 10 * 3_600_000)).toBe(15 * 60_000)
    expect(waitAfter(4, true, 1)).toBe(2 * 60_000)
  })
})

it('tells each reason in a sentence', () => {
  for (const reason of runReason.options) expect(formatRunReason(reason)).toMatch(/^[A-Z].+\.$/)
})

it('tells the export of a conversation by the latest run of each workflow', () => {
  expect(deriveExportStatus([])).toBe('none')
  expect(deriveExportStatus(['skipped'])).toBe('none')
  expect(deriveExportStatus(['succeeded', 'skipped'])).toBe('exported')
  expect(deriveExportStatus(['succeeded', 'failed'])).toBe('failed')
  for (const open of ['pending', 'running'] as const) {
    expect(deriveExportStatus([...runStatus.options.filter((one) => one !== open), open])).toBe('pending')
  }
})
