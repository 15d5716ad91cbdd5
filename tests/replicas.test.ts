/**
 * Two processes of Parley with a real primary and a real streaming replica: where operations read, that every
 * acknowledged write is read by all processes, and that a replica that is lost fails no request.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../src/core/clock.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { runInScope } from '../src/core/request-scope.ts'
import { call } from '../src/testing/call.ts'
import type { TestApp } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { postgresFolder } from '../src/testing/postgres-cluster.ts'
import {
  checkReplicas,
  countReads,
  openReplicaScene,
  type ReplicaScene,
  untilReplayed,
  untilReplicaReads,
} from '../src/testing/replica-fixtures.ts'
import type { World } from '../src/testing/world.ts'

const NONE = { replica: 0, behind: 0, lost: 0, busy: 0, unknown: 0, repeated: 0 }

describe.skipIf(postgresFolder === undefined)('read replicas (skipped without TEST_POSTGRES_BIN)', () => {
  let scene: ReplicaScene
  let world: World
  let other: TestApp
  beforeAll(async () => {
    // Cancels queries that conflict with recovery at once.
    scene = await openReplicaScene({ max_standby_streaming_delay: '0' })
    ;({ world, other } = scene)
  })
  afterAll(() => scene?.close())
  beforeEach(async () => {
    await untilReplayed(scene.cluster.primary, scene.replica)
    for (const app of [world.app, other])
      expect(await checkReplicas(app)).toMatchObject([{ state: 'ok', detail: undefined }])
  })

  const list = (app: TestApp, caller = world.org) => call(app, caller, 'GET', '/conversations')
  const find = async (app: TestApp, id: string, caller = world.org) =>
    (await call(app, caller, 'GET', `/conversations/${id}`)).status
  /** Reads as a request of the organization that has just authenticated its caller. */
  const readAs = <R>(app: TestApp, org: OrganizationId, work: (db: ReturnType<typeof reader>['db']) => Promise<R>) =>
    runInScope({ requestId: newId(), startedAt: performance.now() }, async () => {
      const database = app.store.of(org)
      await database.read.selectFrom('teams').select('id').execute()
      return work(database.openReader().db)
    })
  const reader = (app: TestApp, org: OrganizationId) => app.store.of(org).openReader()

  it('operations that read use the replica, and those that write or follow changes use the primary', async () => {
    // The first request of a key records its use, which is a write of the organization.
    await list(world.app)
    await untilReplayed(scene.cluster.primary, scene.replica)
    await checkReplicas(world.app)
    const lists = await countReads(world.app, () => list(world.app))
    expect(lists).toEqual({ ...NONE, replica: 1 })
    const changes = await countReads(world.app, () => call(world.app, world.org, 'GET', '/changes'))
    expect(changes).toEqual(NONE)
    const imports = await countReads(world.app, () => importFor(world, { conversationTitle: 'First' }))
    expect(imports).toEqual(NONE)
    const jobs = await countReads(world.app, () => world.app.drain(world.acme))
    expect(jobs).toEqual(NONE)
  })

  it('a transaction on the replica runs as the role of the organization, and only reads', async () => {
    const state = await readAs(world.app, world.acme, async (db) => {
      const { rows } = await sql`
        select current_user as role, current_setting('parley.organization_id') as org, pg_is_in_recovery() as replica,
          current_setting('timezone') as zone, current_setting('transaction_read_only') as "readOnly",
          current_setting('statement_timeout') as timeout`.execute(db)
      return rows[0]
    })
    const expected = {
      role: 'parley_app',
      org: world.acme,
      replica: true,
      zone: 'UTC',
      readOnly: 'on',
      timeout: '1min',
    }
    expect(state).toEqual(expected)
    const names = (org: OrganizationId) =>
      readAs(world.app, org, async (db) => {
        const { rows } = await sql<{ name: string }>`select name from organizations`.execute(db)
        return rows.map(({ name }) => name)
      })
    expect([await names(world.acme), await names(world.rival)]).toEqual([['Acme'], ['Rival']])
  })

  it('all processes read an acknowledged write while the replica is paused, and others still use the replica', async () => {
    await list(world.app, world.rivalOrg)
    await untilReplayed(scene.cluster.primary, scene.replica)
    await Promise.all([world.app, other].map(checkReplicas))
    await scene.replica.query('select pg_wal_replay_pause()')
    let id = ''
    try {
      for (const conversationTitle of ['Paused one', 'Paused two']) {
        id = await importFor(world, { conversationTitle })
        // By the process that wrote, and by the other one.
        for (const app of [world.app, other]) {
          const reads = await countReads(app, async () => expect(await find(app, id)).toBe(200))
          expect(reads).toEqual({ ...NONE, behind: 1 })
        }
      }
      // The other organization has written nothing since.
      for (const app of [world.app, other]) {
        const reads = await countReads(app, async () => expect((await list(app, world.rivalOrg)).body.data).toEqual([]))
        expect(reads).toEqual({ ...NONE, replica: 1 })
      }
    } finally {
      await scene.replica.query('select pg_wal_replay_resume()')
    }
    await untilReplayed(scene.cluster.primary, scene.replica)
    await Promise.all([world.app, other].map(checkReplicas))
    for (const app of [world.app, other]) {
      const reads = await countReads(app, async () => expect(await find(app, id)).toBe(200))
      expect(reads).toEqual({ ...NONE, replica: 1 })
    }
  })

  it('no process ever misses its write while both write and read', async () => {
    const missed: string[] = []
    const writeAndRead = async (writer: TestApp, readers: TestApp[], name: string) => {
      for (let round = 0; round < 25; round += 1) {
        const title = `${name} ${round}`
        const id = await importFor({ ...world, app: writer }, { conversationTitle: title })
        for (const app of readers) {
          if ((await find(app, id)) !== 200) missed.push(title)
        }
      }
    }
    const reads = await countReads(other, () =>
      Promise.all([
        writeAndRead(world.app, [other, world.app], 'First process'),
        writeAndRead(other, [world.app, other], 'Second process'),
      ]),
    )
    expect(missed).toEqual([])
    // Concurrent requests with one key can share its lookup.
    const count = reads.replica + reads.behind + reads.repeated
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThanOrEqual(50)
    expect(reads).toMatchObject({ lost: 0, unknown: 0, busy: 0 })
  })

  it('a read that conflicts with recovery is repeated, and the replica returns', async () => {
    const slow = () =>
      readAs(world.app, world.acme, async (db) => {
        const { rows } = await sql<{ replica: boolean }>`
          select pg_is_in_recovery() as replica, count(*)
          from (select id from teams) t, pg_sleep(case when pg_is_in_recovery() then 50 else 0 end)`.execute(db)
        return { onReplica: rows[0]?.replica, report: world.app.store.replicas?.report().replicas[0] }
      })
    const isSleeping = async () => {
      const sleeping = await scene.replica.query("select from pg_stat_activity where wait_event = 'PgSleep'")
      return sleeping.length > 0
    }
    const reads = await countReads(world.app, async () => {
      let isRead = false
      const reading = slow().finally(() => {
        isRead = true
      })
      while (!isRead && !(await isSleeping()));
      // The replica sleeps until a conflict. While another transaction is open, a vacuum removes nothing.
      while (!isRead) {
        await scene.cluster.primary.query("update teams set name = name || '!' where name like 'Support%'")
        await scene.cluster.primary.query('vacuum teams')
      }
      expect(await reading).toMatchObject({
        onReplica: false,
        report: { state: 'unavailable', detail: expect.stringContaining('conflict with recovery') },
      })
    })
    expect(reads).toEqual({ ...NONE, repeated: 1 })
    expect(await checkReplicas(world.app)).toMatchObject([{ state: 'ok' }])
    await untilReplicaReads(world.app, () => list(world.app))
  })

  it('a statement that a replica cannot run, or that fails there too, has the result of the primary', async () => {
    const version = await readAs(world.app, world.acme, async (db) => {
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db)
      return Number(rows[0]?.xid)
    })
    expect(version).toBeGreaterThan(0)
    await expect(readAs(world.app, world.acme, (db) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({
      code: '22012',
    })
    expect(world.app.store.replicas?.report().replicas).toMatchObject([{ state: 'ok' }])
  })

  it('no request fails while the replica is killed under load, and it is used again afterwards', async () => {
    const statuses = new Map<number, number>()
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const { status } = await list(world.app)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const served = () => statuses.get(200) ?? 0
    const untilServed = async (more: number) => {
      const target = served() + more
      await expect.poll(served, { timeout: 60_000 }).toBeGreaterThan(target)
    }
    const reads = await countReads(world.app, async () => {
      const clients = Array.from({ length: 8 }, client)
      await untilServed(50)
      await scene.replica.kill()
      await untilServed(50)
      expect(world.app.store.replicas?.report().replicas).toMatchObject([{ state: 'unavailable' }])
      await scene.replica.start()
      await untilReplayed(scene.cluster.primary, scene.replica)
      // Without a forced examination: the process takes it back by itself.
      await expect.poll(() => world.app.store.replicas?.report().replicas[0]?.state, { timeout: 60_000 }).toBe('ok')
      await untilServed(50)
      isOver = true
      await Promise.all(clients)
    })
    expect([...statuses.keys()]).toEqual([200])
    expect(reads.replica).toBeGreaterThan(10)
    expect(reads.lost).toBeGreaterThan(0)
  })

  it('a crash of the primary starts a new epoch, and replicas are used again', async () => {
    const epoch = async () =>
      (await scene.cluster.primary.query<{ id: string }>('select id from parley_replicas.epoch'))[0]
    const before = await epoch()
    expect(before).toBeDefined()
    await scene.cluster.primary.kill()
    await scene.cluster.primary.start()
    await expect.poll(async () => (await epoch())?.id, { timeout: 60_000 }).toMatch(/^[0-9a-f-]{36}$/)
    expect(await epoch()).not.toEqual(before)
    await untilReplayed(scene.cluster.primary, scene.replica)
    await expect.poll(async () => (await checkReplicas(world.app))[0]?.state, { timeout: 60_000 }).toBe('ok')
    await untilReplicaReads(world.app, () => list(world.app))
  })
})
