import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { coachingFor } from '../../../testing/coaching-fixtures.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/coaching-assignments/${id}`)

describe('does', () => {
  it('returns what the caller can do', async () => {
    const { uuid } = await coachingFor(world, talk)
    const rights = async (caller: Caller) => {
      const { data } = (await get(caller, uuid)).body
      return [data.mayAnswer, data.mayEdit]
    }
    expect(await rights(world.bob)).toEqual([true, false])
    expect(await rights(world.mark)).toEqual([false, true])
    expect(await rights(world.alice)).toEqual([false, true])
    expect(await rights(world.org)).toEqual([false, true])
  })
})

describe('who may', () => {
  it('no colleague who only sees the call', async () => {
    const { uuid } = await coachingFor(world, talk, { assigneeUUID: world.alice.userId })
    const answer = await get(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([404, notFound('coaching assignment')])
  })

  it('nobody to whom the call is hidden', async () => {
    const hidden = await talkFor(world, { teamUUID: world.teams.north })
    const { uuid } = await coachingFor(world, hidden, { assigneeUUID: world.mark.userId }, world.bob)
    expect((await get(world.mark, uuid)).status).toBe(200)
    await hideTalk(world, hidden)
    expect((await get(world.mark, uuid)).body).toEqual(notFound('coaching assignment'))
    expect((await get(world.bob, uuid)).status).toBe(200)
  })

  guardsThings({
    ...{ world: () => world, noun: 'coaching assignment', send: get },
    make: async () => (await coachingFor(world, talk)).uuid,
  })
})
