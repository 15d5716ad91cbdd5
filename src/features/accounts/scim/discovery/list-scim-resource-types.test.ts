import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, LIST_URN, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell users and groups, and each is found where it says', async () => {
    const { status, body } = await scim('GET', '/ResourceTypes')
    expect(status).toBe(200)
    expect(body).toMatchObject({ schemas: [LIST_URN], totalResults: 2, startIndex: 1, itemsPerPage: 2 })
    expect(body.Resources.map(({ name }: { name: string }) => name)).toEqual(['User', 'Group'])
    for (const type of body.Resources) {
      const path = type.meta.location.slice('http://parley.test/v2/scim'.length)
      expect((await scim('GET', path)).body).toEqual(type)
      expect((await scim('GET', type.endpoint)).status).toBe(200)
      for (const urn of [type.schema, ...type.schemaExtensions.map(({ schema }: { schema: string }) => schema)]) {
        expect((await scim('GET', `/Schemas/${urn}`)).body.id).toBe(urn)
      }
    }
  })
})

describe('refuses', () => {
  it('a filter', async () => {
    const answer = await scim('GET', '/ResourceTypes', undefined, { query: { filter: 'name pr' } })
    expect([answer.status, answer.body]).toEqual([403, scimError(403)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/ResourceTypes', undefined, { caller: caller ?? 'nobody' }),
  )
})
