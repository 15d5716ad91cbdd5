import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { startChangeEpoch } from '../../../outbound/database/change-epoch.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { isEmbedded } from '../../../testing/test-database.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import type { FeedChange } from './schema.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, query: Record<string, string | number> = {}) =>
  call(
    world.app,
    caller,
    'GET',
    `/changes?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  )

/** Waits until no earlier transaction of the server runs, also of other tests: the feed stops at the oldest one. */
async function settle(): Promise<void> {
  const { owner } = world.app.store
  const [last] = await owner.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  const isSettled = async () => {
    const [row] = await owner.query<{ settled: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as settled',
      [last?.xid],
    )
    return row?.settled
  }
  await expect.poll(isSettled, { timeout: 60_000, interval: 20 }).toBe(true)
}

async function now(caller: Caller = world.org): Promise<string> {
  await settle()
  return (await ask(caller)).body.meta.cursor
}

type ChangesQuery = Readonly<Record<string, string | number>>

/** All changes since a cursor, page by page. */
async function changesSince(since: string, caller: Caller = world.org, query: ChangesQuery = {}) {
  await settle()
  return readChanges(since, caller, query)
}

async function readChanges(since: string, caller: Caller, query: ChangesQuery) {
  const all: FeedChange[] = []
  let cursor = since
  for (;;) {
    const { status, body } = await ask(caller, { ...query, since: cursor })
    expect(status).toBe(200)
    all.push(...body.data)
    cursor = body.meta.cursor
    if (!body.meta.hasMore) return { all, cursor, kinds: all.map((one) => `${one.type} ${one.change}`) }
  }
}

const put = (id: string, path: string, body: object, caller: Caller = world.org) =>
  call(world.app, caller, 'PUT', `/conversations/${id}${path}`, { body })

describe('does', () => {
  it('begins with a cursor and no changes', async () => {
    const { body } = await ask(world.org)
    expect(body).toEqual({ data: [], meta: { cursor: expect.any(String), hasMore: false } })
    expect((await changesSince(body.meta.cursor)).all).toEqual([])
  })

  it('lists the life of a conversation in order, once for each transaction', async () => {
    const since = await now()
    const id = await importFor(world, { labels: { Stage: 'Opening' } })
    const created = await changesSince(since)
    expect(created.all).toEqual([
      { type: 'conversation', id, change: 'created', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
    await put(id, '/title', { title: 'Another title' })
    await call(world.app, world.org, 'DELETE', `/conversations/${id}`)
    await call(world.app, world.org, 'POST', `/conversations/${id}/restore`)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}?erase=true`)
    const { all } = await changesSince(created.cursor)
    expect(all.map((one) => one.id)).toEqual([id, id, id, id])
    expect(all.map((one) => one.change)).toEqual(['changed', 'archived', 'restored', 'erased'])
  })

  it('lists changes of labels, links and the analysis as changes of the conversation', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    for (const [method, path, body] of [
      ['PUT', '/labels', { labels: { Stage: 'Closing' } }],
      ['PUT', '/linked-crm-records', { linked_crm_records: [{ id: 'A-1', code: 'account' }] }],
    ] as const) {
      const since = await now()
      const { status } = await call(world.app, world.org, method, `/conversations/${id}${path}`, { body })
      expect([path, status]).toEqual([path, 200])
      expect([path, (await changesSince(since)).kinds]).toEqual([
        path,
        expect.arrayContaining(['conversation changed']),
      ])
    }
  })

  it('lists users, teams and definitions, and only the types asked for', async () => {
    const since = await now()
    const sinceOfRival = await now(world.rivalOrg)
    const { body: team } = await call(world.app, world.org, 'POST', '/organizations/teams', { body: { name: 'Feed' } })
    const { body: label } = await call(world.app, world.org, 'POST', '/labels', {
      body: { name: 'Feed', options: [{ value: 'Yes' }] },
    })
    const { kinds, all } = await changesSince(since)
    expect(kinds).toEqual(['team created', 'label created'])
    expect(all.map(({ id }) => id)).toEqual([team.data.uuid, label.data.uuid])
    expect((await changesSince(since, world.org, { types: 'label,scorecard' })).kinds).toEqual(['label created'])
    expect((await changesSince(sinceOfRival, world.rivalOrg)).kinds).not.toContain('label created')
  })

  it('pages without a gap or a repetition', async () => {
    const since = await now()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await importFor(world, { conversationTitle: `Page ${n}` }))
    const { all } = await changesSince(since, world.org, { limit: 2, types: 'conversation' })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })

  // The embedded database runs one transaction at a time, so there none can commit late.
  it.skipIf(isEmbedded)('never skips a transaction that commits late', async () => {
    const late = await importFor(world)
    const since = await now()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const transaction = world.app.store.of(world.acme).transact(async (tx) => {
      await sql`update conversations set updated_at = now() where organization_id = ${world.acme} and id = ${late}`.execute(
        tx,
      )
      begun()
      await isReleased
    })
    await hasBegun
    const early = await importFor(world)
    const blocked = await readChanges(since, world.org, {})
    // The later transaction is committed, but waits for the earlier one.
    expect(blocked.all).toEqual([])
    release()
    await transaction
    const { all } = await changesSince(blocked.cursor)
    expect(all.map(({ id }) => id)).toEqual([late, early])
  })
})

describe('refuses', () => {
  it.each([
    ['a cursor of nobody', { since: 'abc' }],
    ['a cursor with an ID that is none', { since: Buffer.from('c1 1 1 user x').toString('base64url') }],
    [
      'a number that no transaction has',
      { since: Buffer.from(`c1 1 ${'9'.repeat(20)} user ${crypto.randomUUID()}`).toString('base64url') },
    ],
    ['an unknown type', { types: 'song' }],
    ['too many', { limit: 1001 }],
  ])('%s', async (_, query) => {
    const { status, body } = await ask(world.org, query as Record<string, string>)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('a cursor whose next changes were deleted', async () => {
    const other = await createWorld(world.app)
    const since = await now(other.org)
    await importFor(other)
    const { cursor } = await changesSince(since, other.org)
    await importFor(other)
    const { owner } = world.app.store
    await owner.query(`update changes set at = now() - interval '31 days' where organization_id = $1`, [other.acme])
    await owner.query('select prune_changes($1)', [other.acme])
    const { status, body } = await ask(other.org, { since })
    expect([status, body.code, body.source.pointer]).toEqual([410, 'cursor_expired', '/query/since'])
    expect(body.detail).toContain('list all resources again')
    expect((await ask(other.org, { since: cursor })).status).toBe(410)
    expect((await changesSince(await now(other.org), other.org)).all).toEqual([])
  })
})

describe('who may', () => {
  const kindsOf = async (since: string, id: string, caller: Caller) =>
    (await changesSince(since, caller)).all.filter((one) => one.id === id).map((one) => one.change)

  it('is who sees the conversation; when it is hidden from somebody, it is gone', async () => {
    const since = await now()
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.bob, world.mark]) {
      expect(await kindsOf(since, id, caller)).toEqual(['created'])
    }
    // Another team.
    expect(await kindsOf(since, id, world.carol)).toEqual([])
    const before = await now()
    await put(id, '/privacy', { private: true })
    await put(id, '/title', { title: 'Secret title' })
    expect(await kindsOf(before, id, world.bob)).toEqual(['changed', 'changed'])
    // Nothing is said of the change that came after it was hidden.
    expect(await kindsOf(before, id, world.mark)).toEqual(['gone'])
    expect(await kindsOf(before, id, world.carol)).toEqual([])
    const hidden = await now()
    const hiddenOfRival = await now(world.rivalOrg)
    await call(world.app, world.org, 'DELETE', `/conversations/${id}?erase=true`)
    expect(await kindsOf(hidden, id, world.org)).toEqual(['erased'])
    expect(await kindsOf(hidden, id, world.bob)).toEqual(['erased'])
    for (const caller of [world.mark, world.carol]) expect(await kindsOf(hidden, id, caller)).toEqual([])
    expect(await kindsOf(hiddenOfRival, id, world.rivalOrg)).toEqual([])
  })
})

describe('an epoch', () => {
  it('ends when the data is ahead of its server, and its cursors with it', async () => {
    const own = await createWorld(world.app)
    const { owner } = world.app.store
    await importFor(own)
    const since = await now(own.org)
    expect(await startChangeEpoch(owner, '/nowhere')).toBe(false)
    expect((await ask(own.org, { since })).status).toBe(200)
    await owner.query(
      `update changes set xid = (xid::text::numeric + 1000000000)::text::xid8 where organization_id = $1`,
      [own.acme],
    )
    expect(await startChangeEpoch(owner, '/nowhere')).toBe(true)
    expect((await ask(own.org, { since })).body.code).toBe('cursor_expired')
    const fresh = await now(own.org)
    const id = await importFor(own)
    expect((await changesSince(fresh, own.org)).all.map((one) => one.id)).toContain(id)
    expect(await startChangeEpoch(owner, '/nowhere')).toBe(false)
  })
})
