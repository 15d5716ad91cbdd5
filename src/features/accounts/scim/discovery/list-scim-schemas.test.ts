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
