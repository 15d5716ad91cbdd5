import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { labelFor } from '../../../testing/labels-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const names = ['alpha', 'Beta', 'CHARLIE', 'delta', 'Ähre']
beforeAll(async () => {
  world = await createWorld()
  for (const name of names.toReversed()) await labelFor(world, ['Yes', 'No'], { name })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/labels', { query })
const told = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

describe('does', () => {
  it('lists labels by name, whatever its case, with their options', async () => {
    const answer = await list(world.org)
    expect(answer.status).toBe(200)
    expect(told(answer.body).toSorted()).toEqual(names.toSorted())
    expect(told(answer.body).slice(0, 4)).toEqual(['alpha', 'Beta', 'CHARLIE', 'delta'])
    expect(answer.body.data[0].options.map(({ value }: { value: string }) => value)).toEqual(['Yes', 'No'])
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 5, pageNumber: 1, pageSize: 50 })
  })

  it('pages without repeating or leaving out', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list(world.org, { page, size: '2' })))
    expect(pages.flatMap(({ body }) => told(body)).toSorted()).toEqual(names.toSorted())
    expect(pages[0]?.body.links).toEqual({
      self: 'http://parley.test/v2/labels?size=2&page=1',
      related: 'http://parley.test/v2/labels?size=2&page=2',
    })
    const past = await list(world.org, { page: '9', size: '2' })
    expect([past.body.data, past.body.meta.totalRecords]).toEqual([[], 5])
  })

  it('finds those that changed since a time, which includes their options', async () => {
    const timed = await createTimedWorld()
    const { uuid } = await labelFor(timed.world, ['Yes'])
    await labelFor(timed.world, ['No'], { name: 'Other' })
    const change = (body: unknown) => (own: World) => call(own.app, own.org, 'PATCH', `/labels/${uuid}`, { body })
    expect(await findChanged(timed, '/labels', change({ options: [{ value: 'Maybe' }] }))).toEqual([uuid])
    expect(await findChanged(timed, '/labels', change({ teamsUUID: [timed.world.teams.north] }))).toEqual([uuid])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['page', 'x'],
    ['size', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await list(undefined)).status).toBe(401)
  })

  it('is everyone, for their own organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) {
      expect((await list(caller)).body.meta.totalRecords).toBe(5)
    }
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
