import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const restore = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/conversations/${id}/restore`)
const archived = async () => {
  const id = await importFor(world)
  await call(world.app, world.bob, 'DELETE', `/conversations/${id}`)
  return id
}
const isListed = async (id: string) =>
  (await call(world.app, world.bob, 'GET', '/conversations', { query: { size: '500' } })).body.data.some(
    (one: { id: string }) => one.id === id,
  )

describe('does', () => {
  it('bring an archived conversation back into lists, and changes nothing of one that is there', async () => {
    const id = await archived()
    expect(await isListed(id)).toBe(false)
    for (const _ of [1, 2]) {
      const answer = await restore(world.bob, id)
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
      expect(await isListed(id)).toBe(true)
    }
  })
})

describe('refuses', () => {
  it('what was erased', async () => {
    const id = await archived()
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect((await restore(world.alice, id)).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConversations(() => world, restore)

  it('is its owner, admins and org-level keys, and not who merely sees it', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await restore(caller, await archived())).status).toBe(200)
    }
    const id = await archived()
    const before = await storedOf(world, id)
    const answer = await restore(world.mark, id)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect(await storedOf(world, id)).toEqual(before)
  })
})
