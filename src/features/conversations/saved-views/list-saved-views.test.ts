import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { viewFor, viewsOf } from '../../../testing/views-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await viewFor(world, world.bob, { name: 'Mine' })
  await viewFor(world, world.carol, { name: 'Hers' })
  await viewFor(world, world.carol, { name: 'Ours', visibility: 'organization' })
  await viewFor(world, world.bob, { name: 'Mine too' })
})

const list = (query: Record<string, string>) => call(world.app, world.bob, 'GET', '/views', { query })

describe('does', () => {
  it('lists those of the organization, then one’s own, and who may change them', async () => {
    const { status, body } = await list({})
    expect(status).toBe(200)
    expect(
      body.data.map((one: Record<string, unknown>) => [one.name, one.visibility, one.position, one.mayChange]),
    ).toEqual([
      ['Ours', 'organization', 0, false],
      ['Mine', 'private', 0, true],
      ['Mine too', 'private', 1, true],
    ])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
  })

  it('pages', async () => {
    const { body } = await list({ page: '2', size: '2' })
    expect([body.data.map(({ name }: { name: string }) => name), body.meta.totalRecords]).toEqual([['Mine too'], 3])
    expect((await list({ page: '9' })).body).toMatchObject({ data: [], meta: { totalRecords: 3 } })
  })

  it('filters by the last change, also of the position', async () => {
    const own = await createWorld(world.app)
    const made: string[] = []
    for (const name of ['A', 'B', 'C']) {
      const body = { name, visibility: 'organization', filters: {} }
      made.push((await call(own.app, own.alice, 'POST', '/views', { body })).body.data.uuid)
    }
    await makeUnchanged(own, 'saved_views')
    await call(own.app, own.alice, 'PATCH', `/views/${made[1]}`, { body: { position: 0 } })
    expect(await listChanged(own, own.alice, '/views')).toEqual([made[1], made[0]])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list({ [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await call(world.app, undefined, 'GET', '/views')).status).toBe(401)
  })

  it('is everybody: nobody sees what is private of another, admins neither', async () => {
    expect(await viewsOf(world, world.carol)).toEqual(['Ours', 'Hers'])
    for (const caller of [world.alice, world.org, world.mark]) expect(await viewsOf(world, caller)).toEqual(['Ours'])
    expect(await viewsOf(world, world.mallory)).toEqual([])
  })
})
