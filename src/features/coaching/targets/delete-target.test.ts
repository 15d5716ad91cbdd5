import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld(world?.app)
})

const make = async (given: Record<string, unknown> = {}) =>
  (await targetFor(world, { figure: 'talkShare', minimum: 0.4, ...given })).uuid
const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/targets/${id}`)

describe('does', () => {
  it('deletes a target, so that the figure can have another one', async () => {
    const id = await make()
    expect((await remove(world.alice, id)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/targets/${id}`)).status).toBe(404)
    await make()
  })
})

describe('refuses', () => {
  it('to delete one twice, also at the same moment', async () => {
    const id = await make()
    const answers = await Promise.all([remove(world.alice, id), remove(world.org, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})

describe('who may', () => {
  it('admins, and managers of the team', async () => {
    const [own, organization] = [await make({ teamUUID: world.teams.north }), await make()]
    const refused = await remove(world.bob, own)
    expect([refused.status, refused.body]).toEqual([403, resourceError(403, 'manager_required', '')])
    expect((await remove(world.mark, own)).status).toBe(204)
    const other = await remove(world.mark, organization)
    expect([other.status, other.body]).toEqual([403, resourceError(403, 'admin_required', '')])
  })

  guardsThings({ world: () => world, noun: 'target', make: () => make(), send: remove })
})
