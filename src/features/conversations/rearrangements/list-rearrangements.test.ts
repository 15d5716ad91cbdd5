import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { rearrangementsOf } from '../../../testing/rearrangements-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const { early, late, post, historyOf } = rearrangementsOf(() => world)

describe('who may', () => {
  it('only the owner of both and admins, and nobody sees a merge with a hidden call', async () => {
    const [a, b] = [await early(), await late({ userID: world.alice.userId })]
    const answer = await post(`${a}/merge`, { conversationUUID: b })
    expect([answer.status, answer.body.code]).toEqual([404, 'conversation_not_found'])
    const shared = await late()
    expect((await post(`${a}/merge`, { conversationUUID: shared }, world.mark)).body.code).toBe('owner_required')
    expect((await post(`${a}/merge`, { conversationUUID: shared }, world.alice)).status).toBe(200)
    await call(world.app, world.alice, 'PUT', `/conversations/${shared}/owner`, {
      body: { userUUID: world.alice.userId },
    })
    await call(world.app, world.alice, 'PUT', `/conversations/${shared}/privacy`, { body: { private: true } })
    expect(await historyOf(a)).toEqual([])
    expect(await historyOf(a, world.alice)).toHaveLength(1)
  })
})
