import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let everywhere: string
let north: string
let open: string
let secret: string
let support: string
beforeAll(async () => {
  world = await createWorld()
  everywhere = (await trackerFor(world, ['scanner'])).uuid
  north = (await trackerFor(world, ['warranty'], { teamsUUID: [world.teams.sales], speakers: 'internal' })).uuid
  open = await talkFor(world, { conversationStartedAt: '2026-04-16T13:00:00Z' })
  secret = await talkFor(world, { conversationStartedAt: '2026-04-17T13:00:00Z', private: true })
  support = await talkFor(world, {
    ...{ conversationStartedAt: '2026-04-18T13:00:00Z', teamUUID: world.teams.support, userID: world.carol.userId },
  })
  await world.app.drain(world.acme)
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/trackers/${id}/hits`, { query })
const told = async (caller: Caller, id: string) => {
  const { body } = await list(caller, id)
  return [body.data.map((one: { conversationUUID: string }) => one.conversationUUID), body.meta.totalRecords]
}

describe('does', () => {
  it('lists conversations newest first, with the words that were said', async () => {
    const { status, body } = await list(world.org, everywhere)
    expect([status, body.data.map((one: { conversationUUID: string }) => one.conversationUUID)]).toEqual([
      200,
      [support, secret, open],
    ])
    expect(body.data[2]).toEqual({
      ...{
        conversationUUID: open,
        title: 'Opening',
        startedAt: '2026-04-16T13:00:00.000Z',
        trackerVersion: 1,
        count: 7,
      },
      hits: expect.any(Array),
    })
    expect(body.data[2].hits).toHaveLength(7)
    expect(body.data[2].hits[0]).toEqual({
      ...{ segment: 0, from: 75, to: 83, phrase: 'scanner', speaker: 'Bob', start: 0, end: 8 },
      quote:
        'Welcome to the call, today we want to discuss the pricing of the warehouse scanners and the training plan.',
    })
  })

  it('looks through the teams below those that are named, and through one side alone', async () => {
    const { body } = await list(world.org, north)
    expect(body.data.map((one: { conversationUUID: string }) => one.conversationUUID)).toEqual([secret, open])
    expect(new Set(body.data[1].hits.map(({ speaker }: { speaker: string }) => speaker))).toEqual(new Set(['Bob']))
  })

  it('pages', async () => {
    const { body } = await list(world.org, everywhere, { page: '2', size: '2' })
    expect(body).toMatchObject({ data: [{ conversationUUID: open }], meta: { totalRecords: 3, pageCount: 2 } })
  })

  it('shows neither archived conversations nor hits of a transcript that is another by now', async () => {
    const { uuid } = await trackerFor(world, ['night shift'])
    const [archived, corrected] = [await talkFor(world), await talkFor(world)]
    await world.app.drain(world.acme)
    expect((await told(world.org, uuid))[1]).toBe(2)
    await call(world.app, world.org, 'DELETE', `/conversations/${archived}`)
    await call(world.app, world.org, 'PUT', `/conversations/${corrected}/transcript`, {
      body: { transcript: 'Bob: Nothing of the kind was said.' },
    })
    expect(await told(world.org, uuid)).toEqual([[], 0])
  })

  it('finds by a changed tracker when a conversation is analyzed again', async () => {
    const tracker = await trackerFor(world, ['giraffe'])
    const id = await talkFor(world)
    await world.app.drain(world.acme)
    expect((await told(world.org, tracker.uuid))[1]).toBe(0)
    await call(world.app, world.org, 'PATCH', `/trackers/${tracker.uuid}`, { body: { phrases: ['shift leader'] } })
    expect((await told(world.org, tracker.uuid))[1]).toBe(0)
    await call(world.app, world.org, 'POST', `/conversations/${id}/reanalyze`, { body: {} })
    await world.app.drain(world.acme)
    const { body } = await list(world.org, tracker.uuid)
    expect(body.data).toMatchObject([{ conversationUUID: id, trackerVersion: 2, count: 2 }])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '51'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, everywhere, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everybody, of the conversations that they see: no title, quote or count of another', async () => {
    const { uuid } = await trackerFor(world, ['scanner'])
    const [shown, hidden] = [await talkFor(world), await talkFor(world, { private: true })]
    await world.app.drain(world.acme)
    expect(await told(world.alice, uuid)).toEqual([expect.arrayContaining([shown, hidden]), 2])
    expect(await told(world.bob, uuid)).toEqual([expect.arrayContaining([shown, hidden]), 2])
    expect(await told(world.mark, uuid)).toEqual([[shown], 1])
    expect(await told(world.carol, uuid)).toEqual([[], 0])
  })

  guardsThings({ world: () => world, noun: 'tracker', make: async () => everywhere, send: list })
})
