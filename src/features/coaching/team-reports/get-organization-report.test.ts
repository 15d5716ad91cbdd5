import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { reportedFor, SPAN } from '../../../testing/reported-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await reportedFor(world)
})

const get = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/organizations/report', { query: { ...SPAN, ...query } })

describe('does', () => {
  it('tells of all teams, each with its own', async () => {
    const { data } = (await get(world.org)).body
    expect(data).toMatchObject({
      ...{ team: null, totals: { conversations: 4, results: 4, averageScore: 50 } },
      teams: [
        { name: 'Sales North', conversations: 3 },
        { name: 'Support', conversations: 1 },
      ],
      reps: [{ uuid: world.bob.userId }, { uuid: world.carol.userId, conversations: 1 }],
    })
  })

  it('tells people page by page, each once, and everything else each time', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => get(world.org, { page, size: '1' })))
    expect(pages.map(({ body }) => body.data.reps.map(({ uuid }: { uuid: string }) => uuid))).toEqual([
      [world.bob.userId],
      [world.carol.userId],
      [],
    ])
    for (const { body } of pages) expect([body.data.totals.conversations, body.meta.totalRecords]).toEqual([4, 2])
    expect(pages[0]?.body.links.related).toContain('page=2')
  })

  it('tells of the conversations of one person', async () => {
    const { data } = (await get(world.org, { ownerUUID: world.carol.userId ?? '' })).body
    expect(data).toMatchObject({
      ...{ totals: { conversations: 1 }, reps: [{ uuid: world.carol.userId }] },
      ...{ teams: [{ name: 'Support' }], periods: [{ from: '2026-03-01', conversations: 1, longestMonologue: 15 }] },
    })
    expect((await get(world.mark, { ownerUUID: world.carol.userId ?? '' })).body.data.totals.conversations).toBe(0)
  })

  it('tells of a time without a conversation', async () => {
    const { data, meta } = (await get(world.org, { from: '2024-01-01', to: '2024-02-01' })).body
    expect([meta.totalRecords, data]).toMatchObject([
      0,
      {
        totals: { conversations: 0, minutesRecorded: 0, talkShare: null, averageScore: null },
        ...{ periods: [], teams: [], reps: [], scorecards: [], labels: [], trackers: [] },
      },
    ])
  })

  it('counts trackers of the transcripts as they are', async () => {
    const own = await createWorld(world.app)
    const phrases = { name: 'Budget', phrases: ['budget'] }
    expect((await call(own.app, own.org, 'POST', '/trackers', { body: phrases })).status).toBe(201)
    await reportedFor(own)
    const { data } = (await call(own.app, own.org, 'GET', '/organizations/report', { query: SPAN })).body
    expect(data.trackers).toMatchObject([{ name: 'Budget', conversations: 4, hits: 4 }])
  })
})

describe('refuses', () => {
  it('a span that is too long', async () => {
    const answer = await get(world.org, { from: '2019-01-01' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/from')])
  })

  it('somebody who is not there, or elsewhere', async () => {
    for (const ownerUUID of [NOBODY, world.mallory.userId ?? '']) {
      const answer = await get(world.org, { ownerUUID })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/query/ownerUUID')])
    }
  })
})

describe('who may', () => {
  it('is everybody with a key, over what they see', async () => {
    expect((await get(undefined)).status).toBe(401)
    const count = async (caller: Caller) => (await get(caller)).body.data.totals.conversations
    expect(await Promise.all([world.alice, world.bob, world.mark, world.carol, world.mallory].map(count))).toEqual([
      4, 3, 2, 1, 0,
    ])
  })
})
