import { expect, it } from 'vitest'
import type { OrganizationId } from '../../../core/principal.ts'
import { FIRST_REST_MS, LONGEST_REST_MS, type ModelAsk, ModelRest } from './model-rest.ts'

const ORG = 'one' as OrganizationId
const at = (ms: number) => new Date(Date.UTC(2026, 4, 4) + ms)

function begun(rest: ModelRest, ms: number): ModelAsk {
  const ask = rest.begin(at(ms), false)
  if (ask === undefined) throw new Error('It rests.')
  return ask
}
function restsFrom(ms: number): ModelRest {
  const rest = new ModelRest()
  rest.failed(begun(rest, ms), at(ms))
  return rest
}

it('while it answers everybody may ask', () => {
  const rest = new ModelRest()
  expect([begun(rest, 0), begun(rest, 0)]).toMatchObject([{ isProbe: false }, { isProbe: false }])
  expect(rest.owesWaking(ORG)).toBe(false)
})

it('while it is away one asks at a time, ever more seldom', () => {
  const rest = restsFrom(0)
  expect(rest.begin(at(FIRST_REST_MS - 1), false)).toBeUndefined()
  const first = begun(rest, FIRST_REST_MS)
  expect(rest.begin(at(FIRST_REST_MS), false)).toBeUndefined()
  rest.failed(first, at(FIRST_REST_MS))
  expect(rest.begin(at(3 * FIRST_REST_MS - 1), false)).toBeUndefined()
  let ms = 3 * FIRST_REST_MS
  for (let i = 0; i < 10; i++) {
    rest.failed(begun(rest, ms), at(ms))
    ms += LONGEST_REST_MS
  }
  expect(begun(rest, ms)).toMatchObject({ isProbe: true })
})

it('whoever asked for it just now need not wait, but for another ask under way', () => {
  const rest = restsFrom(0)
  expect(rest.begin(at(1), true)).toMatchObject({ isProbe: true })
  expect(rest.begin(at(1), true)).toBeUndefined()
})

it('an ask that was not made after all lets another one ask', () => {
  const rest = restsFrom(0)
  rest.left(begun(rest, FIRST_REST_MS))
  const next = begun(rest, FIRST_REST_MS)
  rest.failed(next, at(FIRST_REST_MS))
  const later = begun(rest, 4 * FIRST_REST_MS)
  // Told late, of one that is over.
  rest.left(next)
  expect(rest.begin(at(4 * FIRST_REST_MS), true)).toBeUndefined()
  rest.left(later)
})

it('one ask in vain while others are answered makes nobody wait', () => {
  const rest = new ModelRest()
  const long = begun(rest, 0)
  rest.answered(at(5))
  rest.failed(long, at(10))
  expect(rest.isAway).toBe(false)
})

it('asks that were under way when it went are one failure', () => {
  const rest = new ModelRest()
  const asks = [begun(rest, 0), begun(rest, 0), begun(rest, 0)]
  for (const ask of asks) rest.failed(ask, at(0))
  expect(rest.begin(at(FIRST_REST_MS), false)).toMatchObject({ isProbe: true })
})

it('those that are put off come again apart from each other', () => {
  const rest = restsFrom(0)
  const places = [rest.place(at(0)), rest.place(at(0)), rest.place(at(0))].map((place) => place.getTime())
  expect(places[0]).toBe(at(FIRST_REST_MS).getTime())
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBe(3)
})

it('when it answers again everybody may ask, and those that wait are woken once', () => {
  const rest = restsFrom(0)
  begun(rest, FIRST_REST_MS)
  rest.answered(at(FIRST_REST_MS))
  expect(begun(rest, FIRST_REST_MS)).toMatchObject({ isProbe: false })
  expect(rest.owesWaking(ORG)).toBe(true)
  rest.hasWoken(ORG)
  expect(rest.owesWaking(ORG)).toBe(false)
  rest.answered(at(FIRST_REST_MS))
  expect(rest.owesWaking(ORG)).toBe(false)
})

it('one that was put off while it came back has them woken again, but not while it is away', () => {
  const rest = restsFrom(0)
  rest.wakeAgain(ORG)
  expect(rest.owesWaking(ORG)).toBe(false)
  rest.answered(at(1))
  rest.hasWoken(ORG)
  rest.wakeAgain(ORG)
  expect(rest.owesWaking(ORG)).toBe(true)
})
