import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let conversation: string
/** Newest first. */
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  conversation = await importFor(world)
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const given = [
    { entity: { type: 'account', id: 'A-1' } as const },
    { expiresAt: day(10) },
    {},
    { entity: { type: 'account', id: 'A-2' } as const },
    {},
  ]
  ids = []
  for (const [n, one] of given.entries()) ids.unshift(await actionFor(world, conversation, { at: day(n + 1), ...one }))
  await actionFor(world, conversation, { ownerId: world.mark.userId ?? '' })
  await call(world.app, world.bob, 'PATCH', `/actions/${ids[0]}`, { body: { status: 'drafted' } })
  await call(world.app, world.bob, 'POST', `/actions/${ids[2]}/dismiss`)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/actions', { query })
async function told(query: Record<string, string> = {}) {
  const { body } = await list(world.bob, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map(({ uuid }: { uuid: string }) => uuid)
}

describe('does', () => {
  it('lists the own actions, newest first', async () => {
    expect(await told()).toEqual(ids)
    const { body } = await list(world.bob)
    expect(body.data[0].why.key_quote.source_url).toBe(`http://parley.test/v2/conversations/${conversation}#t=0`)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 5, pageNumber: 1, pageSize: 25 })
    expect((await list(world.mark)).body.meta.totalRecords).toBe(1)
    expect((await list(world.alice)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })

  it('filters by state, as it is now, and by entity', async () => {
    const [drafted, account2, dismissed, expired, account1] = ids
    expect(await told({ status: 'drafted' })).toEqual([drafted])
    expect(await told({ status: 'expired' })).toEqual([expired])
    expect(await told({ status: 'pending' })).toEqual([account2, account1])
    expect(await told({ status: 'pending, dismissed,' })).toEqual([account2, dismissed, account1])
    expect(await told({ status: 'sent' })).toEqual([])
    expect(await told({ entity_type: 'account' })).toEqual([account2, account1])
    expect(await told({ entity_type: 'account', entity_id: 'A-1' })).toEqual([account1])
    expect(await told({ entity_id: conversation, status: 'drafted,expired' })).toEqual([drafted, expired])
  })

  it('pages', async () => {
    const second = await list(world.bob, { size: '2', page: '2', status: 'pending,drafted,dismissed,expired' })
    expect(second.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(ids.slice(2, 4))
    expect(second.body.meta).toEqual({ pageCount: 3, totalRecords: 5, pageNumber: 2, pageSize: 2 })
  })

  it('leaves out what draws on a hidden conversation, in data and in totals', async () => {
    const secret = await importFor(world, { userID: world.mark.userId, teamUUID: world.teams.north, private: true })
    const before = await told()
    const hidden = await actionFor(world, conversation, { conversationIds: [secret] })
    expect(await told()).toEqual(before)
    await call(world.app, world.mark, 'PUT', `/conversations/${secret}/privacy`, { body: { private: false } })
    expect(await told()).toEqual([hidden, ...before])
    await call(world.app, world.bob, 'POST', `/actions/${hidden}/dismiss`)
    await world.app.store.owner.query('delete from actions where id = $1', [hidden])
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '101'],
    ['status', 'open'],
    ['entity_type', 'team'],
    ['entity_id', 'x'.repeat(257)],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.bob, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await list(undefined)).status).toBe(401)
  })

  it('is users: an org-level key owns nothing', async () => {
    const answer = await list(world.org)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect((await list(world.mallory)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })
})
