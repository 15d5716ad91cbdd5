import { describe, expect, it } from 'vitest'
import type { Doc } from './attributes.ts'
import { GROUP, USER } from './definitions.ts'
import { isRequested, project } from './project.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const user: Doc = {
  schemas: [USER.schema.id, ENTERPRISE],
  id: '1',
  userName: 'bjensen',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  emails: [{ value: 'b@example.com', type: 'work' }, { value: 'b@jensen.org' }],
  [ENTERPRISE]: { department: 'Tours', division: 'West' },
  meta: { resourceType: 'User', version: 'W/"1"' },
}
const { schemas, id } = user
const only = (...attributes: string[]) => project(user, { attributes }, USER)
const without = (...excludedAttributes: string[]) => project(user, { excludedAttributes }, USER)

describe('attributes', () => {
  it.each([
    [['userName'], { userName: 'bjensen' }],
    [['USERNAME'], { userName: 'bjensen' }],
    [[`${USER.schema.id}:userName`], { userName: 'bjensen' }],
    [['name.givenName'], { name: { givenName: 'Barbara' } }],
    [['name', 'name.givenName'], { name: user.name }],
    [['emails.type', 'Emails.value'], { emails: user.emails }],
    [['emails.type'], { emails: [{ type: 'work' }] }],
    [[ENTERPRISE], { [ENTERPRISE]: user[ENTERPRISE] }],
    [[`${ENTERPRISE}:division`], { [ENTERPRISE]: { division: 'West' } }],
    [['meta.version'], { meta: { version: 'W/"1"' } }],
    [['nothing', 'constructor', 'name.nothing'], {}],
    [['id'], {}],
  ] as [string[], object][])('%j keep those, and what is always told', (paths, kept) => {
    expect(only(...paths)).toEqual({ schemas, id, ...kept })
  })

  it('win over excludedAttributes', () => {
    expect(project(user, { attributes: ['userName'], excludedAttributes: ['userName'] }, USER)).toHaveProperty(
      'userName',
    )
  })
})

describe('links of entries', () => {
  const group: Doc = { schemas: [GROUP.schema.id], id: '2', members: [{ value: '1', display: 'Ann' }] }
  const fromGroup = (...attributes: string[]) => project(group, { attributes }, GROUP).members

  it('are returned only if the request names them', () => {
    expect(project(group, {}, GROUP)).toEqual(group)
    expect(fromGroup('members')).toEqual(group.members)
    expect(fromGroup('members.value', 'MEMBERS.$REF')).toEqual([{ value: '1', $ref: '/scim/Users/1' }])
    expect(fromGroup('members', 'members.type')).toEqual([{ value: '1', display: 'Ann', type: 'User' }])
    expect(fromGroup('members.nothing', 'members.constructor')).toEqual([])
  })

  it('lead from a user to its groups too', () => {
    const member: Doc = { ...user, groups: [{ value: '2', display: 'North' }] }
    const answer = project(member, { attributes: ['groups.$ref', 'groups.type'] }, USER)
    expect(answer.groups).toEqual([{ $ref: '/scim/Groups/2', type: 'direct' }])
  })
})

describe('excludedAttributes', () => {
  it('leave those out, but never what is always told', () => {
    const { userName, meta, ...others } = user
    expect(without('username', 'META', 'id', 'schemas', 'nothing')).toEqual(others)
    expect(without(ENTERPRISE)).not.toHaveProperty([ENTERPRISE])
    expect(without('name.givenName', 'emails.type', `${ENTERPRISE}:division`)).toMatchObject({
      name: { familyName: 'Jensen' },
      emails: [{ value: 'b@example.com' }, { value: 'b@jensen.org' }],
      [ENTERPRISE]: { department: 'Tours' },
    })
    expect(without('emails.type').emails).toEqual([{ value: 'b@example.com' }, { value: 'b@jensen.org' }])
  })
})

it('tells whether an attribute is wanted at all', () => {
  expect([
    isRequested({}, 'members', USER),
    isRequested({ excludedAttributes: ['Members'] }, 'members', USER),
    isRequested({ excludedAttributes: ['members.display'] }, 'members', USER),
    isRequested({ attributes: ['displayName'] }, 'members', USER),
    isRequested({ attributes: ['members.value'] }, 'members', USER),
    isRequested({ attributes: [`${USER.schema.id}:MEMBERS`] }, 'members', USER),
  ]).toEqual([true, false, true, false, true, true])
})
