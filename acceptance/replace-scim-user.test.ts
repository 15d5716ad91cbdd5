/** Operation 10: PUT /scim/Users/{id}. */
import { beforeAll, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { type Person, person, team, USER_SCHEMA } from './people.ts'
import { expectScimError, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

const EXTENSION = 'urn:parley:params:scim:schemas:extension:1.0:User'
let ann: Person
let ben: Person
let roles: { uuid: string; type: string }[]
beforeAll(async () => {
  ann = await person('ann')
  ben = await person('ben')
  roles = (await ask('GET', '/organizations/roles')).body.data
})

const userOf = (one: Person, more: Record<string, unknown> = {}) => ({
  schemas: [USER_SCHEMA],
  externalId: '00u1',
  userName: one.email,
  displayName: 'Ann Lee',
  name: { givenName: 'Ann', familyName: 'Lee' },
  preferredLanguage: 'en',
  locale: 'en-GB',
  timezone: 'Europe/Berlin',
  active: true,
  emails: [{ value: one.email, type: 'work', primary: true }],
  phoneNumbers: [{ value: '+49 30 1234', type: 'work' }],
  ...more,
})
const put = (body: unknown, id = ann.id) => ask('PUT', `/scim/Users/${id}`, { body })
const request = () => ({ method: 'PUT', path: `/scim/Users/${ann.id}`, body: userOf(ann) })

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request, 'scim')
  isHiddenFromRivals(request, `/scim/Users/${NOTHING}`, expectScimError)
})

describe('does', () => {
  check('10.a', 'answers 200 and echoes what was sent', async () => {
    const answer = await put(userOf(ann))
    expect(answer.status).toBe(200)
    const { schemas: _, ...sent } = userOf(ann)
    expect(answer.body).toMatchObject(sent)
    expect((await ask('GET', `/scim/Users/${ann.id}`)).body).toEqual(answer.body)
  })

  check('10.b', 'returns every field of a user', async () => {
    const teamId = await team([ann])
    const { body } = await put(userOf(ann))
    expect(body).toMatchObject({
      id: ann.id,
      meta: {
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
        version: expect.any(String),
      },
      schemas: expect.arrayContaining([USER_SCHEMA]),
      groups: [{ value: teamId, display: expect.any(String) }],
    })
  })

  check('10.a', 'replaces the user: omitted fields are cleared', async () => {
    await put(userOf(ann))
    const { phoneNumbers: _, locale: __, externalId: ___, ...less } = userOf(ann)
    const { body } = await put(less)
    expect(body.phoneNumbers ?? []).toEqual([])
    expect([body.locale, body.externalId]).toEqual([undefined, undefined])
  })

  check('10.c', 'accepts a role by roleUUID and returns it under the same URN', async () => {
    const manager = roles.find(({ type }) => type === 'MANAGER')?.uuid
    for (const urn of [EXTENSION, 'urn:example:params:scim:schemas:extension:provider:2.0:User']) {
      const { status, body } = await put(userOf(ann, { schemas: [USER_SCHEMA, urn], [urn]: { roleUUID: manager } }))
      expect([status, body[urn]?.roleUUID, body.schemas]).toEqual([200, manager, expect.arrayContaining([urn])])
    }
    const { body } = await ask('GET', '/organizations/users')
    expect(body.data.find((one: { uuid: string }) => one.uuid === ann.id).roles[0].type).toBe('MANAGER')
  })

  check(
    '10.b',
    '`active: false` ends the keys of the user immediately, and `active: true` restores access',
    async () => {
      expect((await ask('GET', '/conversations', { key: ben.key })).status).toBe(200)
      expect((await put(userOf(ben, { active: false }), ben.id)).body.active).toBe(false)
      expect((await ask('GET', '/conversations', { key: ben.key })).status).toBe(401)
      expect((await put(userOf(ben, { active: true }), ben.id)).body.active).toBe(true)
    },
  )
})

describe('errors', () => {
  check('10.d', 'answers 404 as a SCIM error for a user who is not there', async () => {
    for (const id of [NOTHING, 'none']) expectScimError(await put(userOf(ann), id), 404)
  })

  check('10.d', 'answers 409 uniqueness for the userName of somebody else, in any case', async () => {
    const other = await person('carl')
    expectScimError(await put(userOf(ann, { userName: other.email.toUpperCase() })), 409, 'uniqueness')
  })

  check('10.c', 'rejects a role that is not there', async () => {
    const body = userOf(ann, { schemas: [USER_SCHEMA, EXTENSION], [EXTENSION]: { roleUUID: NOTHING } })
    expectScimError(await put(body), 400, 'invalidValue')
  })

  check('10.d', 'rejects a user without a userName', async () => {
    expectScimError(await put(userOf(ann, { userName: undefined })), 400, 'invalidValue')
  })
})
