import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/legal-holds', { query })

describe('does', () => {
  it('tells those that are on, newest first, a page at a time, and on request those that are over', async () => {
    const made: string[] = []
    for (const n of [1, 2, 3]) {
      const body = { participantEmail: `a${n}@b.example`, reason: `Matter ${n}` }
      made.push((await call(world.app, world.org, 'POST', '/legal-holds', { body })).body.data.uuid)
    }
    await call(world.app, world.org, 'DELETE', `/legal-holds/${made[1]}`)
    const first = await list(world.alice, { size: '1' })
    expect(first.body).toMatchObject({
      data: [{ uuid: made[2], reason: 'Matter 3' }],
      meta: { totalRecords: 2, pageCount: 2 },
    })
    const all = await list(world.org, { released: 'true' })
    expect(all.body.data.map((one: { uuid: string }) => one.uuid)).toEqual(made.toReversed())
    expect((await list(world.rivalOrg)).body.data).toEqual([])
  })

  it('filters by the time of creation and release', async () => {
    const own = await createWorld(world.app)
    const made: string[] = []
    for (const n of [1, 2]) {
      const body = { participantEmail: `a${n}@b.example`, reason: 'Matter' }
      made.push((await call(own.app, own.org, 'POST', '/legal-holds', { body })).body.data.uuid)
    }
    await makeUnchanged(own, 'legal_holds', 'created_at')
    await call(own.app, own.org, 'DELETE', `/legal-holds/${made[1]}`)
    expect(await listChanged(own, own.org, '/legal-holds', { released: 'true' })).toEqual([made[1]])
  })
})

describe('refuses', () => {
  it('a page that is none', async () => {
    expect((await list(world.org, { page: '0' })).status).toBe(400)
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => list(caller) })
})
