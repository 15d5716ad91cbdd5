import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { resourceError } from '../../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../../testing/scorecards-fixtures.ts'
import { score } from '../../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let opening: string
let secret: string
let support: string
beforeAll(async () => {
  world = await createWorld()
  const participants = [
    { email: 'mark@acme.example', name: 'Mark' },
    ...Array.from({ length: 7 }, (_, n) => ({ email: `p${n}@customer.example`, name: `P ${n}` })),
  ]
  opening = await importFor(world, {
    ...{ conversationStartedAt: '2026-03-01T10:00:00Z', participants, opportunityID: 'crm-1' },
    labels: { Stage: 'Closing', 'Kind: of call': 'Demo, short' },
  })
  secret = await importFor(world, { conversationStartedAt: '2026-03-02T10:00:00Z', private: true })
  support = await importFor(world, {
    ...{ conversationStartedAt: '2026-03-03T10:00:00Z', teamUUID: world.teams.support, userID: world.carol.userId },
    ...{ conversationTitle: 'Printer', labels: { Stage: 'Opening' } },
    transcript: { segments: [{ speaker: 'Carol', text: 'Shall we begin?', start: 0, end: 9 }] },
  })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/conversations/briefs', { query })
const ids = ({ body }: { body: { data: { uuid: string }[] } }) => body.data.map(({ uuid }) => uuid)

describe('does', () => {
  it('tells of each what a row shows, and no transcript', async () => {
    const { status, body } = await list(world.org, {
      'filter[title]': 'opening',
      'filter[label.category]': 'Stage',
      'filter[label.option]': 'Closing',
    })
    expect([status, body.data]).toEqual([
      200,
      [
        {
          uuid: opening,
          ...{ title: 'Opening', startedAt: '2026-03-01T10:00:00.000Z', mediaDuration: 1.5 },
          user: { uuid: world.bob.userId, email: 'bob@acme.example', firstName: '', lastName: '' },
          team: { uuid: world.teams.north, name: 'Sales North' },
          externalOpportunity: { uuid: expect.any(String), title: expect.any(String) },
          ...{ archived: false, private: false, isInternal: false, isEmpty: false },
          ...{ processingStatus: 'pending', transcriptStatus: 'completed' },
          labels: { Stage: 'Closing', 'Kind: of call': 'Demo, short' },
          people: Array.from({ length: 6 }, (_, n) => ({
            ...{ name: `P ${n}`, email: `p${n}@customer.example`, internal: false },
          })),
          ...{ peopleCount: 8, headline: null, talkStrip: null, score: null },
        },
      ],
    ])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 1, pageNumber: 1, pageSize: 25 })
  })

  it('puts people from outside before those from inside', async () => {
    const id = await importFor(world, {
      participants: [{ email: 'mark@acme.example' }, { email: 'ann@customer.example', name: 'Ann' }],
    })
    const { body } = await list(world.org, { size: '1' })
    expect(body.data[0]).toMatchObject({
      ...{ uuid: id, peopleCount: 2 },
      people: [
        { name: 'Ann', email: 'ann@customer.example', internal: false },
        { name: null, email: 'mark@acme.example', internal: true },
      ],
    })
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`)
  })

  it('tells how the summary begins, once there is one', async () => {
    await world.app.drain(world.acme)
    const { body } = await list(world.org, { 'filter[title]': 'printer' })
    expect(body.data[0]).toMatchObject({ processingStatus: 'analyzed', headline: 'Shall we begin?' })
  })

  it('is ordered and paged as the other lists are', async () => {
    expect(ids(await list(world.org))).toEqual([support, secret, opening])
    const { body } = await list(world.org, { page: '2', size: '2' })
    expect([body.data[0].uuid, body.meta]).toEqual([
      opening,
      { pageCount: 2, totalRecords: 3, pageNumber: 2, pageSize: 2 },
    ])
    expect(ids(await list(world.org, { page: '9' }))).toEqual([])
  })

  it.each([
    ['Stage', 'Opening', () => [support]],
    ['Kind: of call', 'Demo, short', () => [opening]],
    ['Stage', 'opening', () => []],
    ['Opening', 'Stage', () => []],
  ])('finds by a label and its option, exactly: %s, %s', async (category, option, found) => {
    const query = { 'filter[label.category]': category, 'filter[label.option]': option }
    expect(ids(await list(world.org, query))).toEqual(found())
    for (const path of ['/conversations', '/conversations/list']) {
      const { body } = await call(world.app, world.org, 'GET', path, { query })
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(found())
      expect(body.meta.totalRecords).toBe(found().length)
    }
  })
})

describe('orders', () => {
  it.each([
    ['newest', () => [support, secret, opening]],
    ['oldest', () => [opening, secret, support]],
    ['longest', () => [support, secret, opening]],
    ['shortest', () => [secret, opening, support]],
  ])('%s, over pages too', async (sort, expected) => {
    expect(ids(await list(world.org, { sort }))).toEqual(expected())
    const pages = [await list(world.org, { sort, size: '2' }), await list(world.org, { sort, size: '2', page: '2' })]
    expect(pages.flatMap(ids)).toEqual(expected())
  })
})

describe('orders by score', () => {
  let own: World
  /** Calls by name, from oldest to newest: `both` has results of two scorecards. */
  let calls: Record<'weak' | 'both' | 'strong' | 'bare', string>
  let scorecard: string
  beforeAll(async () => {
    own = await createWorld()
    const at = (day: number) => importFor(own, { conversationStartedAt: `2026-04-0${day}T10:00:00Z` })
    calls = { weak: await at(1), both: await at(2), strong: await at(3), bare: await at(4) }
    scorecard = await scorecardFor(own)
    const other = await scorecardFor(own, { title: 'Other' })
    const put = async (id: string, conversation: string, points: number) => {
      const { status } = await score(own, own.org, conversation, id, {
        items: [{ uuid: items[id], score: points, description: 'So.' }],
        summaryText: '',
      })
      expect(status).toBe(201)
    }
    const items: Record<string, string> = {
      [scorecard]: await itemFor(own, scorecard),
      [other]: await itemFor(own, other),
    }
    await put(scorecard, calls.weak, 2)
    await put(scorecard, calls.both, 3)
    await put(other, calls.both, 5)
    await put(scorecard, calls.strong, 4)
  })

  const names = (answer: Parameters<typeof ids>[0]) => {
    const byId = new Map(Object.entries(calls).map(([name, id]) => [id, name]))
    return ids(answer).map((id) => byId.get(id))
  }

  it.each([
    ['highest_score', {}, ['both', 'strong', 'weak', 'bare'], [100, 75, 25, null]],
    ['lowest_score', {}, ['weak', 'both', 'strong', 'bare'], [25, 50, 75, null]],
    ['highest_score', 'scorecard', ['strong', 'both', 'weak'], [75, 50, 25]],
    ['highest_score', { 'filter[score.max]': '60' }, ['both', 'weak'], [50, 25]],
    ['lowest_score', { 'filter[score.min]': '60' }, ['strong', 'both'], [75, 100]],
  ] as const)('%s with the filter %o, in pages and by cursor', async (sort, filter, expected, scores) => {
    const query = { sort, ...(filter === 'scorecard' ? { 'filter[scorecard.id]': scorecard } : filter) }
    const answer = await list(own.org, query)
    expect([names(answer), answer.body.meta.totalRecords]).toEqual([expected, expected.length])
    expect(answer.body.data.map(({ score }: { score: number | null }) => score)).toEqual(scores)
    const seen: (string | undefined)[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(own.org, { ...query, size: '1', cursor })
      expect(page.body.meta.totalRecords).toBe(expected.length)
      seen.push(...names(page))
      cursor = page.body.meta.nextCursor
    }
    expect(seen).toEqual(expected)
    const second = await list(own.org, { ...query, size: '1', page: '2' })
    expect(names(second)).toEqual(expected.slice(1, 2))
  })

  it('have no score in other orders, and only calls that the caller can see', async () => {
    const { body } = await list(own.org, { sort: 'oldest' })
    expect(body.data.map(({ score }: { score: number | null }) => score)).toEqual([null, null, null, null])
    expect((await list(own.mallory, { sort: 'highest_score' })).body.data).toEqual([])
    expect(names(await list(own.carol, { sort: 'highest_score' }))).toEqual([])
    expect((await list(own.org, { sort: 'lowest_score', cursor: 'WyJ4IiwyXQ' })).status).toBe(400)
  })
})

describe('filters for reports', () => {
  it('mean a team without the teams below it, or none', async () => {
    expect(ids(await list(world.org, { 'filter[own_team.id]': world.teams.sales }))).toEqual([])
    expect(ids(await list(world.org, { 'filter[own_team.id]': world.teams.support }))).toEqual([support])
    expect(ids(await list(world.org, { 'filter[own_team.id]': 'none' }))).toEqual([])
    const tracker = { 'filter[tracker.id]': '00000000-0000-7000-8000-000000000000' }
    expect(ids(await list(world.org, tracker))).toEqual([])
  })

  it.each(['filter[own_team.id]', 'filter[tracker.id]', 'filter[scorecard.id]', 'filter[scorecard_item.id]', 'sort'])(
    'refuse a wrong %s',
    async (name) => {
      expect((await list(world.org, { [name]: 'x' })).status).toBe(400)
    },
  )
})

describe('refuses', () => {
  it.each([
    [{ size: '101' }, '/query/size'],
    [{ 'filter[label.category]': 'Stage' }, '/query/filter[label.option]'],
    [{ 'filter[label.option]': 'Closing' }, '/query/filter[label.category]'],
    [{ 'filter[team.id]': 'north' }, '/query/filter[team.id]'],
  ])('%o', async (query, pointer) => {
    const answer = await list(world.org, query as Record<string, string>)
    expect([answer.status, answer.body]).toEqual([400, resourceError(400, 'validation_failed', pointer)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await list(undefined)).status).toBe(401)
  })

  it('is everybody, for what they see', async () => {
    expect(ids(await list(world.alice))).toEqual([support, secret, opening])
    expect(ids(await list(world.bob))).toEqual([secret, opening])
    expect(ids(await list(world.mark))).toEqual([opening])
    expect(ids(await list(world.carol))).toEqual([support])
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
