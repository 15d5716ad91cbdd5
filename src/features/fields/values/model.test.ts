import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/wire.ts'
import type { ResponseType } from '../extraction/index.ts'
import {
  areSameWords,
  isSameValue,
  orderByDependency,
  type StoredRow,
  toIntelligence,
  type ValueFormat,
  validateValue,
} from './model.ts'

const shape = (responseType: ResponseType, more: Partial<ValueFormat> = {}): ValueFormat => ({
  ...{ responseType, options: [], maxValues: null, allowLongResponse: false },
  ...more,
})
const OPTIONS = { options: ['Basic', 'Größe L', 'Plus'] }

describe('a value', () => {
  it.each<[ValueFormat, Json, Json]>([
    [shape('text'), 'Ann', 'Ann'],
    [shape('text', { allowLongResponse: true }), 'x'.repeat(2_000), 'x'.repeat(2_000)],
    [shape('number'), 0, 0],
    [shape('number'), -1.5, -1.5],
    [shape('boolean'), false, false],
    [shape('date'), '2024-02-29', '2024-02-29'],
    [shape('picklist', OPTIONS), 'gRÖSSE l'.replace('SS', 'ß'), 'Größe L'],
    [shape('multipicklist', OPTIONS), ['PLUS', 'basic'], ['Basic', 'Plus']],
    [shape('multipicklist', { ...OPTIONS, maxValues: 1 }), ['Plus'], ['Plus']],
  ])('%j takes %j', (of, given, value) => {
    expect(validateValue(of, given)).toEqual({ value })
  })

  it.each<[ValueFormat, Json]>([
    [shape('text'), 7],
    [shape('text'), ' \n'],
    [shape('text'), 'x'.repeat(257)],
    [shape('number'), '7'],
    [shape('boolean'), 'true'],
    [shape('date'), '2023-02-29'],
    [shape('date'), '2024-2-9'],
    [shape('date'), '2024-02-09T00:00:00Z'],
    [shape('picklist', OPTIONS), 'Premium'],
    [shape('picklist', OPTIONS), ['Basic']],
    [shape('multipicklist', OPTIONS), 'Basic'],
    [shape('multipicklist', OPTIONS), []],
    [shape('multipicklist', OPTIONS), ['Basic', 'basic']],
    [shape('multipicklist', OPTIONS), ['Basic', 'Premium']],
    [shape('multipicklist', { ...OPTIONS, maxValues: 1 }), ['Basic', 'Plus']],
  ])('%j refuses %j', (of, given) => {
    expect(validateValue(of, given)).toEqual({ problem: expect.stringMatching(/^[A-Z`].*\.$/) })
  })

  it('that fits still fits as it was taken', () => {
    const options = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
      selector: (one) => one.toLowerCase(),
    })
    fc.assert(
      fc.property(options, fc.array(fc.nat(5)), (all, at) => {
        const of = shape('multipicklist', { options: all })
        const taken = validateValue(
          of,
          at.map((one) => all[one] ?? 'none'),
        )
        if ('value' in taken) expect(validateValue(of, taken.value)).toEqual(taken)
      }),
    )
  })

  it('is the same in another spelling, and in another order of options', () => {
    expect(isSameValue('Dr. Größe', 'dr größe')).toBe(true)
    expect(isSameValue(['a', 'b'], ['B', 'A'])).toBe(true)
    expect(isSameValue(1, '1')).toBe(false)
    expect(isSameValue(false, true)).toBe(false)
  })
})

it('of the same words is one whose quote is the same, or a part of it', () => {
  const of = (quote: string) => [{ quote, speaker: '', start: null, end: null, segment: 0 }]
  expect(areSameWords(of('We need 60 seats.'), of('need 60 SEATS'))).toBe(true)
  expect(areSameWords(of('We need 60 seats.'), of('Make it 60 seats.'))).toBe(false)
  expect(areSameWords(of('…'), of('Make it 60 seats.'))).toBe(false)
})

describe('items that depend on others', () => {
  const items = [
    { id: 'a', dependsOn: null },
    { id: 'b', dependsOn: 'a' },
    { id: 'c', dependsOn: 'b' },
    { id: 'd', dependsOn: 'elsewhere' },
  ]
  it.each<[Record<string, Json>, string[]]>([
    [{}, ['a']],
    [{ a: 'x' }, ['a', 'b']],
    [{ a: true, b: 0 }, ['a', 'b', 'c']],
    [{ a: false, b: 1 }, ['a']],
    [{ b: 1 }, ['a']],
    [{ elsewhere: 1 }, ['a']],
  ])('with %j are %j', (values, asked) => {
    expect(orderByDependency(items, new Map(Object.entries(values))).map(({ id }) => id)).toEqual(asked)
  })
})

describe('what the element tells', () => {
  const item = (id: string, key = id) => ({ id, key, title: key, category: 'CRM', responseType: 'text' })
  const row = (id: string, of: string, state: StoredRow['state'], key = of): StoredRow => ({
    ...{ id, item_id: of, item_version: 1, key, title: key, category: 'CRM', response_type: 'text', value: id, state },
    ...{ source: 'rule', confidence: 0.9, evidence: [], transcript_version: 1, model: null, history: [] },
    ...{ found_at: '2026-01-01T00:00:00.000Z', decided_by: null, decided_at: null },
  })

  it('is every live value, what people stand by, and the items with their states', () => {
    const told = toIntelligence(
      [row('1', 'a', 'proposed'), row('2', 'b', 'confirmed'), row('3', 'c', 'rejected'), row('4', 'gone', 'corrected')],
      ['a', 'b', 'c', 'd'].map((id) => item(id)),
    )
    expect(Object.keys(told.extracted).toSorted()).toEqual(['a', 'b', 'gone'])
    expect(Object.keys(told.confirmed).toSorted()).toEqual(['b', 'gone'])
    expect(told.items.map(({ uuid, state, value }) => [uuid, state, value?.value ?? null])).toEqual([
      ['a', 'proposed', '1'],
      ['b', 'confirmed', '2'],
      ['c', 'rejected', null],
      ['d', 'open', null],
      ['gone', 'corrected', '4'],
    ])
  })

  it('is the value of the item that is there, of two that are called the same', () => {
    const told = toIntelligence(
      [row('2', 'new', 'proposed', 'seats'), row('1', 'gone', 'proposed', 'seats')],
      [item('new', 'seats')],
    )
    expect(told.extracted.seats?.value).toBe('2')
    expect(told.items).toHaveLength(2)
  })
})
