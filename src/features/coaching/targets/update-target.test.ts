import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld(world?.app)
})

const make = async (given: Record<string, unknown> = {}) =>
  (await targetFor(world, { figure: 'talkShare', minimum: 0.4, maximum: 0.5, ...given })).uuid
const update = (caller: Caller | undefined, id: string, body: unknown = { maximum: 0.6 }) =>
  call(world.app, caller, 'PATCH', `/targets/${id}`, { body })

describe('does', () => {
  it('changes a bound, removes one, and leaves the other as it is', async () => {
    const id = await make()
    expect((await update(world.alice, id)).body.data).toMatchObject({ minimum: 0.4, maximum: 0.6 })
    expect((await update(world.alice, id, { minimum: null })).body.data).toMatchObject({ minimum: null, maximum: 0.6 })
    const again = await update(world.alice, id, { minimum: null })
    expect([again.status, again.body.data.maximum]).toEqual([200, 0.6])
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', '', {}],
    ['bounds in reverse order', '/maximum', { maximum: 0.3 }],
    ['no bound at all', '/minimum', { minimum: null, maximum: null }],
    ['another unit', '/maximum', { maximum: 60 }],
  ])('%s', async (_, pointer, body) => {
    const id = await make()
    const answer = await update(world.alice, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    const { data } = (await call(world.app, world.org, 'GET', `/targets/${id}`)).body
    expect([data.minimum, data.maximum]).toEqual([0.4, 0.5])
  })
})

describe('who may', () => {
  it('admins change all targets, managers those of their teams', async () => {
    const [own, organization] = [await make({ teamUUID: world.teams.north }), await make()]
    const other = await make({ teamUUID: world.teams.support })
    expect((await update(world.mark, own)).status).toBe(200)
    for (const [caller, id, code] of [
      [world.mark, organization, 'admin_required'],
      [world.mark, other, 'admin_required'],
      [world.bob, own, 'manager_required'],
    ] as const) {
      const answer = await update(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, code, '')])
    }
  })

  guardsThings({ world: () => world, noun: 'target', make: () => make(), send: (who, id) => update(who, id) })
})
