import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { askingFor, ITEMS, soldFor } from '../../../testing/field-values-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await askingFor(world, { seats: ITEMS.seats, budget: ITEMS.budget, plan: ITEMS.plan })
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/field-values`, { query })

describe('does', () => {
  it('tell each value with its state, where it stands, and what it has been', async () => {
    const id = await soldFor(world)
    const { body } = await list(world.bob, id)
    expect(body.meta).toEqual({ totalRecords: 3, pageNumber: 1, pageSize: 50, pageCount: 1 })
    expect(body.data[0]).toEqual({
      ...{ id: expect.any(String), key: 'seats', title: 'Seats', value: 60, category: 'CustomInsight', source: 'rule' },
      confidence: expect.any(Number),
      evidence: [{ quote: 'We need 60 seats.', speaker: 'Ann', start: 30, end: 38, segment: 3 }],
      ...{ itemUUID: expect.any(String), itemVersion: 1, responseType: 'number', state: 'proposed' },
      ...{ transcriptVersion: 1, model: null, foundAt: expect.any(String), decidedAt: null, decidedBy: null },
      updatedAt: expect.stringMatching(/Z$/),
      history: [{ state: 'proposed', value: 60, source: 'rule', at: expect.any(String), by: null }],
    })
  })

  it('tell them page by page, the rejected ones too', async () => {
    const id = await soldFor(world)
    const first = await list(world.bob, id, { size: '2' })
    await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/reject`, {
      body: { ids: [first.body.data[0].id] },
    })
    const second = await list(world.bob, id, { size: '2', page: '2' })
    expect([first.body.data.length, second.body.data.length, second.body.meta.totalRecords]).toEqual([2, 1, 3])
    expect((await list(world.bob, id)).body.data[0]).toMatchObject({ state: 'rejected' })
    expect((await list(world.bob, await importFor(world))).body.data).toEqual([])
  })

  it('filters by the time of finding and deciding', async () => {
    const id = await soldFor(world)
    await makeUnchanged(world, 'field_values', 'found_at')
    const [, decided] = (await list(world.bob, id)).body.data.map((one: { id: string }) => one.id)
    await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/reject`, { body: { ids: [decided] } })
    expect(await listChanged(world, world.bob, `/conversations/${id}/field-values`)).toEqual([decided])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
    ['size', 'x'],
  ])('a %s of %s', async (name, value) => {
    const answer = await list(world.bob, await importFor(world), { [name]: value })
    expect([answer.status, answer.body.source.pointer]).toEqual([400, `/query/${name}`])
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
