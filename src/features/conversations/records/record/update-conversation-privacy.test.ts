import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, resourceError, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/privacy`, { body })
const statusFor = async (caller: Caller, id: string) =>
  (await call(world.app, caller, 'GET', `/conversations/${id}`)).status

describe('does', () => {
  it('hides a conversation from its team, and shows it again', async () => {
    const id = await importFor(world)
    const answer = await put(world.bob, id, { private: true })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await statusFor(world.mark, id)).toBe(404)
    expect(await statusFor(world.bob, id)).toBe(200)
    expect(await statusFor(world.alice, id)).toBe(200)
    await put(world.bob, id, { private: false })
    expect(await statusFor(world.mark, id)).toBe(200)
  })

  it('takes it out of the lists and totals of others', async () => {
    const own = await createWorld(world.app)
    const ids = [await importFor(own), await importFor(own)]
    const total = async () => (await call(own.app, own.mark, 'GET', '/conversations')).body.meta.totalRecords
    expect(await total()).toBe(2)
    await call(own.app, own.bob, 'PUT', `/conversations/${ids[0]}/privacy`, { body: { private: true } })
    expect(await total()).toBe(1)
  })

  it('may be said twice', async () => {
    const id = await importFor(world)
    for (const _ of [1, 2]) expect((await put(world.bob, id, { private: true })).status).toBe(200)
  })
})

describe('refuses', () => {
  it.each([{}, { private: 'true' }, { private: 1 }, { private: null }])('%j, and points at /private', async (body) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/private')])
    expect(await storedOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => put(caller, id, { private: true }),
  )

  it('is its owner, admins and org-level keys', async () => {
    const id = await importFor(world)
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await put(caller, id, { private: true })).status).toBe(200)
    }
  })

  it('is not somebody who merely sees it: 403, since they know that it exists', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.mark, id, { private: true })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect(await storedOf(world, id)).toEqual(before)
  })
})
