import { beforeAll, describe, expect, it } from 'vitest'
import {
  ENTERPRISE_URN,
  GROUP_URN,
  guardsScim,
  LIST_URN,
  PARLEY_URN,
  scimError,
  scimOf,
  USER_URN,
} from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell every schema, and every attribute that a resource is told with', async () => {
    const { status, body } = await scim('GET', '/Schemas')
    expect(status).toBe(200)
    expect(body).toMatchObject({ schemas: [LIST_URN], totalResults: 4, startIndex: 1, itemsPerPage: 4 })
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      USER_URN,
      ENTERPRISE_URN,
      PARLEY_URN,
      GROUP_URN,
    ])
    const namesOf = (urn: string) =>
      body.Resources.find(({ id }: { id: string }) => id === urn).attributes.map(({ name }: { name: string }) => name)
    const user = await scim('GET', `/Users/${world.bob.userId}`)
    const group = await scim('GET', `/Groups/${world.teams.north}`)
    const common = ['schemas', 'id', 'meta', PARLEY_URN]
    for (const [told, urn] of [
      [user, USER_URN],
      [group, GROUP_URN],
    ] as const) {
      const names = Object.keys(told.body).filter((name) => !common.includes(name))
      expect(names.length).toBeGreaterThan(1)
      expect(namesOf(urn)).toEqual(expect.arrayContaining(names))
    }
    expect(namesOf(PARLEY_URN)).toEqual(Object.keys(user.body[PARLEY_URN]))
  })

  it('tell what is required, and how entries of groups and users are linked', async () => {
    const { body } = await scim('GET', '/Schemas')
    type Told = { name: string; required: boolean; description: string; subAttributes?: Told[] }
    const schemas: { id: string; attributes: Told[] }[] = body.Resources
    const all = (told: Told[]): Told[] => told.flatMap((one) => [one, ...all(one.subAttributes ?? [])])
    const attributesOf = (urn: string) => all(schemas.filter(({ id }) => id === urn).flatMap((one) => one.attributes))
    const required = (urn: string) => attributesOf(urn).flatMap((one) => (one.required ? [one.name] : []))
    expect([required(USER_URN), required(GROUP_URN)]).toEqual([['userName'], ['displayName', 'value']])
    for (const [urn, name, target] of [
      [GROUP_URN, 'members', 'User'],
      [USER_URN, 'groups', 'Group'],
    ] as const) {
      const subAttributes = attributesOf(urn).find((one) => one.name === name)?.subAttributes
      expect(subAttributes?.map((one) => one.name)).toEqual(['value', 'display', '$ref', 'type'])
      expect(subAttributes).toContainEqual(
        expect.objectContaining({ name: '$ref', type: 'reference', referenceTypes: [target], returned: 'request' }),
      )
    }
    for (const { id } of schemas) for (const one of attributesOf(id)) expect(one.description).not.toBe('')
  })
})

describe('refuses', () => {
  it('a filter', async () => {
    const answer = await scim('GET', '/Schemas', undefined, { query: { filter: 'id pr' } })
    expect([answer.status, answer.body]).toEqual([403, scimError(403)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/Schemas', undefined, { caller: caller ?? 'nobody' }),
  )
})
