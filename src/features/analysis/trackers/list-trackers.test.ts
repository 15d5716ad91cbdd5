import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const names = ['alpha', 'Beta', 'CHARLIE']
beforeAll(async () => {
  world = await createWorld()
  for (const name of names.toReversed()) await trackerFor(world, ['Warranty', 'repair'], { name })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/trackers', { query })
const told = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

describe('does', () => {
  it('lists trackers by name, whatever its case, with their phrases as they were given', async () => {
    const { status, body } = await list(world.org)
    expect([status, told(body)]).toEqual([200, names])
    expect(body.data[0].phrases).toEqual(['Warranty', 'repair'])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
  })

  it('pages without repeating or leaving out', async () => {
    const pages = await Promise.all(['1', '2', '9'].map((page) => list(world.org, { page, size: '2' })))
    expect(pages.map(({ body }) => told(body))).toEqual([['alpha', 'Beta'], ['CHARLIE'], []])
    expect(pages[0]?.body.links.related).toBe('http://parley.test/v2/trackers?size=2&page=2')
  })

  it('finds those that changed since a time', async () => {
    const timed = await createTimedWorld()
    const { uuid } = await trackerFor(timed.world, ['warranty'])
    await trackerFor(timed.world, ['repair'], { name: 'Other' })
    const change = (body: unknown) => (own: World) => call(own.app, own.org, 'PATCH', `/trackers/${uuid}`, { body })
    expect(await findChanged(timed, '/trackers', change({ teamsUUID: [timed.world.teams.north] }))).toEqual([uuid])
    expect(await findChanged(timed, '/trackers', change({ color: 'olive' }))).toEqual([uuid])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
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
    for (const caller of [world.alice, world.mark, world.bob]) expect(told((await list(caller)).body)).toEqual(names)
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
