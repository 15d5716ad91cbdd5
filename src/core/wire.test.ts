import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  codePoints,
  givenJson,
  instant,
  pathId,
  queryBoolean,
  queryInstant,
  queryInteger,
  queryList,
  queryString,
  text,
  uuid,
} from './wire.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
const wellFormed = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((one) => !one.includes('\u0000'))
const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('the length of a text', () => {
  it('is its number of code points, also of broken pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('\ud83d', '\ude80', '🚀', 'e\u0301'))), (parts) => {
        const value = parts.join('')
        expect(codePoints(value)).toBe([...value].length)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a text', () => {
  it('passes exactly when its code points are within the limits', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(30), fc.nat(40), (value, min, more) => {
        const { length } = [...value]
        expect(passes(text({ min, max: min + more }), value)).toBe(length >= min && length <= min + more)
      }),
    )
  })

  it('is counted and kept without the blanks around it where it is trimmed', () => {
    fc.assert(
      fc.property(wellFormed, fc.constantFrom('', ' ', '\n\t', '\u00a0'), (value, blank) => {
        const trimmed = value.trim()
        const schema = text({ min: 1, max: 20, trim: true })
        const parsed = schema.safeParse(blank + value + blank)
        expect(parsed.success).toBe([...trimmed].length >= 1 && [...trimmed].length <= 20)
        if (parsed.success) expect(parsed.data).toBe(trimmed)
      }),
    )
  })

  it('holds neither NUL nor half a character', () => {
    for (const value of ['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\udc00\ud800']) {
      expect([value, passes(text({ max: 10 }), value)]).toEqual([value, false])
    }
    expect(passes(text({ max: 10 }), '🚀\u0001\uffff')).toBe(true)
  })
})

describe('given JSON', () => {
  it('is any JSON, however its members are called', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'))
        expect(passes(givenJson, value)).toBe(true)
      }),
    )
  })

  it('holds no NUL and no half character, in keys and values at any depth', () => {
    const wrap = (value: unknown, depth: number): unknown => (depth === 0 ? value : { a: [wrap(value, depth - 1)] })
    for (const bad of ['\u0000', '\ud800', 'x\udc00']) {
      for (const depth of [0, 1, 20]) {
        expect(passes(givenJson, wrap(bad, depth))).toBe(false)
        expect(passes(givenJson, wrap({ [bad]: 1 }, depth))).toBe(false)
      }
    }
  })

  it('is not nested without end', () => {
    let deep: unknown = 1
    for (let i = 0; i < 63; i++) deep = [deep]
    expect(passes(givenJson, deep)).toBe(true)
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(passes(givenJson, deep)).toBe(false)
  })
})

describe('an id', () => {
  it('is a UUID of any version in any case, and lower-case from then on', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 7, 8] }), (id) => {
        for (const schema of [uuid(), pathId('thing')]) {
          expect(schema.parse(id)).toBe(id)
          expect(schema.parse(id.toUpperCase())).toBe(id)
        }
      }),
    )
  })

  it('is nothing else', () => {
    const id = '01900000-0000-7000-8000-000000000000'
    for (const wrong of [
      '',
      'x',
      id.slice(1),
      `${id}0`,
      ` ${id}`,
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}\n`,
      `urn:uuid:${id}`,
    ]) {
      expect([wrong, passes(uuid(), wrong), passes(pathId('x'), wrong)]).toEqual([wrong, false, false])
    }
  })
})

describe('an instant', () => {
  const moment = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  const two = (n: number) => String(n).padStart(2, '0')

  it('is the same moment in every offset', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
    const inside = fc.date({ min: new Date('0001-01-04'), max: new Date('9999-12-28'), noInvalidDate: true })
    fc.assert(
      fc.property(inside, offset, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const size = Math.abs(minutes)
        const written = `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
        expect(instant().parse(written).toISOString()).toBe(date.toISOString())
      }),
    )
  })

  it('is midnight in UTC when it is a date alone', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(instant().parse(day).toISOString()).toBe(`${day}T00:00:00.000Z`)
      }),
    )
  })

  it('may leave out seconds, and say less or more of them than milliseconds', () => {
    const told = (value: string) => instant().parse(value).toISOString()
    expect(told('2026-03-10T10:20Z')).toBe('2026-03-10T10:20:00.000Z')
    expect(told('2026-03-10T10:20:30.1Z')).toBe('2026-03-10T10:20:30.100Z')
    expect(told('2026-03-10T10:20:30.123456789Z')).toBe('2026-03-10T10:20:30.123Z')
    expect(told('2026-03-10t10:20:30z')).toBe('2026-03-10T10:20:30.000Z')
  })

  it('exists in the calendar: each day of a month, and no day after the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9998 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
        const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
        const day = (n: number) => `${String(year).padStart(4, '0')}-${two(month)}-${two(n)}`
        expect(passes(instant(), day(last))).toBe(true)
        expect(passes(instant(), day(last + 1))).toBe(false)
      }),
    )
  })

  it.each([
    '',
    'now',
    '2026',
    '2026-03',
    '2026-3-1',
    '2026-00-01',
    '2026-01-00',
    '2026-13-01',
    '2026-03-10T10:20:30',
    '2026-03-10T25:00:00Z',
    '2026-03-10T10:60:00Z',
    '2026-03-10T10:20:30+25:00',
    '10/03/2026',
    'Tue, 10 Mar 2026 10:20:30 GMT',
    '1773138030',
    ' 2026-03-10',
    '2026-03-10\n',
    '+012026-01-01T00:00:00Z',
    '-000001-01-01',
  ])('is not %j', (value) => {
    expect(passes(instant(), value)).toBe(false)
  })

  it('of a query may be repeated: the last one counts', () => {
    expect(queryInstant().parse(['2026-01-01', '2026-01-02']).toISOString()).toBe('2026-01-02T00:00:00.000Z')
  })
})

describe('a boolean of a query', () => {
  it('is true, false, 1 or 0 in any case, and nothing else', () => {
    const meaning = new Map([
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ])
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...meaning.keys()), fc.string()),
        fc.infiniteStream(fc.boolean()),
        (word, up) => {
          const value = [...word].map((letter) => (up.next().value ? letter.toUpperCase() : letter)).join('')
          const parsed = queryBoolean().safeParse(value)
          expect(parsed.success ? parsed.data : undefined).toBe(meaning.get(value.toLowerCase()))
        },
      ),
    )
  })

  it('is false when it is absent', () => {
    expect(queryBoolean().parse(undefined)).toBe(false)
  })
})

describe('a whole number of a query', () => {
  it('passes exactly within its limits', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (number, min, more) => {
        const schema = queryInteger({ min, max: min + more })
        expect(passes(schema, String(number))).toBe(number >= min && number <= min + more)
      }),
    )
  })

  it.each(['', ' 1', '1 ', '1.0', '1e1', '0x1', '١', 'NaN', 'Infinity', '1_0', '--1', '9'.repeat(30)])(
    'is not %j',
    (value) => {
      expect(passes(queryInteger({ min: -10, max: 1e300 }), value)).toBe(false)
    },
  )

  it('has its default when it is absent', () => {
    expect(queryInteger({ min: 1, max: 9 }).parse(undefined)).toBe(1)
    expect(queryInteger({ min: 1, max: 9, default: 5 }).parse(undefined)).toBe(5)
  })
})

describe('a list of a query', () => {
  const list = queryList(text({ max: 20 }), { max: 100 })
  const entry = fc.string({ minLength: 1, maxLength: 10, unit: fc.constantFrom(...'abcÜ🚀%_.') })
  const blank = fc.constantFrom('', ' ', '  ', '\t')

  it('is the same by commas, by repeating the key, and with blanks and empties between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, blank, blank, fc.boolean()), { minLength: 1 }), (parts) => {
        const keys = ['']
        for (const [one, before, after, newKey] of parts) {
          if (newKey) keys.push('')
          keys[keys.length - 1] += `${before}${one}${after},`
        }
        expect(list.parse(keys)).toEqual(parts.map(([one]) => one))
        if (keys.length === 1) expect(list.parse(keys[0])).toEqual(list.parse(keys))
      }),
    )
  })

  it('is no filter when it is absent or holds nothing', () => {
    for (const value of [undefined, '', ' ', ',', ' , ,', [], ['', ' ,']]) expect(list.parse(value)).toBeUndefined()
  })

  it('takes as many entries as it may, counted over all keys', () => {
    const three = queryList(text({ max: 20 }), { max: 3 })
    expect(three.parse(['a,b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(passes(three, ['a,b', 'c,d'])).toBe(false)
    expect(three.parse('a,,b,,c,')).toEqual(['a', 'b', 'c'])
  })

  it('is refused whole for one wrong entry', () => {
    expect(passes(queryList(uuid(), { max: 5 }), '01900000-0000-7000-8000-000000000000,x')).toBe(false)
  })
})

describe('a text of a query', () => {
  it('is the last of a repeated key', () => {
    expect(queryString(5).parse(['first', 'last'])).toBe('last')
    expect(passes(queryString(5), 'longer')).toBe(false)
  })
})
