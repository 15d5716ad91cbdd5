import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/notification-settings')

describe('does', () => {
  it('answers the channel of each kind, by default those of Parley', async () => {
    const answer = await get(world.bob)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          ...{ mention: 'email', reply: 'email', comment: 'daily_digest' },
          ...{
            action: 'in_app',
            scorecard_result: 'in_app',
            coaching: 'email',
            coaching_answer: 'email',
            task: 'email',
          },
          weekly_digest: 'email',
        },
      },
    ])
  })

  it('answers the channels that the caller chose, and those of nobody else', async () => {
    const { data } = (await get(world.mark)).body
    await call(world.app, world.alice, 'PATCH', '/notification-settings', { body: { action: 'email' } })
    expect((await get(world.alice)).body.data).toEqual({ ...data, action: 'email' })
    expect((await get(world.mark)).body.data).toEqual(data)
  })
})

describe('who may', () => {
  it('is every user, with a key', async () => {
    const stranger = await get(undefined)
    expect([stranger.status, stranger.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    const org = await get(world.org)
    expect([org.status, org.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })
})
