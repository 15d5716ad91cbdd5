import { describe, expect, it } from 'vitest'
import type { Doc } from './attributes.ts'
import { GROUP, USER } from './definitions.ts'
import { parseFilter } from './filter.ts'
import { matcher } from './match.ts'

/** RFC 7643, section 8.2, in part. */
const user: Doc = {
  schemas: [USER.schema.id, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  id: '2819c223-7f76-453a-919d-413861904646',
  externalId: 'BJensen',
  userName: 'bjensen@example.com',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  displayName: 'Babs Jensen',
  title: 'Tour Guide',
  active: true,
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  groups: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
    employeeNumber: '701984',
    department: 'Tour Operations',
    manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d', displayName: 'John Smith' },
  },
  'urn:acme:1.0:User': { level: 3, cleared: true, tags: ['a', 'b'] },
  meta: { resourceType: 'User', created: '2010-01-23T04:56:22.000Z', lastModified: '2011-05-13T04:42:34.000Z' },
}
const matches = (filter: string, doc = user) => matcher(parseFilter(filter), USER)(doc)

describe('a filter matches', () => {
  it.each([
    'userName eq "BJENSEN@example.com"',
    'USERNAME Eq "bjensen@example.com"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "bjen"',
    'externalId eq "BJensen"',
    'externalId ne "bjensen"',
    'name.familyName co "ENS"',
    'displayName ew "jensen"',
    'emails co "jensen.org"',
    'emails eq "babs@jensen.org"',
    'emails.type eq "HOME"',
    'emails[type eq "home" and value ew ".org"]',
    'emails[primary eq true].value sw "b"',
    'emails ne "babs@jensen.org"',
    'active eq true',
    'active eq "True"',
    'active ne false',
    'title pr and not (nickName pr)',
    'nickName eq null',
    'title ne null',
    'nickName ne "x"',
    'meta.lastModified ge "2011-05-13T06:42:34+02:00"',
    'meta.lastModified gt "2011-05-13"',
    'meta.created lt "2011-05-13T04:42:34Z"',
    'userName gt "a" and userName lt "c"',
    'schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "tour operations"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.displayName co "smith"',
    'URN:IETF:params:scim:schemas:extension:enterprise:2.0:user:manager eq "26118915-6090-4610-87e4-49d8ca9f808d"',
    'manager eq "26118915-6090-4610-87e4-49d8ca9f808d"',
    'urn:acme:1.0:User:level ge 3',
    'urn:acme:1.0:User:cleared eq true',
    'urn:acme:1.0:User:tags eq "b"',
    'urn:acme:1.0:User pr',
  ])('%s', (filter) => {
    expect(matches(filter)).toBe(true)
  })
})

describe('a filter does not match', () => {
  it.each([
    'userName eq "bjensen"',
    'externalId eq "bjensen"',
    'id eq "2819C223-7f76-453a-919d-413861904646"',
    'name.familyName sw "ensen"',
    'emails[type eq "home" and value ew ".com"]',
    'emails[type eq "home"].value eq "bjensen@example.com"',
    'groups pr',
    'nickName pr',
    'unknown eq "x"',
    'constructor pr',
    'toString pr',
    'name.toString pr',
    'urn:acme:1.0:User:missing eq "x"',
    'urn:other:1.0:User pr',
    'active eq false',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'title eq "tour"',
    'name eq "Jensen"',
    'userName[value eq "x"]',
  ])('%s', (filter) => {
    expect(matches(filter)).toBe(false)
  })
})

describe('a filter is refused', () => {
  it.each([
    'active gt true',
    'active eq "maybe"',
    'active co "tr"',
    'title gt null',
    'meta.lastModified gt "yesterday"',
    'meta.created le 5',
    'userName eq "x" and active lt false',
  ])('that compares what cannot be compared: %s', (filter) => {
    expect(() => matches(filter)).toThrow(expect.objectContaining({ code: 'invalid_filter' }))
  })
})

it('looks at members by their value', () => {
  const group = { displayName: 'Sales', members: [{ value: 'ABC', display: 'x' }] }
  const has = (filter: string) => matcher(parseFilter(filter), GROUP)(group)
  expect([has('members eq "abc"'), has('members[value eq "abc"]'), has('members.display eq "y"')]).toEqual([
    true,
    true,
    false,
  ])
})
