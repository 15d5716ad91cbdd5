import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell the very same under the plural name', async () => {
    const [one, plural] = [await scim('GET', '/ServiceProviderConfig'), await scim('GET', '/ServiceProviderConfigs')]
    expect([plural.status, plural.body]).toEqual([200, one.body])
  })
})

describe('refuses', () => {
  it('a filter', async () => {
    const answer = await scim('GET', '/ServiceProviderConfigs', undefined, { query: { filter: 'patch pr' } })
    expect([answer.status, answer.body]).toEqual([403, scimError(403)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/ServiceProviderConfigs', undefined, { caller: caller ?? 'nobody' }),
  )
})
