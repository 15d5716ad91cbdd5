import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { reportedFor, SPAN } from '../../../testing/reported-fixtures.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { score } from '../../../testing/scored-fixtures.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const NOW = new Date('2026-03-20T10:00:00.000Z')

let world: World
let made: Awaited<ReturnType<typeof reportedFor>>
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => NOW } }))
  made = await reportedFor(world)
  // A call with both questions: 100 and 40, by weight 55.
  const february = await importFor(world, { conversationStartedAt: '2026-02-10T10:00:00Z' })
  await world.app.drain(world.acme)
  const items = [
    { uuid: made.card.five, score: 5 },
    { uuid: made.card.ten, score: 4 },
  ]
  await score(world, world.alice, february, made.card.id, { items })
})

const get = (caller: Caller | undefined, id = made.card.id, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/scorecards/${id}/report`, { query: { ...SPAN, ...query } })

describe('does', () => {
  it('returns scores over time, by user, and by question and user', async () => {
    const { body } = await get(world.alice)
    expect(body.data).toMatchObject({
      ...{ scorecardId: made.card.id, title: 'Discovery', deleted: false, period: 'month' },
      ...{ results: 5, averageScore: 51, target: null },
      periods: [
        { from: '2026-01-01', results: 1, averageScore: 50 },
        { from: '2026-02-01', results: 1, averageScore: 55 },
        { from: '2026-03-01', results: 3, averageScore: 50 },
      ],
      items: [
        { uuid: made.card.five, title: 'Five', results: 5, averageScore: 60 },
        { uuid: made.card.ten, title: 'Ten', results: 1, averageScore: 40 },
      ],
      reps: [
        {
          ...{ uuid: world.bob.userId, email: 'bob@acme.example', results: 4, averageScore: 51.25 },
          items: expect.arrayContaining([
            { uuid: made.card.five, results: 4, averageScore: 62.5 },
            { uuid: made.card.ten, results: 1, averageScore: 40 },
          ]),
        },
        {
          ...{ uuid: world.carol.userId, results: 1, averageScore: 50 },
          items: [{ uuid: made.card.five, results: 1, averageScore: 50 }],
        },
      ],
    })
    expect(body.meta).toMatchObject({ totalRecords: 2, pageSize: 50 })
  })

  it('judges the change between the last two periods, in all and by user', async () => {
    const { latestChange, reps } = (await get(world.alice)).body.data
    expect(latestChange).toEqual({
      ...{ latest: '2026-03-01', previous: '2026-02-01', latestScore: 50, previousScore: 55 },
      ...{ latestResults: 3, previousResults: 1, verdict: 'insufficient' },
    })
    expect(reps[0].latestChange).toMatchObject({ latestScore: 50, latestResults: 2, previousScore: 55 })
    expect(reps[1].latestChange).toMatchObject({ latestResults: 1, previousScore: null, previousResults: 0 })
  })

  it('tells a change that is more than chance', async () => {
    const own = await createWorld(world.app)
    const id = await scorecardFor(own)
    const item = await call(own.app, own.org, 'POST', `/scorecards/${id}/items`, { body: { title: 'Asked' } })
    for (const [day, points] of [
      [3, [1, 2, 1, 2, 1]],
      [10, [5, 4, 5, 5, 4]],
    ] as const) {
      for (const value of points) {
        const one = await importFor(own, { conversationStartedAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z` })
        await own.app.drain(own.acme)
        await score(own, own.alice, one, id, { items: [{ uuid: item.body.data.id, score: value }] })
      }
    }
    const answer = await call(own.app, own.org, 'GET', `/scorecards/${id}/report`, {
      query: { ...SPAN, period: 'week' },
    })
    expect(answer.body.data.latestChange).toMatchObject({ latestResults: 5, previousResults: 5, verdict: 'probable' })
  })

  it('covers one team or one user', async () => {
    const results = async (query: Record<string, string>) => {
      const { data } = (await get(world.alice, undefined, query)).body
      return [data.results, data.reps.map(({ uuid }: { uuid: string }) => uuid)]
    }
    expect(await results({ teamUUID: world.teams.sales })).toEqual([4, [world.bob.userId]])
    expect(await results({ teamUUID: world.teams.support })).toEqual([1, [world.carol.userId]])
    expect(await results({ ownerUUID: world.carol.userId ?? '' })).toEqual([1, [world.carol.userId]])
  })

  it('pages users, and compares with the target', async () => {
    await targetFor(world, { figure: 'scorecardScore', scorecardUUID: made.card.id, minimum: 90 })
    const { data, meta } = (await get(world.alice, undefined, { size: '1', page: '2' })).body
    expect([data.reps.length, data.reps[0].uuid, meta.totalRecords]).toEqual([1, world.carol.userId, 2])
    expect([data.results, data.items.length]).toEqual([5, 2])
    expect(data.target).toMatchObject({ verdict: 'below', value: 51, minimum: 90 })
  })

  it('has no results in another time, and keeps those of deleted questions and scorecards', async () => {
    const own = await createWorld(world.app)
    const { card } = await reportedFor(own)
    const read = (query: Record<string, string> = SPAN) =>
      call(own.app, own.org, 'GET', `/scorecards/${card.id}/report`, { query })
    expect((await read({ from: '2024-01-01', to: '2024-02-01' })).body.data).toMatchObject({
      ...{ results: 0, averageScore: null, latestChange: null, periods: [], reps: [] },
      items: [{ results: 0, averageScore: null }, { results: 0 }],
    })
    await call(own.app, own.org, 'DELETE', `/scorecards/${card.id}/items/${card.five}`)
    expect((await read()).body.data.items).toMatchObject([{ uuid: card.ten }, { title: 'Five', results: 4 }])
    await call(own.app, own.org, 'DELETE', `/scorecards/${card.id}`)
    expect((await read()).body.data).toMatchObject({ title: 'Discovery', deleted: true, results: 4 })
  })
})

describe('refuses', () => {
  it.each([
    ['from', { from: 'yesterday' }],
    ['from', { from: '2020-01-01', to: '2026-01-01' }],
    ['teamUUID', { teamUUID: NOBODY }],
    ['ownerUUID', { ownerUUID: NOBODY }],
    ['period', { period: 'day' }],
  ])('a wrong %s: %j', async (name, query) => {
    const answer = await get(world.alice, undefined, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everybody, with what they see in every number', async () => {
    const figures = async (caller: Caller) => {
      const { results, averageScore, items, reps } = (await get(caller)).body.data
      return [results, averageScore, items.map((item: { results: number }) => item.results), reps.length]
    }
    expect(await figures(world.bob)).toEqual([4, 51.25, [4, 1], 1])
    // The private call is hidden.
    expect(await figures(world.mark)).toEqual([3, 68.33, [3, 1], 1])
    expect(await figures(world.carol)).toEqual([1, 50, [1, 0], 1])
  })

  it('is nobody for a deleted scorecard whose calls are hidden', async () => {
    const own = await createWorld(world.app)
    const { card, support } = await reportedFor(own)
    await call(own.app, own.org, 'DELETE', `/scorecards/${card.id}`)
    await call(own.app, own.org, 'PUT', `/conversations/${support}/privacy`, { body: { private: true } })
    const read = (caller: Caller) => call(own.app, caller, 'GET', `/scorecards/${card.id}/report`, { query: SPAN })
    expect([(await read(own.carol)).status, (await read(own.mallory)).status]).toEqual([200, 404])
  })

  guardsThings({
    world: () => world,
    noun: 'scorecard',
    make: () => scorecardFor(world),
    send: (who, id) => get(who, id),
  })
})
