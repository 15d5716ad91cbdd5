import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, guardsComments, storedComments } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const put = (caller: Caller, id: string, reaction = 'heart') =>
  call(world.app, caller, 'PUT', `/comments/${id}/reactions/${reaction}`)
const remove = (caller: Caller | undefined, id: string, reaction = 'heart') =>
  call(world.app, caller, 'DELETE', `/comments/${id}/reactions/${reaction}`)
const reactionsTo = async (id: string) =>
  (await call(world.app, world.bob, 'GET', `/comments/${id}`)).body.data.reactions

describe('does', () => {
  it('removes the reaction of the caller, and no other', async () => {
    const { uuid } = await commentFor(world, talk)
    const other = await commentFor(world, talk)
    await put(world.bob, uuid)
    await put(world.mark, uuid)
    await put(world.bob, uuid, 'eyes')
    await put(world.bob, other.uuid)
    const answer = await remove(world.bob, uuid)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await reactionsTo(uuid)).toEqual([
      { reaction: 'heart', count: 1, mine: false },
      { reaction: 'eyes', count: 1, mine: true },
    ])
    expect(await reactionsTo(other.uuid)).toMatchObject([{ reaction: 'heart', count: 1 }])
  })

  it('changes nothing when it is repeated', async () => {
    const { uuid } = await commentFor(world, talk)
    await put(world.mark, uuid)
    for (let n = 0; n < 2; n++) expect((await remove(world.bob, uuid)).status).toBe(204)
    expect(await reactionsTo(uuid)).toEqual([{ reaction: 'heart', count: 1, mine: false }])
  })
})

describe('refuses', () => {
  it('unknown reactions, whether or not the comment exists', async () => {
    const { uuid } = await commentFor(world, talk)
    await put(world.bob, uuid)
    const before = await storedComments(world)
    for (const [caller, id] of [
      [world.bob, uuid],
      [world.bob, NOBODY],
      [world.mallory, uuid],
    ] as const) {
      const answer = await remove(caller, id, 'poop')
      expect([answer.status, answer.body]).toEqual([404, notFound('reaction', '/path/reaction')])
    }
    expect(await storedComments(world)).toEqual(before)
  })

  it('a comment whose text was deleted', async () => {
    const { uuid } = await commentFor(world, talk)
    await commentFor(world, talk, { threadUUID: uuid })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    const answer = await remove(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([404, notFound('comment')])
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: (caller, id) => remove(caller, id), needsUser: true })
})
