import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, NOBODY, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, part: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/${part}`, { body })
const attributesOf = async (id: string, caller: Caller = world.org) => {
  const query = { 'filter[include_internal_participants]': 'true' }
  return (await call(world.app, caller, 'GET', `/conversations/${id}`, { query })).body.attributes
}

describe('the owner', () => {
  it('passes a private conversation on, and no longer sees it', async () => {
    const id = await importFor(world, { private: true })
    expect((await put(world.bob, id, 'owner', { userUUID: world.mark.userId })).status).toBe(200)
    expect(await attributesOf(id, world.mark)).toMatchObject({ userUUID: world.mark.userId, private: true })
    expect((await call(world.app, world.bob, 'GET', `/conversations/${id}`)).status).toBe(404)
  })

  it.each([[NOBODY], ['bob'], [null]])('is refused as %j', async (userUUID) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, 'owner', { userUUID })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('of another organization is refused', async () => {
    const id = await importFor(world)
    const answer = await put(world.bob, id, 'owner', { userUUID: world.mallory.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
  })

  describe('who may', () => {
    guardsConversations(
      () => world,
      (caller, id) => put(caller, id, 'owner', { userUUID: world.alice.userId }),
    )
  })
})
