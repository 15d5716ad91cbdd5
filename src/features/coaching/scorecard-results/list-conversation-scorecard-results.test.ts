import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField } from '../../../testing/refusals.ts'
import { score, twoScales } from '../../../testing/scored-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/scorecard-results`, { query })

describe('does', () => {
  it('lists results in the order of first scoring, and pages', async () => {
    const id = await importFor(world)
    const cards = [await twoScales(world), await twoScales(world), await twoScales(world)]
    const put = ({ id: scorecard, five }: { id: string; five: string }) =>
      score(world, world.bob, id, scorecard, { items: [{ uuid: five, score: 3 }] })
    const stored = []
    for (const card of cards) stored.push((await put(card)).body.data.uuid)
    const [first] = cards
    if (first !== undefined) await put(first)
    const told = async (query: Record<string, string> = {}) =>
      (await list(world.mark, id, query)).body.data.map(({ uuid }: { uuid: string }) => uuid)
    expect(await told()).toEqual(stored)
    expect([await told({ size: '2' }), await told({ size: '2', page: '2' })]).toEqual([
      stored.slice(0, 2),
      stored.slice(2),
    ])
    expect((await list(world.mark, id)).body.meta).toEqual({
      pageCount: 1,
      totalRecords: 3,
      pageNumber: 1,
      pageSize: 25,
    })
  })

  it('tells a conversation that nobody scored as an empty list', async () => {
    expect((await list(world.bob, await importFor(world))).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '101'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, await importFor(world), { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
