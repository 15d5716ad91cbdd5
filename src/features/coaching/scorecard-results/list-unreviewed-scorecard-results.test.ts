import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { score, twoScales } from '../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let card: { id: string; five: string }
let other: { id: string; five: string }
/** Newest conversation first: carol's, bob's private one, bob's. */
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  ;[card, other] = [await twoScales(world), await twoScales(world)]
  ids = []
  const given = [
    { conversationStartedAt: '2026-01-01' },
    { conversationStartedAt: '2026-01-02', private: true },
    { conversationStartedAt: '2026-01-03', userID: world.carol.userId, teamUUID: world.teams.support },
  ]
  for (const one of given) ids.unshift(await importFor(world, one))
  for (const id of ids) {
    await score(world, world.org, id, card.id, { items: [{ uuid: card.five, score: 3 }] })
    await score(world, world.org, id, other.id, { items: [{ uuid: other.five, score: 3 }] })
  }
  // Results of the first scorecard as the analysis stores them.
  await world.app.store.owner.query(
    "update scorecard_results set source = 'ai', scored_by = null where scorecard_id = $1",
    [card.id],
  )
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/scorecard-results/unreviewed', { query })
const found = async (caller: Caller, query: Record<string, string> = {}) => {
  const { body } = await list(caller, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map((one: { conversation: { uuid: string } }) => one.conversation.uuid)
}

describe('does', () => {
  it('lists automatic results, newest conversation first', async () => {
    expect(await found(world.org)).toEqual(ids)
    const { body } = await list(world.org)
    expect(body.data[0]).toMatchObject({ scorecardId: card.id, source: 'ai', scoredBy: null })
  })

  it('filters by scorecard and owner, and pages', async () => {
    expect(await found(world.org, { scorecard: card.id })).toEqual(ids)
    expect(await found(world.org, { scorecard: other.id })).toEqual([])
    expect(await found(world.org, { owner: world.carol.userId ?? '' })).toEqual([ids[0]])
    const second = await list(world.org, { size: '2', page: '2' })
    expect(second.body).toMatchObject({ data: [{ conversation: { uuid: ids[2] } }], meta: { totalRecords: 3 } })
  })

  it('omits what a person scored, disabled scorecards and archived conversations', async () => {
    const own = await createWorld()
    const { id, five } = await twoScales(own)
    const calls = [await importFor(own), await importFor(own), await importFor(own)]
    for (const one of calls) await score(own, own.org, one, id, { items: [{ uuid: five, score: 3 }] })
    await own.app.store.owner.query("update scorecard_results set source = 'ai' where organization_id = $1", [own.acme])
    const total = async () =>
      (await call(own.app, own.org, 'GET', '/scorecard-results/unreviewed')).body.meta.totalRecords
    expect(await total()).toBe(3)
    await score(own, own.bob, calls[0] ?? '', id, { items: [{ uuid: five, score: 4 }] })
    expect(await total()).toBe(2)
    await own.app.store.owner.query('update conversations set archived = true where id = $1', [calls[1]])
    expect(await total()).toBe(1)
    await call(own.app, own.org, 'PATCH', `/scorecards/${id}`, { body: { enabled: false } })
    expect(await total()).toBe(0)
  })
})

describe('refuses', () => {
  it.each([
    ['/query/scorecard', { scorecard: 'all' }],
    ['/query/owner', { owner: 'me' }],
    ['/query/size', { size: '101' }],
  ])('a wrong %s', async (pointer, query) => {
    const answer = await list(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  it('each sees results of calls that they see, in data and in totals', async () => {
    const [carols, secret, bobs] = ids
    expect(await found(world.alice)).toEqual([carols, secret, bobs])
    expect(await found(world.bob)).toEqual([secret, bobs])
    expect(await found(world.mark)).toEqual([bobs])
    expect(await found(world.carol)).toEqual([carols])
    expect(await found(world.mallory)).toEqual([])
    expect(await found(world.rivalOrg)).toEqual([])
    expect((await list(undefined)).status).toBe(401)
  })
})
