import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/scorecards/${id}/items`, { query })

describe('does', () => {
  it('lists items in their order, and pages', async () => {
    const id = await scorecardFor(world)
    await itemFor(world, await scorecardFor(world), { title: 'Of another one' })
    const made = []
    for (const title of ['Third', 'First', 'Second']) made.push(await itemFor(world, id, { title, position: 1 }))
    const answer = await list(world.bob, id)
    expect(answer.status).toBe(200)
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(made.toReversed())
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
    const second = await list(world.bob, id, { size: '2', page: '2' })
    expect(second.body).toMatchObject({ data: [{ id: made[0], position: 3 }], meta: { pageCount: 2, totalRecords: 3 } })
  })

  it('tells a scorecard without items as an empty list', async () => {
    expect((await list(world.org, await scorecardFor(world))).body).toMatchObject({
      data: [],
      meta: { totalRecords: 0 },
    })
  })

  it('finds those that changed since a time, which includes their positions', async () => {
    const timed = await createTimedWorld()
    const scorecard = await scorecardFor(timed.world)
    const path = `/scorecards/${scorecard}/items`
    const items: string[] = []
    for (const title of 'ABCD') items.push(await itemFor(timed.world, scorecard, { title }))
    const [a, b, c, d] = items
    const change = (id: string | undefined, body: unknown) => (own: World) =>
      call(own.app, own.org, 'PATCH', `${path}/${id}`, { body })
    expect(await findChanged(timed, path, change(b, { weight: 2 }))).toEqual([b])
    expect(await findChanged(timed, path, change(c, { position: 2 }))).toEqual([c, b])
    expect(await findChanged(timed, path, (own) => call(own.app, own.org, 'DELETE', `${path}/${b}`))).toEqual([d])
    let made = ''
    const make = async (own: World) => {
      made = await itemFor(own, scorecard, { position: 1 })
    }
    expect(await findChanged(timed, path, make)).toEqual([made, a, c, d])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, await scorecardFor(world), { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'scorecard', make: () => scorecardFor(world), send: list })
})
