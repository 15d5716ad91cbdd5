import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { reportedFor, SPAN } from '../../../testing/reported-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const NOW = new Date('2026-03-20T10:00:00.000Z')

let world: World
let made: Awaited<ReturnType<typeof reportedFor>>
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => NOW } }))
  made = await reportedFor(world)
})

const get = (caller: Caller | undefined, id = world.teams.sales, query: Record<string, string> = SPAN) =>
  call(world.app, caller, 'GET', `/teams/${id}/report`, { query })

describe('does', () => {
  it('tells of the team and of those below it, as a whole, over time, and by person', async () => {
    const { body } = await get(world.alice)
    expect(body.data).toMatchObject({
      ...{ team: { uuid: world.teams.sales, name: 'Sales' }, period: 'month', from: '2026-01-01T00:00:00.000Z' },
      totals: {
        ...{ conversations: 3, minutesRecorded: 3, talkShare: 0.5, questionsAsked: 1, longestMonologue: 15 },
        ...{ results: 3, averageScore: 50 },
      },
      periods: [
        { from: '2026-01-01', conversations: 1, averageScore: 50, talkShare: 0.5 },
        { from: '2026-03-01', conversations: 2, averageScore: 50 },
      ],
      teams: [{ uuid: world.teams.north, name: 'Sales North', conversations: 3 }],
      reps: [{ uuid: world.bob.userId, email: 'bob@acme.example', conversations: 3, averageScore: 50 }],
      scorecards: [
        {
          ...{ scorecardId: made.card.id, title: 'Discovery', results: 3, averageScore: 50 },
          periods: [
            { from: '2026-01-01', results: 1, averageScore: 50 },
            { from: '2026-03-01', results: 2, averageScore: 50 },
          ],
        },
      ],
      labels: [
        { category: 'Stage', option: 'Lost', conversations: 1 },
        { category: 'Stage', option: 'Open', conversations: 1 },
        { category: 'Stage', option: 'Won', conversations: 1 },
      ],
    })
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 1, pageNumber: 1, pageSize: 50 })
  })

  it('goes by weeks, which begin on Mondays', async () => {
    const { data } = (await get(world.alice, undefined, { ...SPAN, period: 'week' })).body
    expect(data.periods.map(({ from }: { from: string }) => from)).toEqual(['2026-01-12', '2026-03-02'])
    expect(data.scorecards[0].periods).toHaveLength(2)
  })

  it('takes the last ninety days, and both ends in', async () => {
    const { data } = (await get(world.alice, undefined, {})).body
    expect([data.from, data.to, data.totals.conversations]).toEqual([
      '2025-12-20T10:00:00.000Z',
      '2026-03-20T10:00:00.000Z',
      3,
    ])
    const count = async (from: string, to: string) =>
      (await get(world.alice, undefined, { from, to })).body.data.totals.conversations
    expect(await count('2026-01-14T10:00:00Z', '2026-01-14T10:00:00Z')).toBe(1)
    expect(await count('2026-01-14T10:00:01Z', '2026-01-15')).toBe(0)
  })

  it('tells actions made of its conversations by where they stand', async () => {
    const act = (conversation: string, given: object = {}) =>
      call(world.app, world.org, 'POST', '/actions', {
        body: {
          ...{ owner_user_uuid: world.bob.userId, entity_type: 'conversation', entity_id: conversation },
          ...{ action_type: 'follow_up', title: 'Call Ann', signal_type: 'promise', ...given },
        },
      })
    expect((await act(made.march)).status).toBe(201)
    await act(made.march, { expires_at: '2026-03-21T00:00:00Z' })
    await act(made.secret)
    await act(made.support)
    const counts = async (caller: Caller) => (await get(caller)).body.data.actions
    expect(await counts(world.alice)).toMatchObject({ pending: 3, expired: 0 })
    expect(await counts(world.mark)).toMatchObject({ pending: 2 })
    // Bob owns all three, and carol and mark none.
    expect(await counts(world.bob)).toMatchObject({ pending: 3 })
    expect(await counts(world.carol)).toEqual({ pending: 0, drafted: 0, sent: 0, dismissed: 0, expired: 0 })
  })
})

describe('the latest change', () => {
  it('compares the last two months, of which one has no call', async () => {
    const { latestChange } = (await get(world.alice)).body.data
    expect([latestChange.latest, latestChange.previous]).toEqual(['2026-03-01', '2026-02-01'])
    expect(latestChange.figures).toMatchObject([
      // March isn't over.
      { figure: 'conversations', latest: 2, previous: 0, verdict: 'incomplete' },
      { figure: 'talkShare', latest: 0.5, previous: null, latestConversations: 2, verdict: 'insufficient' },
      { figure: 'questionsAsked', latest: 1, previousConversations: 0, verdict: 'insufficient' },
      { figure: 'longestMonologue', latest: 15, verdict: 'insufficient' },
      { figure: 'averageScore', latest: 50, latestConversations: 2, verdict: 'insufficient' },
    ])
  })

  it('is null without calls, and covers what the caller can access', async () => {
    expect((await get(world.carol)).body.data.latestChange).toBeNull()
    const { latestChange } = (await get(world.mark)).body.data
    expect(latestChange.figures[0]).toMatchObject({ latest: 1, previous: 0 })
  })
})

describe('refuses', () => {
  it.each([
    ['from', { from: 'yesterday' }],
    ['from', { from: '2026-02-02', to: '2026-02-01' }],
    ['from', { from: '2020-01-01', to: '2026-01-01' }],
    ['from', { from: '2025-01-01', to: '2026-03-01', period: 'week' }],
    ['period', { period: 'day' }],
    ['size', { size: '201' }],
  ])('a wrong %s: %j', async (name, query) => {
    const answer = await get(world.alice, undefined, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it('a team that there is not', async () => {
    expect((await get(world.org, NOBODY)).status).toBe(404)
  })
})

describe('who may', () => {
  it('is everybody, with what they see in every number', async () => {
    const told = async (caller: Caller) => {
      const { totals, labels, scorecards, reps } = (await get(caller)).body.data
      const options = labels.map(({ option }: { option: string }) => option)
      return [totals.conversations, totals.averageScore, options, scorecards.length, reps.length]
    }
    expect(await told(world.bob)).toEqual([3, 50, ['Lost', 'Open', 'Won'], 1, 1])
    expect(await told(world.mark)).toEqual([2, 75, ['Open', 'Won'], 1, 1])
    expect(await told(world.carol)).toEqual([0, null, [], 0, 0])
  })

  guardsThings({
    world: () => world,
    noun: 'team',
    make: async () => world.teams.north,
    send: (who, id) => get(who, id),
  })
})
