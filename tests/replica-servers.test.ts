/**
 * Servers that `DATABASE_READ_URL` can lead to: replicas behind a pooler, several replicas, and servers that aren't
 * replicas of the primary. Parley refuses the latter with a reason, and works without them.
 */
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { call } from '../src/testing/call.ts'
import type { TestApp } from '../src/testing/create-test-app.ts'
import { Gate } from '../src/testing/gate.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { pgbouncerCommand, startPgBouncer } from '../src/testing/pgbouncer.ts'
import { postgresFolder } from '../src/testing/postgres-cluster.ts'
import {
  checkReplicas,
  countReads,
  openReplicaScene,
  type ReplicaScene,
  SCENE_SECRET,
  untilReplayed,
  untilReplicaReads,
} from '../src/testing/replica-fixtures.ts'
import { startParley } from '../src/testing/run-parley.ts'
import { pathOf, samplesOf } from './samples/index.ts'

describe.skipIf(postgresFolder === undefined)('servers of replicas (skipped without TEST_POSTGRES_BIN)', () => {
  let scene: ReplicaScene
  beforeAll(async () => {
    scene = await openReplicaScene()
  })
  afterAll(() => scene?.close())

  const lists = (app: TestApp) => () => call(app, scene.world.org, 'GET', '/conversations')
  /** Where a process reads with these replicas, and their states. */
  async function tryReplicas(DATABASE_READ_URL: string) {
    const app = await scene.open({ DATABASE_READ_URL })
    try {
      const reports = await checkReplicas(app)
      const reads = await countReads(app, async () => expect((await lists(app)()).status).toBe(200))
      return { app, reports, reads }
    } finally {
      await app.server.close()
      await app.close()
    }
  }

  it('every operation that reads works on the replica, and none is repeated on the primary', async () => {
    const { world } = scene
    const open = await importFor(world, { applicationExternalID: 'open' })
    const samples = await samplesOf(world, open, 'open')
    await world.app.drain(world.acme)
    await untilReplayed(scene.cluster.primary, scene.replica)
    const repeated: string[] = []
    const onReplica: string[] = []
    for (const operation of operations.filter(({ requires }) => requires.scope === 'read')) {
      const sample = samples[operation.id] ?? {}
      const path = pathOf(operation.rest.path, sample)
      const { query, body, headers } = sample
      const options = { ...(query && { query }), ...(body === undefined ? {} : { body }), ...(headers && { headers }) }
      /** Whether a read was repeated. On a busy machine, the replica can miss a time limit, but not each time. */
      const isRepeated = async () => {
        await untilReplayed(scene.cluster.primary, scene.replica)
        await checkReplicas(world.app)
        const reads = await countReads(world.app, async () => {
          const { status } = await call(world.app, sample.caller ?? world.org, operation.rest.method, path, options)
          expect([operation.id, status < 500]).toEqual([operation.id, true])
        })
        if (reads.replica > 0 && !onReplica.includes(operation.id)) onReplica.push(operation.id)
        return reads.repeated > 0
      }
      if ((await isRepeated()) && (await isRepeated()) && (await isRepeated())) repeated.push(operation.id)
    }
    expect(repeated).toEqual([])
    expect(onReplica).toEqual(expect.arrayContaining(['listConversations', 'searchConversations', 'getTeamReport']))
    expect(onReplica).not.toContain('listChanges')
    expect(onReplica.length).toBeGreaterThan(100)
  }, 240_000)

  it('several replicas share the reads, and a lost one is left out', async () => {
    const second = await scene.cluster.addReplica()
    const app = await scene.open({ DATABASE_READ_URL: `${scene.replica.url},${second.url}` })
    await untilReplayed(scene.cluster.primary, scene.replica)
    await untilReplayed(scene.cluster.primary, second)
    expect(await checkReplicas(app)).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
    await second.kill()
    const reads = await countReads(app, async () => {
      for (let round = 0; round < 6; round += 1) expect((await lists(app)()).status).toBe(200)
    })
    expect(reads.replica + reads.repeated).toBe(6)
    expect(reads.replica).toBeGreaterThanOrEqual(5)
    expect(await checkReplicas(app)).toMatchObject([{ state: 'ok' }, { state: 'unavailable' }])
    const ready = await app.server.inject({ url: '/readyz' })
    expect(ready.statusCode).toBe(200)
    expect(JSON.parse(ready.body)).toMatchObject({
      status: 'degraded',
      dependencies: expect.arrayContaining([{ name: 'replicas', state: 'unavailable' }]),
    })
    const { body: metrics } = await app.server.inject({ url: '/metrics' })
    const [name, secondName] = [scene.replica, second].map(({ port }) => `127.0.0.1:${port}/postgres`)
    expect(metrics).toContain(`parley_replica_up{replica="${name}"} 1`)
    expect(metrics).toContain(`parley_replica_up{replica="${secondName}"} 0`)
    expect(metrics).toContain(`parley_replica_lag_bytes{replica="${name}"} `)
    expect(metrics).not.toContain(`parley_replica_lag_bytes{replica="${secondName}"}`)
    expect(metrics).toMatch(/^parley_reads_total\{outcome="replica"\} [1-9]/m)
  })

  it('refuses the primary, another cluster and another database, and says what to do', async () => {
    const { primary } = scene.cluster
    const itself = await tryReplicas(primary.url)
    expect(itself.reports).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('is a primary, not a streaming replica') },
    ])
    expect(itself.reads).toMatchObject({ replica: 0, lost: 1 })

    const foreign = await scene.cluster.addPrimary()
    expect((await tryReplicas(foreign.url)).reports).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('belongs to another cluster') },
    ])
    await foreign.kill()

    await primary.query('create database another')
    await untilReplayed(primary, scene.replica)
    const database = await tryReplicas(scene.replica.url.replace(/postgres$/, 'another'))
    expect(database.reports).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('names another database than DATABASE_URL') },
    ])
    expect((await tryReplicas('postgres://postgres@127.0.0.1:1/postgres')).reports).toMatchObject([
      { state: 'unavailable', detail: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('a copy of the primary with the same system identifier is refused too', async () => {
    const copy = await scene.cluster.addPrimary({ copy: true })
    expect((await tryReplicas(copy.url)).reports).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('is a primary, not a streaming replica') },
    ])
    await copy.kill()
  })

  it('stays away from replicas while another process writes without marks', async () => {
    const unmarked = await scene.open({ DATABASE_READ_URL: '' })
    const app = await scene.open({})
    await lists(unmarked)()
    expect(await checkReplicas(app)).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('writes without DATABASE_READ_URL') },
    ])
    await unmarked.server.close()
    await unmarked.close()
    await expect.poll(async () => (await checkReplicas(app))[0]?.state).toBe('ok')
  })

  it('doctor names the state of each replica', async () => {
    const doctor = async (DATABASE_READ_URL: string) => {
      const env = { DATABASE_URL: scene.cluster.primary.url, DATABASE_READ_URL, SECRET: SCENE_SECRET }
      const child = startParley(['doctor', '--data', scene.folder], { env: { ...env, EMBEDDING_PROVIDER: 'none' } })
      const exit = once(child, 'exit')
      return { out: await text(child.stdout), code: (await exit)[0] }
    }
    const good = await doctor(scene.replica.url)
    expect(good.out).toMatch(
      new RegExp(`^ok +read replica +127.0.0.1:${scene.replica.port}/postgres, \\d+ bytes behind`, 'm'),
    )
    const bad = await doctor(scene.cluster.primary.url)
    expect(bad.out).toMatch(/^FAIL +read replica .+ is a primary/m)
    expect(bad.code).toBe(1)
  })

  it.skipIf(pgbouncerCommand === undefined)('works behind PgBouncer in transaction mode', async () => {
    const poolers = [
      await startPgBouncer(scene.cluster.primary.url, { default_pool_size: 2 }),
      await startPgBouncer(scene.replica.url, { default_pool_size: 2 }),
    ]
    const [primary, replica] = poolers.map(({ url }) => url) as [string, string]
    try {
      const app = await scene.open({ DATABASE_URL: primary, DATABASE_READ_URL: replica })
      await untilReplayed(scene.cluster.primary, scene.replica)
      expect(await checkReplicas(app)).toMatchObject([{ state: 'ok' }])
      const reads = await countReads(app, async () => {
        const answers = await Promise.all(Array.from({ length: 30 }, lists(app)))
        expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
      })
      expect(reads).toMatchObject({ repeated: 0, lost: 0 })
      expect(reads.replica).toBeGreaterThan(0)
      const [state] = await scene.replica.query<{ left: number }>(
        "select count(*)::int as left from pg_stat_activity where state like 'idle in transaction%'",
      )
      expect(state).toEqual({ left: 0 })
      await scene.replica.query('select pg_wal_replay_pause()')
      const id = await importFor({ ...scene.world, app }, { conversationTitle: 'Behind the pooler' })
      const own = await countReads(scene.other, async () => {
        const { status } = await call(scene.other, scene.world.org, 'GET', `/conversations/${id}`)
        expect(status).toBe(200)
      })
      expect(own).toMatchObject({ replica: 0, behind: 1 })
    } finally {
      await scene.replica.query('select pg_wal_replay_resume()')
      for (const pooler of poolers) await pooler.stop()
    }
  })

  it('a replica whose network is silent is left out, and no request fails', async () => {
    const gate = new Gate({ host: '127.0.0.1', port: scene.replica.port })
    await gate.up()
    try {
      const app = await scene.open({ DATABASE_READ_URL: `postgres://postgres@127.0.0.1:${gate.port}/postgres` })
      await untilReplayed(scene.cluster.primary, scene.replica)
      await checkReplicas(app)
      await untilReplicaReads(app, lists(app))
      gate.freeze()
      const reads = await countReads(app, async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, lists(app)))
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      })
      expect(reads.repeated).toBeGreaterThan(0)
      // The replica can be left out, by a check or a full pool, before each of them tries it.
      expect(reads.replica).toBe(0)
      expect(Object.values(reads).reduce((sum, count) => sum + count, 0)).toBe(10)
      expect(app.store.replicas?.report().replicas).toMatchObject([
        { state: 'unavailable', detail: expect.stringMatching(/did not respond within 2 seconds|connection timeout/) },
      ])
      gate.thaw()
      await expect.poll(() => app.store.replicas?.report().replicas[0]?.state, { timeout: 60_000 }).toBe('ok')
      await untilReplicaReads(app, lists(app))
    } finally {
      await gate.down()
    }
  })

  it('marks of a dump that was restored elsewhere mean nothing', async () => {
    const { primary } = scene.cluster
    // One statement: the app of the scene checks its replicas meanwhile, and may already begin another epoch.
    const [before] = await primary.query<{ id: string }>(
      `with marked as (update parley_replicas.writes set lsn = 'FFFF/0')
       update parley_replicas.epoch set cluster = 'another/5' returning id`,
    )
    const app = await scene.open({})
    await checkReplicas(app)
    const [after] = await primary.query<{ id: string; same: boolean; marks: number }>(
      `select id, id = (select epoch from parley_replicas.lineage) as same,
         (select count(*)::int from parley_replicas.writes) as marks from parley_replicas.epoch`,
    )
    expect(after).toMatchObject({ same: true, marks: 0 })
    expect(after?.id).not.toBe(before?.id)
    await untilReplayed(primary, scene.replica)
    expect(await checkReplicas(app)).toMatchObject([{ state: 'ok' }])
  })

  it('a promoted replica is left out at once, and so is a replica that follows the former primary', async () => {
    const { cluster, replica, world } = scene
    const left = await cluster.addReplica()
    for (const one of [replica, left]) await untilReplayed(cluster.primary, one)
    expect(await checkReplicas(world.app)).toMatchObject([{ state: 'ok' }])
    await replica.query('select pg_promote()')
    const reads = await countReads(world.app, async () => {
      for (let round = 0; round < 5; round += 1) expect((await lists(world.app)()).status).toBe(200)
    })
    expect(reads.replica).toBe(0)
    expect(world.app.store.replicas?.report().replicas).toMatchObject([
      { state: 'refused', detail: expect.stringContaining('the replica was promoted') },
    ])

    // The log of the former primary goes on, so its replica is ahead of the new primary by position alone.
    await cluster.primary.query('create table filler as select generate_series(1, 100000) as n')
    await untilReplayed(cluster.primary, left)
    const failedOver = async (DATABASE_READ_URL: string) => {
      const app = await scene.open({ DATABASE_URL: replica.url, DATABASE_READ_URL })
      return { app, reports: await checkReplicas(app) }
    }
    const { app, reports } = await failedOver(left.url)
    expect(reports).toMatchObject([{ state: 'refused', detail: expect.stringContaining('follows another server') }])
    expect(await countReads(app, lists(app))).toMatchObject({ replica: 0, lost: 1 })

    const follower = await cluster.addReplica({}, replica)
    await untilReplayed(replica, follower)
    const { app: good } = await failedOver(follower.url)
    await lists(good)()
    await untilReplayed(replica, follower)
    expect(await checkReplicas(good)).toMatchObject([{ state: 'ok' }])
    await untilReplicaReads(good, lists(good))
  }, 300_000)
})
