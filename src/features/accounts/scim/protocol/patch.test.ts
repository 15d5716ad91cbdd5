import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../core/errors.ts'
import type { Json } from '../../../../core/wire.ts'
import type { Doc, ResourceType } from './attributes.ts'
import { GROUP, USER } from './definitions.ts'
import { applyPatch, readPatch } from './patch.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const user: Doc = {
  id: '1',
  userName: 'bjensen',
  active: true,
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  addresses: [
    { type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Hollywood' },
    { type: 'home', streetAddress: '456 Hollywood Blvd' },
  ],
  groups: [{ value: 'g', display: 'G' }],
  [ENTERPRISE]: { department: 'Tours', manager: { value: 'm' } },
}
const group: Doc = { id: '1', displayName: 'Sales', members: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }

type Operation = { op: string; path?: unknown; value?: unknown }
const patched = (doc: Doc, type: ResourceType, ...Operations: Operation[]) =>
  applyPatch(doc, readPatch({ Operations }), type)
const onUser = (...operations: Operation[]) => patched(user, USER, ...operations)
const onGroup = (...operations: Operation[]) => patched(group, GROUP, ...operations)
const membersOf = (doc: Doc) => ((doc.members ?? []) as { value: string }[]).map(({ value }) => value)
const refused = (code: string) => expect.objectContaining({ code })

describe('the examples of RFC 7644, section 3.5.2', () => {
  it('add a member', () => {
    expect(membersOf(onGroup({ op: 'add', path: 'members', value: [{ display: 'Babs', value: 'd' }] }))).toEqual(
      'abcd'.split(''),
    )
  })

  it('add without a path', () => {
    const after = onUser({ op: 'add', value: { emails: [{ value: 'b@x.org', type: 'other' }], nickName: 'Babs' } })
    expect(after.nickName).toBe('Babs')
    expect(after.emails).toEqual([...(user.emails as Json[]), { value: 'b@x.org', type: 'other' }])
  })

  it('remove one member by a filter, several by a compound filter, all by none', () => {
    expect(membersOf(onGroup({ op: 'remove', path: 'members[value eq "b"]' }))).toEqual(['a', 'c'])
    expect(onUser({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' }).emails).toEqual([
      { value: 'babs@jensen.org', type: 'home' },
    ])
    expect(onGroup({ op: 'remove', path: 'members' })).not.toHaveProperty('members')
  })

  it('remove one member and add another in one request', () => {
    const after = onGroup(
      { op: 'remove', path: 'members[value eq "b"]' },
      { op: 'add', path: 'members', value: [{ value: 'd' }] },
    )
    expect(membersOf(after)).toEqual(['a', 'c', 'd'])
  })

  it('replace all members', () => {
    expect(membersOf(onGroup({ op: 'replace', path: 'members', value: [{ value: 'x' }, { value: 'y' }] }))).toEqual([
      'x',
      'y',
    ])
  })

  it('replace an address by a filter, and one attribute of it', () => {
    const value = { type: 'work', streetAddress: '911 Universal City Plaza', postalCode: '91608', primary: true }
    const [, home] = user.addresses as Json[]
    expect(onUser({ op: 'replace', path: 'addresses[type eq "work"]', value }).addresses).toEqual([
      { streetAddress: '911 Universal City Plaza', postalCode: '91608', type: 'work', primary: true },
      home,
    ])
    const path = 'addresses[type eq "work"].streetAddress'
    expect(onUser({ op: 'replace', path, value: '1010 Broadway' }).addresses).toMatchObject([
      { streetAddress: '1010 Broadway', locality: 'Hollywood' },
      home,
    ])
  })

  it('replace several attributes without a path', () => {
    const emails = [{ value: 'new@example.com', type: 'work', primary: true }]
    expect(onUser({ op: 'replace', value: { emails, nickName: 'Babs' } })).toMatchObject({ emails, nickName: 'Babs' })
  })
})

describe('what Entra ID and Okta send', () => {
  it('operations in any case, booleans as text, single values as lists', () => {
    for (const value of ['False', 'false', 'FALSE', false, ['False'], [{ value: 'False' }]]) {
      expect(onUser({ op: 'Replace', path: 'active', value }).active).toBe(false)
    }
    expect(onUser({ op: 'ADD', path: 'displayName', value: [{ $ref: null, value: 'Babs' }] }).displayName).toBe('Babs')
    expect(onUser({ op: 'replace', value: { active: false } }).active).toBe(false)
  })

  it('keys that are paths, in a value without a path', () => {
    const value = {
      displayName: 'Bjfe',
      'name.givenName': 'Kkom',
      'emails[type eq "work"].value': 'new@example.com',
      [`${ENTERPRISE}:employeeNumber`]: 'Aklq',
      [ENTERPRISE]: { costCenter: '7' },
    }
    expect(onUser({ op: 'Replace', value })).toMatchObject({
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', familyName: 'Jensen' },
      emails: [{ value: 'new@example.com', type: 'work', primary: true }, { value: 'babs@jensen.org' }],
      [ENTERPRISE]: { department: 'Tours', employeeNumber: 'Aklq', costCenter: '7' },
    })
  })

  it('an entry that is not there yet: it is made', () => {
    for (const op of ['Add', 'Replace']) {
      const after = patched({ id: '1' }, USER, { op, path: 'phoneNumbers[type eq "mobile"].value', value: '555' })
      expect(after.phoneNumbers).toEqual([{ type: 'mobile', value: '555' }])
    }
    const both = 'emails[type eq "other" and primary eq "True"].value'
    expect(onUser({ op: 'Add', path: both, value: 'o@x.org' }).emails).toEqual([
      { value: 'bjensen@example.com', type: 'work', primary: false },
      { value: 'babs@jensen.org', type: 'home' },
      { type: 'other', primary: true, value: 'o@x.org' },
    ])
  })

  it('the members to be removed as a value, and no others go', () => {
    const value = [{ $ref: null, value: 'b', display: 'Bob', type: 'User' }]
    expect(membersOf(onGroup({ op: 'Remove', path: 'members', value }))).toEqual(['a', 'c'])
    expect(membersOf(onGroup({ op: 'Remove', path: 'members', value: [{ value: 'unknown' }] }))).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(membersOf(onGroup({ op: 'Remove', path: 'members', value: [] }))).toEqual(['a', 'b', 'c'])
    expect(membersOf(onGroup({ op: 'Remove', path: 'members', value: ['a', 'C'] }))).toEqual(['b'])
    const emails = onUser({ op: 'Remove', path: 'emails', value: [{ type: 'home', value: 'BABS@jensen.org' }] }).emails
    expect(emails).toEqual([{ value: 'bjensen@example.com', type: 'work', primary: true }])
    expect(onUser({ op: 'Remove', path: 'emails', value: [{ type: 'home' }] }).emails).toEqual(emails)
  })

  it('members who are members already: they are not doubled', () => {
    const value = [{ value: 'B', display: 'Bob' }, { value: 'd' }, { value: 'd' }]
    expect(membersOf(onGroup({ op: 'Add', path: 'members', value }))).toEqual(['a', 'b', 'c', 'd'])
    const many = Array.from({ length: 20 }, (_, n) => ({ value: n % 2 === 0 ? 'a' : `n${n}` }))
    expect(membersOf(onGroup({ op: 'Add', path: 'members', value: many }))).toHaveLength(13)
  })

  it('the URN of the core schema around the attributes', () => {
    const value = { [USER.schema.id]: { title: 'T' }, [`${USER.schema.id}:nickName`]: 'Babs' }
    expect(onUser({ op: 'replace', value })).toMatchObject({ title: 'T', nickName: 'Babs' })
  })

  it('a group with its own id in the value', () => {
    expect(onGroup({ op: 'replace', value: { id: '1', displayName: 'New' } })).toMatchObject({ displayName: 'New' })
  })

  it('a manager without URN, as an id, an object or a list', () => {
    for (const value of ['boss', { value: 'boss' }, [{ $ref: 'x', value: 'boss' }]]) {
      expect(onUser({ op: 'Add', path: 'manager', value })[ENTERPRISE]).toMatchObject({ manager: { value: 'boss' } })
    }
    const whole = onUser({ op: 'Replace', path: ENTERPRISE, value: { manager: 'boss', extra: 1 } })
    expect(whole[ENTERPRISE]).toEqual({ department: 'Tours', manager: { value: 'boss' }, extra: 1 })
    expect(onUser({ op: 'Remove', path: `${ENTERPRISE}:manager` })[ENTERPRISE]).toEqual({ department: 'Tours' })
  })

  it('null for what shall be nothing', () => {
    expect(onUser({ op: 'Replace', path: 'name.givenName', value: null }).name).toEqual({ familyName: 'Jensen' })
    expect(onUser({ op: 'Replace', path: ENTERPRISE, value: null })).not.toHaveProperty([ENTERPRISE])
    expect(onUser({ op: 'Remove', path: 'emails[type eq "home"].value' }).emails).toHaveLength(1)
  })

  it('attributes of an extension nobody knows', () => {
    const urn = 'urn:acme:1.0:User'
    const after = onUser({ op: 'add', path: `${urn}:badge.color`, value: 'red' })
    expect(after[urn]).toEqual({ badge: { color: 'red' } })
    expect(patched(after, USER, { op: 'remove', path: `${urn}:badge.color` })).not.toHaveProperty([urn])
    expect(onUser({ op: 'add', path: urn, value: { roleUUID: 'r' } })[urn]).toEqual({ roleUUID: 'r' })
  })

  it('what only we write, beside what it means: left out', () => {
    const value = { groups: [], meta: { version: 'x' }, schemas: ['x'], password: 'secret', unknown: 1, title: 'T' }
    expect(onUser({ op: 'replace', value })).toEqual({ ...user, title: 'T' })
  })
})

describe('a refusal', () => {
  it.each([
    ['invalid_path', { op: 'replace', path: 'emails[type eq', value: 'x' }],
    ['invalid_path', { op: 'replace', path: 'unknown', value: 'x' }],
    ['invalid_path', { op: 'replace', path: 'name.unknown', value: 'x' }],
    ['invalid_path', { op: 'replace', path: 'userName[type eq "x"]', value: 'x' }],
    ['invalid_path', { op: 'replace', path: 'emails.type[type eq "work"]', value: 'x' }],
    ['invalid_path', { op: 'replace', path: 'urn:x:User:a[b eq 1]', value: 'x' }],
    ['invalid_value', { op: 'remove', path: 'urn:ietf:params:scim:schemas:core:2.0:User' }],
    ['invalid_path', { op: 'add', path: '__proto__.polluted', value: 'x' }],
    ['invalid_path', { op: 'add', path: 'constructor.prototype', value: 'x' }],
    ['invalid_path', { op: 'add', path: 7, value: 'x' }],
    ['no_target', { op: 'remove' }],
    ['no_target', { op: 'remove', path: ' ', value: { title: 'x' } }],
    ['no_target', { op: 'replace', path: 'emails[value co "nobody"].display', value: 'x' }],
    ['no_target', { op: 'replace', path: 'emails[not (type eq "home") and value eq "x"].type', value: 'x' }],
    ['mutability', { op: 'replace', path: 'id', value: '2' }],
    ['mutability', { op: 'replace', value: { id: '2' } }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'g2' }] }],
    ['mutability', { op: 'remove', path: 'meta' }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'replace', path: 'userName', value: null }],
    ['invalid_value', { op: 'replace', path: 'active', value: 'maybe' }],
    ['invalid_value', { op: 'replace', path: 'active', value: ['True', 'False'] }],
    ['invalid_value', { op: 'replace', path: 'title', value: { a: 1 } }],
    ['invalid_value', { op: 'replace', path: 'title', value: 'x'.repeat(8_193) }],
    ['invalid_value', { op: 'replace', path: 'name', value: 'Babs' }],
    ['invalid_value', { op: 'replace', path: ENTERPRISE, value: 'x' }],
    ['invalid_value', { op: 'add', value: 'x' }],
    ['invalid_value', { op: 'add' }],
    ['invalid_value', { op: 'add', path: 'emails', value: Array.from({ length: 101 }, () => ({ value: 'x' })) }],
    ['invalid_value', { op: 'replace', path: 'emails[type eq "work"]', value: null }],
    ['invalid_syntax', { op: 'move', path: 'title', value: 'x' }],
    ['invalid_syntax', { path: 'title', value: 'x' }],
  ] as [string, Operation][])('is %s for %j', (code, operation) => {
    expect(() => onUser({ op: 'add', path: 'title', value: 'first' }, operation)).toThrow(refused(code))
  })

  it('is invalid_syntax for what is no list of operations', () => {
    for (const body of [
      undefined,
      null,
      [],
      'x',
      {},
      { Operations: [] },
      { Operations: {} },
      { Operations: [1] },
      { schemas: 'x', Operations: [{ op: 'add' }] },
    ]) {
      expect(() => readPatch(body)).toThrow(refused('invalid_syntax'))
    }
  })

  it('is content_too_large for more than a thousand operations', () => {
    const one = { op: 'add', path: 'title', value: 'x' }
    expect(readPatch({ operations: Array.from({ length: 1_000 }, () => one) })).toHaveLength(1_000)
    expect(() => readPatch({ Operations: Array.from({ length: 1_001 }, () => one) })).toThrow(
      refused('content_too_large'),
    )
  })
})

describe('whatever is sent', () => {
  const word = fc.constantFrom('add', 'Remove', 'replace', 'x')
  const path = fc.oneof(
    fc.constantFrom(
      'emails',
      'members',
      'name',
      'active',
      'userName',
      '__proto__',
      'constructor',
      'prototype',
      ENTERPRISE,
    ),
    fc.constantFrom('emails[type eq "work"].value', 'members[value eq "a"]', 'emails[type co "w"]', 'name.__proto__'),
    fc.constantFrom(`${ENTERPRISE}:__proto__`, 'urn:x:User:constructor', 'urn:x:User:__proto__.polluted', 'urn:x:User'),
    fc.string(),
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(JSON.parse('{"__proto__": {"polluted": true}}'), {
      constructor: { prototype: { polluted: 1 } },
    }),
    fc.array(fc.record({ value: fc.string(), type: fc.string() }, { requiredKeys: ['value'] }), { maxLength: 5 }),
  )
  const operation = fc.record({ op: word, path, value }, { requiredKeys: ['op'] })

  it('it is done or refused in our words, changes no object in place and no prototype', () => {
    const frozen = deepFrozen(user)
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), fc.constantFrom(USER, GROUP), (given, type) => {
        try {
          const after = patched(frozen, type, ...given)
          expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
          expect(JSON.stringify(after)).toBeTypeOf('string')
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('adding is not lost and not doubled, in any order', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), { maxLength: 30 })
    fc.assert(
      fc.property(ids, ids, ids, (before, added, removed) => {
        const doc = { displayName: 'x', members: before.map((one) => ({ value: one })) }
        const wrapped = (list: string[]) => list.map((one) => ({ value: one }))
        const after = patched(
          doc,
          GROUP,
          ...added.map((one) => ({ op: 'Add', path: 'members', value: [{ value: one }] })),
          { op: 'Remove', path: 'members', value: wrapped(removed) },
          { op: 'Add', path: 'members', value: wrapped(added) },
          ...removed.map((one) => ({ op: 'Remove', path: `members[value eq "${one}"]` })),
        )
        const wanted = new Set([...before, ...added].filter((one) => !removed.includes(one)))
        expect(membersOf(after).toSorted()).toEqual([...wanted].toSorted())
      }),
    )
  })
})

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen)
  return value
}
