import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { termFor } from '../../../testing/glossary-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/glossary/${id}`)
const get = (path: string) => call(world.app, world.alice, 'GET', path)

describe('does', () => {
  it('deletes the term and keeps the others', async () => {
    const { uuid } = await termFor(world)
    const other = await termFor(world)
    const answer = await remove(world.org, uuid)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await get(`/glossary/${uuid}`)).body).toEqual(notFound('glossary_term'))
    expect((await get('/glossary')).body.data).toEqual([other])
    expect((await remove(world.org, uuid)).body).toEqual(notFound('glossary_term'))
  })

  it('frees all spellings of the term', async () => {
    const spellings = { term: 'Wayloom', aliases: ['WL'], misheard: ['Way Loom'] }
    const { uuid } = await termFor(world, spellings)
    await remove(world.org, uuid)
    expect((await termFor(world, spellings)).uuid).not.toBe(uuid)
  })

  it('schedules another analysis of earlier conversations', async () => {
    const own = await createWorld(world.app)
    const { uuid } = await termFor(own)
    await own.app.store.owner.query('delete from look_backs where organization_id = $1', [own.acme])
    const lookBack = async () =>
      (await call(own.app, own.alice, 'GET', '/analysis/progress')).body.data.lookBack as unknown
    expect(await lookBack()).toBeNull()
    await call(own.app, own.org, 'DELETE', `/glossary/${NOBODY}`)
    expect(await lookBack()).toBeNull()
    await call(own.app, own.org, 'DELETE', `/glossary/${uuid}`)
    expect(await lookBack()).toMatchObject({ state: 'scheduled' })
  })

  it('succeeds for one of two callers at the same time', async () => {
    const { uuid } = await termFor(world)
    const answers = await Promise.all([remove(world.org, uuid), remove(world.alice, uuid)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})

describe('refuses', () => {
  it('an unknown ID', async () => {
    const answer = await remove(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('glossary_term')])
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'glossary_term',
    make: async () => (await termFor(world)).uuid,
    send: remove,
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
