import fc from 'fast-check'
import { parse, stringify, type Filter as TheirFilter } from 'scim2-parse-filter'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../core/errors.ts'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { parseFilter, parsePath, type ScimFilter } from './filter.ts'

/** RFC 7644, section 3.4.2.2, figure 2 to the last one. */
const RFC_EXAMPLES = [
  'userName eq "bjensen"',
  'name.familyName co "O\'Malley"',
  'userName sw "J"',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
  'title pr',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'meta.lastModified ge "2011-05-13T04:42:34Z"',
  'meta.lastModified lt "2011-05-13T04:42:34Z"',
  'meta.lastModified le "2011-05-13T04:42:34Z"',
  'title pr and userType eq "Employee"',
  'title pr or userType eq "Intern"',
  'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
  'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
  'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
  'userType eq "Employee" and (emails.type eq "work")',
  'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
  'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
]

/** The examples of scim2-parse-filter's own tests beyond those. */
const THEIR_EXAMPLES = [
  'n1 eq 1 and n2 eq 2 and n3 eq 3',
  'n1 eq 1 and n2 eq 2 or n3 eq 3',
  'n1 eq 1 or n2 eq 2 and n3 eq 3',
  'n1 eq 1 and n2 eq 2 or n3 eq 3 and n4 eq 4',
  'n1 eq 1 or n2 eq 2 and n3 eq 3 or n4 eq 4 and n1 eq 1 or n2 eq 2 and n3 eq 3 or n4 eq 4',
  'n2 eq 2 and n3 eq 3 or n4 eq 4 and n1 eq 1 or n2 eq 2 and n3 eq 3 or n4 eq 4 and n1 eq 1',
  'hoge Eq "hoge"',
  'not(a eq "aa")',
  'emails[value[hoge eq "@example.com"] and value[hoge eq "@example.com"]] or name eq "xxx"',
]

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return undefined
}

describe('a filter', () => {
  it.each([...RFC_EXAMPLES, ...THEIR_EXAMPLES])('%s is read as scim2-parse-filter reads it', (text) => {
    expect(parseFilter(text)).toEqual(parse(text))
  })

  it('is read as scim2-parse-filter reads it, whatever it is made of', () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/).filter((one) => !/^(?:and|or|not)$/i.test(one))
    const path = fc.oneof(
      name,
      fc.tuple(name, name).map((parts) => parts.join('.')),
      name.map((one) => `urn:ietf:params:scim:schemas:core:2.0:User:${one}`),
    )
    const value = fc.oneof(
      fc.stringMatching(/^[ -!#-[\]-~ü🚀]{0,12}$/u),
      fc.nat(99_999),
      fc.boolean(),
      fc.constant(null),
    )
    const { filter } = fc.letrec<{ filter: TheirFilter; term: TheirFilter }>((tie) => ({
      filter: fc.oneof(
        { depthSize: 'small' },
        tie('term'),
        fc.record({
          op: fc.constantFrom('and' as const, 'or' as const),
          filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
        }),
        fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
        fc.record({ op: fc.constant('[]' as const), attrPath: name, valFilter: tie('filter') }),
      ),
      term: fc.oneof(
        fc.record({ op: fc.constant('pr' as const), attrPath: path }),
        fc.record({
          op: fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le'),
          attrPath: path,
          compValue: value,
        }) as fc.Arbitrary<TheirFilter>,
      ),
    }))
    fc.assert(
      fc.property(filter, (given) => {
        const text = stringify(given)
        expect(parseFilter(text)).toEqual(parse(text))
      }),
    )
  })

  it('takes operators, words and literals in any case, and blanks where they do no harm', () => {
    const wanted: ScimFilter = {
      op: 'and',
      filters: [
        { op: 'eq', attrPath: 'active', compValue: true },
        { op: 'not', filter: { op: 'pr', attrPath: 'title' } },
      ],
    }
    for (const text of ['active EQ True AND NOT(title PR)', ' active  eq true\tand not ( title pr ) ']) {
      expect(parseFilter(text)).toEqual(wanted)
    }
    expect(parseFilter('a eq -5 and b eq 1.5e3')).toMatchObject({ filters: [{ compValue: -5 }, { compValue: 1500 }] })
  })

  it.each([
    ['"a\\"b"', 'a"b'],
    ['"CORP\\\\Sales"', 'CORP\\Sales'],
    ['"CORP\\Sales"', 'CORP\\Sales'],
    ['"ends in \\\\"', 'ends in \\'],
    ['"\\u00fc\\ud83d\\ude80"', 'ü🚀'],
    ['"\\u12"', '\\u12'],
    ['"ü 🚀"', 'ü 🚀'],
    ['"and or not ) ] pr"', 'and or not ) ] pr'],
    ['""', ''],
  ])('reads the text %s, where scim2-parse-filter misreads most escapes', (quoted, text) => {
    expect(parseFilter(`displayName eq ${quoted}`)).toMatchObject({ compValue: text })
  })

  it('takes both halves of emails[…].value to be about the same entry', () => {
    expect(parseFilter('emails[type eq "work"].value co "@x"')).toEqual(
      parseFilter('emails[type eq "work" and value co "@x"]'),
    )
  })

  it.each([
    'userName',
    'userName eq',
    'eq "x"',
    '"x"',
    'userName is "x"',
    'userName eq x',
    'userName eq "x',
    "userName eq 'x'",
    'userName eq "x" extra',
    'userName eq "x" and',
    'and userName pr',
    '(userName pr',
    'userName pr)',
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "work"]x',
    'not',
    '()',
    'userName eq {}',
    'userName eq ["x"]',
    'userName pr constructor userName pr',
    '__proto__ eq "x"',
    'user name eq "x"',
    '1name pr',
    'a..b pr',
    '\u0000 pr',
    ...['(', 'not ', 'emails['].map((opening) => `${opening.repeat(5_000)}a pr`),
    Array.from({ length: 501 }, () => 'a pr').join(' or '),
    `a eq "${'x'.repeat(20_000)}"`,
  ])('is refused when it is none: %#', (text) => {
    expect(codeOf(() => parseFilter(text))).toBe('invalid_filter')
  })

  it('is refused or read, and nothing else, whatever it is', () => {
    const piece = fc.constantFrom(
      'a',
      'eq',
      'pr',
      ' ',
      '"',
      '\\',
      '(',
      ')',
      '[',
      ']',
      '.',
      ':',
      'urn:',
      'not',
      'and',
      '1',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        expect([undefined, 'invalid_filter']).toContain(codeOf(() => parseFilter(pieces.join(''))))
      }),
    )
  })

  it('takes no longer than its length, though scim2-parse-filter would take forever', () => {
    for (const sign of ['\n', '\\', '\\"', 'a', 'urn:', ':', ' ']) {
      expectNoSquare(3_000, (size) => {
        codeOf(() => parseFilter(`userName eq "${sign.repeat(size)}`))
        codeOf(() => parseFilter(`urn:${sign.repeat(size)}`))
      })
    }
  })
})

describe('a path', () => {
  it.each([
    ['members', { attrPath: 'members' }],
    ['name.familyName', { attrPath: 'name.familyName' }],
    ['urn:x:y:2.0:User:name.first', { attrPath: 'urn:x:y:2.0:User:name.first' }],
    ['members[value eq "1"]', { attrPath: 'members', filter: parseFilter('value eq "1"') }],
    ['emails[type eq "work"].value', { attrPath: 'emails', filter: parseFilter('type eq "work"'), sub: 'value' }],
    ['manager.$ref', { attrPath: 'manager.$ref' }],
  ])('%s is read', (text, path) => {
    expect(parsePath(text)).toEqual(path)
  })

  it.each(['', 'members[', 'members[value]', 'members[value eq "1"].', 'a.b.c', 'a b', '[a pr]', '__proto__.x', '.a'])(
    '%j is refused',
    (text) => {
      expect(codeOf(() => parsePath(text))).toBe('invalid_filter')
    },
  )
})
