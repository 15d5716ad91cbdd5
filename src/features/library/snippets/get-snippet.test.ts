import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { recordedFor } from '../../../testing/recordings-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/snippets/${id}`)

describe('does', () => {
  it('tells the snippet', async () => {
    const { id, url, share_code } = await snippetFor(world, { title: 'Price', notes: 'Ask.' })
    const answer = await get(world.bob, id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: expect.objectContaining({
        id,
        url,
        share_code,
        title: 'Price',
        notes: 'Ask.',
        user_uuid: world.bob.userId,
      }),
    })
  })

  it('tells who created it, and what the conversation has to play and draw', async () => {
    const segments = [
      { speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 26 },
      { speaker: 'Carla', text: 'Yes, please.', start: 26, end: 52 },
    ]
    const participants = [
      { name: 'Bob', email: world.bob.email },
      { name: 'Carla', email: 'carla@harbor.example' },
    ]
    const conversation_id = await talkFor(world, { transcript: { segments }, participants })
    await world.app.drain(world.acme)
    const { id } = await snippetFor(world, { conversation_id })
    const answer = await get(world.bob, id)
    expect(answer.body.data).toMatchObject({
      ...{ creator_name: world.bob.email, has_recording: false, conversation_duration: expect.any(Number) },
    })
    // Bob speaks in the first half of the call, the customer in the second.
    expect(answer.body.data.talk_strip).toEqual({
      internal: [...Array(13).fill(100), ...Array(13).fill(0)],
      external: [...Array(13).fill(0), ...Array(13).fill(100)],
    })
    const recorded = await snippetFor(world, {
      ...{ conversation_id: await recordedFor(world), video: { start_time: 0, end_time: 1 } },
    })
    expect((await get(world.bob, recorded.id)).body.data.has_recording).toBe(true)
  })

  it('tells that it lies in the library only to who can find it there', async () => {
    const { id } = await snippetFor(world)
    await itemFor(world, { snippetUUID: id, myLibrary: true, userUUID: world.bob.userId })
    const seen = async (caller: Caller) => (await get(caller, id)).body.data.in_library
    expect([await seen(world.bob), await seen(world.alice), await seen(world.mark)]).toEqual([true, true, false])
    await itemFor(world, { snippetUUID: id })
    expect(await seen(world.mark)).toBe(true)
  })
})

describe('refuses', () => {
  guardsThings(
    'snippet',
    () => world,
    async () => (await snippetFor(world)).id,
    get,
  )
})

describe('who may', () => {
  it('is whoever sees the conversation', async () => {
    const { id } = await snippetFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob])
      expect((await get(caller, id)).status).toBe(200)
    const answer = await get(world.carol, id)
    expect([answer.status, answer.body]).toEqual([404, notFound('snippet')])
  })

  it('is no longer its creator when the conversation is hidden from them', async () => {
    const conversation_id = await talkFor(world)
    const { id } = await snippetFor(world, { user_uuid: world.mark.userId, conversation_id })
    expect((await get(world.mark, id)).status).toBe(200)
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect((await get(world.mark, id)).body).toEqual(notFound('snippet'))
    expect((await get(world.bob, id)).status).toBe(200)
  })
})
