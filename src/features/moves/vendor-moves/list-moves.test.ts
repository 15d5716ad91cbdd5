import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/moves', { query })

async function makeMove(application: string, updatedAt: string): Promise<string> {
  const [row] = await world.app.store.owner.query<{ id: string }>(
    `insert into moves (organization_id, id, application, vendor, account, state, since, created_at, started_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'gong', 'digest', 'stopped', '2024-01-01', now(), now(), $3) returning id`,
    [world.acme, application, updatedAt],
  )
  return row?.id ?? ''
}

describe('does', () => {
  it('returns the moves of the organization, last changed first, without the account', async () => {
    // Two times of the clock can be equal: that of the embedded database counts milliseconds.
    const first = await makeMove('gong', '2026-01-01T00:00:00Z')
    const second = await makeMove('gong-emea', '2026-01-01T00:00:01Z')
    const answer = await list(world.alice)
    expect(answer.status).toBe(200)
    expect(answer.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([second, first])
    expect(answer.body.data[0]).toMatchObject({
      ...{ vendor: 'gong', application: 'gong-emea', state: 'stopped', since: '2024-01-01T00:00:00.000Z', until: null },
      ...{ runs: 1, found: 0, added: 0, known: 0, failed: 0, completedAt: null },
    })
    expect(answer.text).not.toContain('digest')
    expect((await list(world.alice, { size: '1', page: '2' })).body.data).toMatchObject([{ uuid: first }])
  })
})

describe('refuses', () => {
  it('a page size of 51', async () => {
    expect((await list(world.alice, { size: '51' })).status).toBe(400)
  })
})

describe('who may', () => {
  it('is admins alone, each for their organization', async () => {
    for (const caller of [world.mark, world.bob]) {
      const answer = await list(caller)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await list(world.rivalOrg)).body.data).toEqual([])
    expect((await list(undefined)).status).toBe(401)
  })
})
