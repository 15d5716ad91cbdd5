import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RawJson, stringify } from './json.ts'

const raw = (value: unknown) => new RawJson(JSON.stringify(value))

/** Strings that resemble the marker or JSON. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '"raw-',
    'raw-00000000-0000-4000-8000-000000000000',
    '$&',
    '$1',
    '$$',
    '$`',
    "$'",
    '},{',
  ),
  fc.uuid().map((id) => `"raw-${id}"`),
  fc.constantFrom('\u2028', '\u2029', '\u0000', '\ud800', '\udfff', '\ufeff', '</script>', '__proto__', 'toJSON'),
)

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
    fc.boolean(),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('json'), { maxLength: 4 }),
  map: fc.dictionary(
    hostile.filter((name) => name !== '__proto__' && name !== 'toJSON'),
    tie('json'),
    { maxKeys: 4 },
  ),
}))

/** The same value, with some of its parts as `RawJson`. */
function withRaws(value: unknown, choose: () => boolean): unknown {
  if (choose()) return raw(value)
  if (Array.isArray(value)) return value.map((one) => withRaws(one, choose))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withRaws(one, choose)]))
}

describe('stringify', () => {
  it('prints what JSON.stringify prints, whichever parts are text already', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.boolean()), (value, choices) => {
        const choose = () => choices.next().value as boolean
        expect(stringify(withRaws(value, choose))).toBe(JSON.stringify(value))
      }),
      { numRuns: 500 },
    )
  })

  it('splices text in as it is, byte for byte', () => {
    const odd = '{ "a" : 1.0e2 ,\n "ü" : "\\u00fc" , "big": 12345678901234567890 }'
    expect(stringify({ before: 1, odd: new RawJson(odd), after: [new RawJson(odd)] })).toBe(
      `{"before":1,"odd":${odd},"after":[${odd}]}`,
    )
  })

  it('prints a value that is all text, and the same text many times', () => {
    const one = new RawJson('[1]')
    expect(stringify(one)).toBe('[1]')
    expect(stringify([one, one, { one }])).toBe('[[1],[1],{"one":[1]}]')
  })

  it('prints right again after a value that cannot be printed', () => {
    const loop: Record<string, unknown> = { text: new RawJson('1') }
    loop.loop = loop
    expect(() => stringify(loop)).toThrow(TypeError)
    expect(stringify({ a: new RawJson('{"b":2}') })).toBe('{"a":{"b":2}}')
    expect(JSON.stringify({ a: new RawJson('{"b":2}') })).toBe('{"a":{"b":2}}')
  })

  it('keeps apart what several values hold', () => {
    const values = Array.from({ length: 50 }, (_, i) => ({ i, text: new RawJson(`"${i}"`) }))
    expect(values.map(stringify)).toEqual(values.map(({ i }) => `{"i":${i},"text":"${i}"}`))
  })
})

describe('text that is JSON already', () => {
  it('is the value it stands for outside of stringify', () => {
    expect(JSON.parse(JSON.stringify({ a: raw({ b: [1, null, '"'] }) }))).toEqual({ a: { b: [1, null, '"'] } })
  })
})
