import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, NOBODY, refusedField, resourceError, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, teamUUID: unknown = world.teams.north) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/team`, { body: { teamUUID } })
const statusFor = async (caller: Caller, id: string) =>
  (await call(world.app, caller, 'GET', `/conversations/${id}`)).status

describe('does', () => {
  it('shows a conversation to the people of another team, and no longer to those of its own', async () => {
    const id = await importFor(world)
    expect([await statusFor(world.mark, id), await statusFor(world.carol, id)]).toEqual([200, 404])
    const answer = await put(world.alice, id, world.teams.support)
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect([await statusFor(world.mark, id), await statusFor(world.carol, id)]).toEqual([404, 200])
    await put(world.bob, id, null)
    expect([await statusFor(world.bob, id), await statusFor(world.carol, id)]).toEqual([200, 404])
  })

  it('keeps the totals of lists, and asks for analysis', async () => {
    const own = await createWorld(world.app)
    const id = await importFor(own)
    await own.app.drain(own.acme)
    const total = async (caller: Caller) =>
      (await call(own.app, caller, 'GET', '/conversations')).body.meta.totalRecords
    expect([await total(own.mark), await total(own.carol)]).toEqual([1, 0])
    await call(own.app, own.alice, 'PUT', `/conversations/${id}/team`, { body: { teamUUID: own.teams.support } })
    expect([await total(own.mark), await total(own.carol)]).toEqual([0, 1])
    const { body } = await call(own.app, own.alice, 'GET', `/conversations/${id}/analysis`)
    expect(body.data.state).toBe('queued')
  })
})

describe('refuses', () => {
  it('what is no team, and a team that the owner does not see, in the same words', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    for (const [caller, team] of [
      [world.bob, world.teams.support],
      [world.bob, NOBODY],
      [world.alice, NOBODY],
      [world.alice, 'none'],
      [world.alice, undefined],
      [world.alice, ''],
    ] as const) {
      const answer = await call(world.app, caller, 'PUT', `/conversations/${id}/team`, { body: { teamUUID: team } })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUID')])
    }
    expect(await storedOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  guardsConversations(() => world, put)

  it('is its owner, admins and org-level keys, and not who merely sees it', async () => {
    const id = await importFor(world)
    for (const caller of [world.bob, world.alice, world.org]) expect((await put(caller, id)).status).toBe(200)
    const answer = await put(world.mark, id)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
  })
})
