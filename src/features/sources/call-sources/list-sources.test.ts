import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/sources')

describe('does', () => {
  it('returns the sources of the organization, oldest first', async () => {
    for (const name of ['First', 'Second']) await sourceFor(world, webhookBody({ name }))
    const { body } = await list(world.alice)
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
    expect(body.meta.totalRecords).toBe(2)
    expect((await list(world.mallory)).body.data).toEqual([])
  })
})

describe('who may', () => {
  it('is admins and organization-level keys', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.org, world.alice]) expect((await list(caller)).status).toBe(200)
    for (const caller of [world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body).toEqual(resourceError(403, 'admin_required', ''))
    }
  })
})
