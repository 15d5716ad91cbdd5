import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { score, twoScales } from '../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let card: { id: string; five: string }
/** Newest conversation first: carol's, bob's private one, bob's. */
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  card = await twoScales(world)
  ids = []
  const given = [
    { conversationStartedAt: '2026-01-01' },
    { conversationStartedAt: '2026-01-02', private: true },
    { conversationStartedAt: '2026-01-03', userID: world.carol.userId, teamUUID: world.teams.support },
  ]
  for (const one of given) ids.unshift(await importFor(world, one))
  const other = await twoScales(world)
  for (const id of ids) {
    await score(world, world.org, id, card.id, { items: [{ uuid: card.five, score: 3 }] })
    await score(world, world.org, id, other.id, { items: [{ uuid: other.five, score: 3 }] })
  }
})

const list = (caller: Caller | undefined, id = card.id, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/scorecards/${id}/results`, { query })
const told = async (caller: Caller) => {
  const { body } = await list(caller)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map((one: { conversation: { uuid: string } }) => one.conversation.uuid)
}

describe('does', () => {
  it('lists results of that scorecard, newest conversation first', async () => {
    expect(await told(world.org)).toEqual(ids)
    expect((await list(world.org)).body.data[0]).toMatchObject({
      scorecardId: card.id,
      conversation: { title: 'Opening' },
      summary: { averageScore: 50 },
    })
  })

  it('tells each caller those on conversations that they see, in data and in totals', async () => {
    const [carols, secret, bobs] = ids
    expect(await told(world.alice)).toEqual([carols, secret, bobs])
    expect(await told(world.bob)).toEqual([secret, bobs])
    expect(await told(world.mark)).toEqual([bobs])
    expect(await told(world.carol)).toEqual([carols])
  })

  it('pages', async () => {
    const second = await list(world.org, card.id, { size: '2', page: '2' })
    expect(second.body).toMatchObject({
      data: [{ conversation: { uuid: ids[2] } }],
      meta: { pageCount: 2, totalRecords: 3, pageNumber: 2, pageSize: 2 },
    })
    expect((await list(world.org, card.id, { size: '2', page: '5' })).body).toMatchObject({
      data: [],
      meta: { totalRecords: 3 },
    })
  })

  it('leaves out archived conversations', async () => {
    const id = await importFor(world)
    const own = await twoScales(world)
    await score(world, world.org, id, own.id, { items: [{ uuid: own.five, score: 3 }] })
    expect((await list(world.org, own.id)).body.meta.totalRecords).toBe(1)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`)
    expect((await list(world.org, own.id)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })

  it('forgets what was scored on a conversation that is erased', async () => {
    const id = await importFor(world)
    const own = await twoScales(world)
    await score(world, world.org, id, own.id, { items: [{ uuid: own.five, score: 3 }] })
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    const left = await world.app.store.owner.query('select id from scorecard_results where conversation_id = $1', [id])
    expect(left).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '101'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, card.id, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'scorecard', make: () => scorecardFor(world), send: list })
})
