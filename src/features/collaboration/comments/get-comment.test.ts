import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor, guardsComments } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/comments/${id}`)

describe('does', () => {
  it('answers the thread, and nothing else', async () => {
    const { uuid } = await commentFor(world, talk, { time: { start: 9.5, end: 9.8 } })
    const answer = await get(world.bob, uuid)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          ...{ uuid, threadUUID: uuid, conversationUUID: talk },
          author: { userUUID: world.bob.userId, name: world.bob.email },
          ...{ private: false, deleted: false, text: 'Well asked.', mentions: [], reactions: [] },
          ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
          ...{ editedAt: null, mayEdit: true, mayDelete: true },
          anchor: {
            ...{ start: 9.5, end: 9.8, quote: null, speaker: null, wordsStatus: null, currentQuote: null },
            ...{ firstSegment: null, firstOffset: null, lastSegment: null, lastOffset: null },
          },
          ...{ resolved: false, resolvedAt: null, resolvedBy: null, replies: [] },
        },
      },
    ])
  })

  it('answers the whole thread for the ID of a reply', async () => {
    const { uuid } = await commentFor(world, talk)
    const reply = await commentFor(world, talk, { threadUUID: uuid }, world.mark)
    const answer = await get(world.bob, reply.uuid)
    expect(answer.body.data).toMatchObject({ uuid, anchor: null, replies: [{ uuid: reply.uuid, threadUUID: uuid }] })
    expect((await get(world.bob, uuid)).body).toEqual(answer.body)
  })

  it('answers a private note with its replies to its author', async () => {
    const note = await commentFor(world, talk, { private: true, text: 'I was too fast.' })
    await commentFor(world, talk, { threadUUID: note.uuid })
    expect((await get(world.bob, note.uuid)).body.data).toMatchObject({
      ...{ private: true, text: 'I was too fast.', replies: [{ private: true }] },
    })
  })

  it('says which reactions are of the caller, and none are of an organization-level key', async () => {
    const { uuid } = await commentFor(world, talk)
    await call(world.app, world.mark, 'PUT', `/comments/${uuid}/reactions/eyes`)
    for (const [caller, mine] of [
      [world.mark, true],
      [world.bob, false],
      [world.org, false],
    ] as const) {
      expect((await get(caller, uuid)).body.data.reactions).toEqual([{ reaction: 'eyes', count: 1, mine }])
    }
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: get, needsUser: false })

  it('is everybody who sees the call', async () => {
    const { uuid } = await commentFor(world, talk)
    for (const caller of [world.alice, world.mark, world.bob, world.org]) {
      expect((await get(caller, uuid)).body.data.uuid).toBe(uuid)
    }
  })
})
