import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, guardsComments, storedComments } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { reactions } from './schema.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const put = (caller: Caller | undefined, id: string, reaction = 'heart') =>
  call(world.app, caller, 'PUT', `/comments/${id}/reactions/${reaction}`)
const reactionsTo = async (id: string, caller = world.bob) =>
  (await call(world.app, caller, 'GET', `/comments/${id}`)).body.data.reactions

describe('does', () => {
  it('adds one reaction of each kind for each user, the first kind first', async () => {
    const { uuid } = await commentFor(world, talk)
    for (const caller of [world.bob, world.bob, world.mark]) await put(caller, uuid)
    const answer = await put(world.mark, uuid, 'eyes')
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        uuid,
        reactions: [
          { reaction: 'heart', count: 2, mine: true },
          { reaction: 'eyes', count: 1, mine: true },
        ],
      },
    ])
    expect(await reactionsTo(uuid)).toEqual([
      { reaction: 'heart', count: 2, mine: true },
      { reaction: 'eyes', count: 1, mine: false },
    ])
  })

  it('adds each of the documented reactions', async () => {
    const { uuid } = await commentFor(world, talk)
    for (const one of reactions) expect((await put(world.bob, uuid, one)).status).toBe(200)
    const found = (await reactionsTo(uuid)).map(({ reaction }: { reaction: string }) => reaction)
    expect(found.toSorted()).toEqual([...reactions].toSorted())
  })

  it('reacts to a reply, and leaves the rest of the thread alone', async () => {
    const { uuid } = await commentFor(world, talk)
    const reply = await commentFor(world, talk, { threadUUID: uuid })
    expect((await put(world.mark, reply.uuid)).body.data.uuid).toBe(reply.uuid)
    const { data } = (await call(world.app, world.bob, 'GET', `/comments/${uuid}`)).body
    expect([data.reactions, data.replies]).toMatchObject([[], [{ reactions: [{ reaction: 'heart', count: 1 }] }]])
  })
})

describe('refuses', () => {
  it('unknown reactions, whether or not the comment exists', async () => {
    const { uuid } = await commentFor(world, talk)
    const before = await storedComments(world)
    for (const reaction of ['poop', 'HEART', '%20', NOBODY]) {
      for (const [caller, id] of [
        [world.bob, uuid],
        [world.bob, NOBODY],
        [world.mallory, uuid],
      ] as const) {
        const answer = await put(caller, id, reaction)
        expect([answer.status, answer.body]).toEqual([404, notFound('reaction', '/path/reaction')])
        expect(answer.body.detail).toMatch(/ Use one of: .*thumbs_up.*\.$/)
      }
    }
    expect(await storedComments(world)).toEqual(before)
  })

  it('a comment whose text was deleted', async () => {
    const { uuid } = await commentFor(world, talk)
    await commentFor(world, talk, { threadUUID: uuid })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    const answer = await put(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([404, notFound('comment')])
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: (caller, id) => put(caller, id), needsUser: true })

  it('is every user who sees the call', async () => {
    const { uuid } = await commentFor(world, talk)
    for (const caller of [world.alice, world.mark, world.bob]) expect((await put(caller, uuid)).status).toBe(200)
    expect(await reactionsTo(uuid)).toMatchObject([{ reaction: 'heart', count: 3 }])
  })
})
