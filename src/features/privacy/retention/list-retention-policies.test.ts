import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { policyFor } from '../../../testing/privacy-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/retention-policies', { query })

describe('does', () => {
  it('tells them, newest first, a page at a time, to their own organization', async () => {
    const made: string[] = []
    for (const name of ['One', 'Two', 'Three']) made.push(await policyFor(world, { name }))
    const answer = await list(world.alice, { size: '2' })
    expect(answer.body).toMatchObject({
      data: [
        { uuid: made[2], name: 'Three' },
        { uuid: made[1], name: 'Two' },
      ],
      meta: { totalRecords: 3, pageCount: 2 },
    })
    expect((await list(world.rivalOrg)).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it('a page that is none', async () => {
    expect((await list(world.org, { size: '201' })).status).toBe(400)
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => list(caller) })
})
