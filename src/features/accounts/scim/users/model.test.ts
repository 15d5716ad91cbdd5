import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../core/wire.ts'
import type { Doc } from '../protocol/attributes.ts'
import { PARLEY_USER, USER } from '../protocol/definitions.ts'
import { applyPatch, readPatch } from '../protocol/patch.ts'
import { readResource } from '../protocol/read.ts'
import { parseUser, type ScimUserRow, type StoredScimUser, userDoc, type WantedUser } from './model.ts'

const ROLE = '01900000-0000-7000-8000-000000000001'
const OTHER_ROLE = '01900000-0000-7000-8000-000000000002'

const row: ScimUserRow = {
  id: '01900000-0000-7000-8000-000000000009',
  email: 'ann@acme.example',
  first_name: '',
  last_name: '',
  active: true,
  language: null,
  role_id: ROLE,
  created_at: '2026-03-10T10:00:00.000Z',
  modified_at: '2026-03-10T10:00:00.000Z',
  user_name: null,
  external_id: null,
  attributes: null,
  groups: [],
}
const standing = (of: ScimUserRow): StoredScimUser => ({ row: of, doc: userDoc(of) })

/** The row as it is stored after a change. */
const stored = (before: ScimUserRow, wanted: WantedUser): ScimUserRow => ({
  ...before,
  email: wanted.email,
  first_name: wanted.firstName,
  last_name: wanted.lastName,
  active: wanted.active ?? before.active,
  role_id: wanted.roleUUID ?? before.role_id,
  user_name: wanted.userName,
  external_id: wanted.externalId,
  attributes: wanted.attributes,
})

const address = fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/)
const word = fc.stringMatching(/^[A-Za-zü]{1,8}$/)
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const entry = fc.record({
  value: address,
  type: optional(fc.constantFrom('work', 'home', 'other')),
  primary: optional(fc.boolean()),
})
const resource = fc.record({
  userName: fc.oneof(address, word),
  externalId: optional(word),
  displayName: optional(word),
  title: optional(word),
  active: optional(fc.boolean()),
  name: optional(fc.record({ givenName: optional(word), familyName: optional(word), middleName: optional(word) })),
  emails: optional(fc.array(entry, { maxLength: 4 })),
  'urn:acme:1.0:User': optional(fc.record({ roleUUID: fc.constantFrom(ROLE, OTHER_ROLE), note: word })),
  [PARLEY_USER]: optional(fc.record({ team: word })),
}) as unknown as fc.Arbitrary<Doc>
const plain = (doc: unknown) => JSON.parse(JSON.stringify(doc)) as Doc

describe('a user', () => {
  it('told, and told back as it was told, is the same user', () => {
    fc.assert(
      fc.property(resource, (given) => {
        const first = stored(row, parseUser(readResource(plain(given), USER), standing(row)))
        const shown = userDoc(first)
        const second = stored(first, parseUser(readResource(plain(shown), USER), standing(first)))
        expect(userDoc(second)).toEqual(shown)
      }),
    )
  })

  it('patched by nothing that changes it, is stored as it was', () => {
    fc.assert(
      fc.property(resource, (given) => {
        const first = stored(row, parseUser(readResource(plain(given), USER), standing(row)))
        const { row: before, doc } = standing(first)
        const operations = readPatch({ Operations: [{ op: 'replace', value: { active: before.active } }] })
        expect(stored(before, parseUser(applyPatch(doc, operations, USER), { row: before, doc }))).toEqual(first)
      }),
    )
  })

  it('is told with everything a provider told, and its own address among the addresses', () => {
    fc.assert(
      fc.property(resource, (given) => {
        const wanted = parseUser(readResource(plain(given), USER), standing(row))
        const shown = plain(userDoc(stored(row, wanted)))
        const { name = {}, emails = [], ...others } = plain(given) as Record<string, Json>
        expect(shown).toMatchObject((emails as Json[]).length === 0 ? others : { ...others, emails })
        expect(plain(shown.name ?? {})).toEqual(name)
        const values = (shown.emails as { value: string }[]).map(({ value }) => value)
        expect(values).toContain(wanted.email)
      }),
    )
  })
})

it('names no role that it merely repeats, and refuses two', () => {
  const urn = 'urn:acme:1.0:User'
  const roleOf = (doc: Doc) => parseUser({ userName: 'a@b', ...doc }, standing(row)).roleUUID
  expect(roleOf({ [urn]: { roleUUID: ROLE.toUpperCase() } })).toBeUndefined()
  expect(roleOf({ [urn]: { ROLEuuid: OTHER_ROLE }, [PARLEY_USER]: { roleUUID: ROLE } })).toBe(OTHER_ROLE)
  expect(roleOf({ 'urn:acme:1.0:Badge': { roleUUID: OTHER_ROLE } })).toBeUndefined()
  const two = { [urn]: { roleUUID: OTHER_ROLE }, [PARLEY_USER]: { roleUUID: '01900000-0000-7000-8000-000000000003' } }
  expect(() => roleOf(two)).toThrow(expect.objectContaining({ code: 'invalid_value' }))
})
