import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
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

  it('filters by the last change, or by expiry', async () => {
    await makeUnchanged(world, 'actions')
    await call(world.app, world.bob, 'PATCH', `/actions/${ids[0]}`, { body: { subject: 'New' } })
    expect(await listChanged(world, world.bob, '/actions')).toEqual([ids[0], ids[3]])
  })
})

describe('the actions of all users', () => {
  const count = async (caller: Caller, query: Record<string, string> = {}) =>
    (await list(caller, { owner: 'all', ...query })).body.meta.totalRecords

  it('are those that the caller can read: of everybody, of the own teams, or the own', async () => {
    // Five of bob, and one of mark.
    expect([await count(world.alice), await count(world.mark), await count(world.bob)]).toEqual([6, 6, 5])
    expect(await count(world.carol)).toBe(0)
  })

  it('can be limited to calls of a report', async () => {
    const started = { conversation_from: '2026-01-01', conversation_to: '2026-01-31' }
    const call = await importFor(world, { conversationStartedAt: '2026-01-15T10:00:00Z' })
    const action = await actionFor(world, call, { conversationIds: [call] })
    const ids = async (query: Record<string, string>) =>
      (await list(world.alice, { owner: 'all', ...query })).body.data.map(({ uuid }: { uuid: string }) => uuid)
    expect(await ids(started)).toEqual([action])
    expect(await ids({ ...started, conversation_team: world.teams.sales })).toEqual([action])
    expect(await ids({ ...started, conversation_team: world.teams.support })).toEqual([])
    expect(await ids({ ...started, conversation_owner: world.bob.userId ?? '' })).toEqual([action])
    expect(await ids({ ...started, conversation_owner: world.carol.userId ?? '' })).toEqual([])
    expect(await ids({ conversation_from: '2026-01-16', conversation_to: '2026-01-31' })).toEqual([])
    await world.app.store.owner.query('delete from actions where id = $1', [action])
  })

  it.each([
    ['owner', 'everybody'],
    ['conversation_team', 'north'],
    ['conversation_owner', 'bob'],
    ['conversation_from', 'yesterday'],
    ['conversation_to', 'soon'],
  ])('refuses a wrong %s', async (name, value) => {
    const answer = await list(world.alice, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe("a colleague's actions", () => {
  const listOf = (caller: Caller, owner: Caller, query: Record<string, string> = {}) =>
    list(caller, { ...query, owner: owner.userId ?? '' })

  it('are listed for the manager of their team and for admins', async () => {
    for (const caller of [world.mark, world.alice]) {
      const { body } = await listOf(caller, world.bob, { status: 'drafted' })
      expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([ids[0]])
    }
    expect((await listOf(world.bob, world.bob)).body.meta.totalRecords).toBe(5)
    const { data } = await callTool(world.app, world.mark, 'list_actions', { owner_id: world.bob.userId })
    expect(data).toMatchObject({ total: 5, actions: expect.arrayContaining([expect.objectContaining({ id: ids[0] })]) })
  })

  it('leave out what draws on a call that the manager does not see', async () => {
    const secret = await importFor(world, { private: true })
    const hidden = await actionFor(world, secret)
    const shown = async (caller: Caller) =>
      (await listOf(caller, world.bob)).body.data.some(({ uuid }: { uuid: string }) => uuid === hidden)
    expect([await shown(world.bob), await shown(world.alice), await shown(world.mark)]).toEqual([true, true, false])
    await world.app.store.owner.query('delete from actions where id = $1', [hidden])
  })

  it('are refused to reps, and to managers of other teams', async () => {
    const rep = await listOf(world.carol, world.bob)
    expect([rep.status, rep.body.code]).toEqual([403, 'manager_required'])
    const outside = await listOf(world.mark, world.carol)
    expect([outside.status, outside.body.code]).toEqual([403, 'admin_required'])
    for (const owner of [NOBODY, world.mallory.userId ?? '']) {
      const answer = await list(world.alice, { owner })
      expect([answer.status, answer.body]).toEqual([404, notFound('user', '/query/owner')])
    }
  })

  it('cannot be changed by the manager', async () => {
    const changes = [
      await call(world.app, world.mark, 'PATCH', `/actions/${ids[1]}`, { body: { subject: 'Mine' } }),
      await call(world.app, world.alice, 'POST', `/actions/${ids[1]}/dismiss`),
    ]
    expect(changes.map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('refuses', () => {
  it.each([
    ['owner', 'bob'],
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
