import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
const made: string[] = []
beforeAll(async () => {
  world = await createCrmWorld()
  for (const name of ['First', 'Second', 'Third']) {
    made.push((await connectionFor(world, 'http', 'https://crm.acme.example', { name })).uuid)
  }
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/crm-connections', { query })

describe('does', () => {
  it('lists them oldest first, by pages, without their secrets', async () => {
    const first = await list(world.org, { size: '2' })
    expect(first.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(made.slice(0, 2))
    expect(first.body.meta).toEqual({ pageCount: 2, totalRecords: 3, pageNumber: 1, pageSize: 2 })
    const second = await list(world.alice, { size: '2', page: '2' })
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['Third'])
    expect(first.text).not.toMatch(/whsec_|credentials":/)
  })

  it('is empty where there are none', async () => {
    const other = await createWorld(world.app)
    expect((await list(other.org)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})

describe('refuses', () => {
  it('pages that are none', async () => {
    const answer = await list(world.org, { size: '201' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/size')])
  })
})

describe('who may', () => {
  it('is admins and org-level keys, of their own organization', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.mark, world.bob]) {
      const answer = await list(caller)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await list(world.mallory)).body.data).toEqual([])
  })
})
