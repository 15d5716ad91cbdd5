/** Operation 8: PUT /scim/Groups/{id}. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { GROUP_SCHEMA, type Person, person, team } from './people.ts'
import { expectScimError, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let ann: Person
let ben: Person
let id: string
beforeAll(async () => {
  ann = await person('ann')
  ben = await person('ben')
  id = await team([ann])
})

const group = (members: readonly Person[], displayName = 'Everybody') => ({
  schemas: [GROUP_SCHEMA],
  displayName,
  members: members.map(({ id: value, email }) => ({ value, display: email })),
})
const put = (body: unknown) => ask('PUT', `/scim/Groups/${id}`, { body })
const get = () => ask('GET', `/scim/Groups/${id}`)
const membersOf = (body: { members?: { value: string }[] }) => (body.members ?? []).map(({ value }) => value).sort()

const putting = () => ({ method: 'PUT', path: `/scim/Groups/${id}`, body: group([ann]) })
describe('every operation', () => {
  needsKey(putting)
  takesBothTypes(putting, 'scim')
  isHiddenFromRivals(
    () => ({ method: 'PUT', path: `/scim/Groups/${id}`, body: group([]) }),
    `/scim/Groups/${NOTHING}`,
    expectScimError,
  )
})

describe('PUT', () => {
  check('8.a', 'answers 200 with the group as it is now', async () => {
    const answer = await put(group([ann, ben], 'Renamed'))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, displayName: 'Renamed', schemas: expect.arrayContaining([GROUP_SCHEMA]) })
    expect(membersOf(answer.body)).toEqual([ann.id, ben.id].sort())
  })

  check('8.a', 'keeps and returns a provider extension object, with its URN among the schemas', async () => {
    const urn = 'urn:example:params:scim:schemas:extension:provider:2.0:Group'
    const body = { ...group([ann]), schemas: [GROUP_SCHEMA, urn], [urn]: { costCenter: '4130' } }
    expect((await put(body)).body[urn]).toEqual({ costCenter: '4130' })
    expect((await get()).body).toMatchObject({ schemas: expect.arrayContaining([urn]), [urn]: { costCenter: '4130' } })
  })

  check('8.b', 'replaces members exactly, also by none', async () => {
    for (const members of [[ann, ben], [ben], [], [ann]]) {
      await put(group(members))
      expect(membersOf((await get()).body)).toEqual(members.map((one) => one.id).sort())
    }
  })

  check('8.b', 'rejects an unknown member as invalidValue, and changes nothing', async () => {
    const before = (await get()).body
    expectScimError(
      await put({ ...group([ben], 'Changed'), members: [{ value: ben.id }, { value: NOTHING }] }),
      400,
      'invalidValue',
    )
    expect((await get()).body).toEqual(before)
  })

  check('8.c', 'answers 404 as a SCIM error for a group that is not there', async () => {
    expectScimError(await ask('PUT', `/scim/Groups/${NOTHING}`, { body: group([]) }), 404)
    expectScimError(await ask('PUT', '/scim/Groups/none', { body: group([]) }), 404)
  })

  check('8.c', 'answers 400 as a SCIM error for a body that is none', async () => {
    // Past the proxy, which waits for the end of broken JSON.
    const broken = await ask('PUT', `/scim/Groups/${id}`, { body: '{"displayName": ', direct: true })
    expect(broken.body).toMatchObject({ status: 400, schemas: expect.any(Array) })
    expectScimError(await put({ schemas: [GROUP_SCHEMA], members: [] }), 400, 'invalidValue')
  })

  check('8.c', 'answers 409 uniqueness for the name of another group', async () => {
    const displayName = `Taken ${randomUUID()}`
    expect((await ask('POST', '/scim/Groups', { body: group([], displayName) })).status).toBe(201)
    expectScimError(await ask('POST', '/scim/Groups', { body: group([], displayName) }), 409, 'uniqueness')
    expectScimError(await put(group([ann], displayName)), 409, 'uniqueness')
  })
})
