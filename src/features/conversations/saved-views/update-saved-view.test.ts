import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { viewFor, viewsOf } from '../../../testing/views-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/views/${id}`, { body })
const shared = async () => (await viewFor(world, world.bob, { visibility: 'organization' })).uuid

describe('does', () => {
  it('keeps what is omitted', async () => {
    const { uuid } = await viewFor(world, world.bob)
    const renamed = (await patch(world.bob, uuid, { name: 'Upsells' })).body.data
    expect(renamed).toMatchObject({ name: 'Upsells', filters: { filter: { title: 'renewal' } }, visibility: 'private' })
    const refiltered = (await patch(world.bob, uuid, { filters: { period: 'last_day' } })).body.data
    expect(refiltered).toMatchObject({ name: 'Upsells', filters: { period: 'last_day' } })
    expect(refiltered.filters.filter).toBeUndefined()
  })

  it('replaces the layout, and keeps one that is omitted', async () => {
    const { uuid } = await viewFor(world, world.bob, { layout: { sort: 'oldest', size: 50 } })
    expect((await patch(world.bob, uuid, { name: 'Long' })).body.data.layout).toMatchObject({
      sort: 'oldest',
      size: 50,
    })
    const { layout, filters } = (await patch(world.bob, uuid, { layout: { hide: ['owner'] } })).body.data
    expect([layout, filters]).toEqual([{ sort: 'newest', hide: ['owner'], size: 25 }, { filter: { title: 'renewal' } }])
  })

  it('of an earlier version has the defaults', async () => {
    const { uuid } = await viewFor(world, world.bob)
    await world.app.store.owner.query(
      `insert into saved_views (organization_id, id, owner_id, visibility, name, filters, position, created_at, updated_at)
       select organization_id, gen_random_uuid(), owner_id, visibility, 'Earlier', filters, 98, now(), now()
       from saved_views where id = $1`,
      [uuid],
    )
    const { body } = await call(world.app, world.bob, 'GET', '/views', { query: { size: '200' } })
    const earlier = body.data.find(({ name }: { name: string }) => name === 'Earlier')
    expect(earlier.layout).toEqual({ sort: 'newest', hide: [], size: 25 })
    await call(world.app, world.bob, 'DELETE', `/views/${earlier.uuid}`)
  })

  it('moves it among its own, without a gap', async () => {
    const ids = new Map<string, string>()
    for (const name of ['a', 'b', 'c', 'd']) ids.set(name, (await viewFor(world, world.mark, { name })).uuid)
    const move = async (name: string, position: number) => {
      const { body } = await patch(world.mark, ids.get(name) ?? '', { position })
      return [body.data.position, (await viewsOf(world, world.mark)).join('')]
    }
    expect(await move('d', 0)).toEqual([0, 'dabc'])
    expect(await move('d', 2)).toEqual([2, 'abdc'])
    expect(await move('a', 99)).toEqual([3, 'bdca'])
    const { body } = await call(world.app, world.mark, 'GET', '/views')
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3])
  })

  it('goes over into the other order, at its end, and leaves no gap', async () => {
    const [first, second] = [await viewFor(world, world.carol), await viewFor(world, world.carol, { name: 'second' })]
    const { body } = await patch(world.carol, first.uuid, { visibility: 'organization' })
    expect(body.data).toMatchObject({ visibility: 'organization', position: expect.any(Number) })
    const left = await call(world.app, world.carol, 'GET', `/views/${second.uuid}`)
    expect(left.body.data.position).toBe(0)
  })

  it('gives one order to many who move at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => viewFor(world, world.mallory)))
    const answers = await Promise.all(made.map(({ uuid }) => patch(world.mallory, uuid, { position: 0 })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await call(world.app, world.mallory, 'GET', '/views')
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3])
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['a blank name', { name: '' }, '/name'],
    ['a place before the first', { position: -1 }, '/position'],
    ['half a label', { filters: { filter: { 'label.option': 'Closing' } } }, '/filters/filter/label.category'],
  ])('%s', async (_, body, pointer) => {
    const answer = await patch(world.bob, await shared(), body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('making private what an org-level key made', async () => {
    const { uuid } = await viewFor(world, world.org)
    const answer = await patch(world.org, uuid, { visibility: 'private' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/visibility')])
  })
})

describe('who may', () => {
  it('is who made it, and admins; others are told so', async () => {
    const id = await shared()
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await patch(caller, id, { name: 'Mine' })).status).toBe(200)
    }
    for (const caller of [world.mark, world.carol]) {
      const answer = await patch(caller, id, { name: 'Theirs' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    }
  })

  it('is its owner alone, while it is private', async () => {
    const { uuid } = await viewFor(world, world.bob)
    for (const caller of [world.alice, world.org, world.carol]) {
      const answer = await patch(caller, uuid, { name: 'Theirs' })
      expect([answer.status, answer.body]).toEqual([404, notFound('view')])
    }
  })

  guardsThings({
    ...{ world: () => world, noun: 'view', make: shared },
    send: (caller, id) => patch(caller, id, { name: 'New' }),
  })
})
