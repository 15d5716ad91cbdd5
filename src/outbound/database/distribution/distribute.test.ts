/** A database on a real Citus cluster, whose coordinator TEST_CITUS_URL names. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../core/log.ts'
import { call } from '../../../testing/call.ts'
import { createOnCluster, dropOnCluster, workersOf } from '../../../testing/cluster.ts'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld } from '../../../testing/world.ts'
import { createStore } from '../postgres-store.ts'
import { readForeignKeys, readTenantTables } from './catalog.ts'
import { checkDistribution } from './check.ts'
import { distribute } from './distribute.ts'
import { readDistributionState } from './engine.ts'

const server = process.env.TEST_CITUS_URL ?? ''
const database = `parley_distribute_${randomBytes(6).toString('hex')}`
const log = createLog('warn')

describe.skipIf(server === '')('a distributed database', () => {
  let url: string
  let environment: Record<string, string>
  let drop: () => Promise<void>
  let caller: Caller
  let conversation: string
  let keysBefore: number

  const withOwner = async <T>(work: (owner: ReturnType<typeof createStore>['owner']) => Promise<T>): Promise<T> => {
    const store = createStore({ connectionString: url, max: 2 }, log, {
      engine: (await readDistributionState(url, log)).engine,
    })
    try {
      return await work(store.owner)
    } finally {
      await store.close()
    }
  }
  const withApp = async (work: (app: TestApp) => Promise<void>): Promise<void> => {
    const app = await createTestApp({ settings: environment })
    await work(app).finally(() => app.close())
  }

  beforeAll(async () => {
    const workers = await workersOf(server)
    expect(workers.length).toBeGreaterThan(1)
    const folder = await mkdtemp(join(tmpdir(), 'parley-distribute-'))
    const address = new URL(server)
    address.pathname = `/${database}`
    url = address.toString()
    environment = { DATABASE_URL: url, DATA_DIR: folder }
    const asAdmin = async (statement: string) => {
      const store = createStore({ connectionString: server, max: 1 }, log)
      await store.outside(1, (query) => query(statement)).finally(() => store.close())
    }
    await asAdmin(`create database ${database}`)
    await createOnCluster(server, workers, database)
    drop = async () => {
      await asAdmin(`drop database ${database} with (force)`)
      await dropOnCluster(server, workers, database)
      await rm(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => drop?.(), 60_000)

  it('has the rows, keys and rights of before, also after an interruption', async () => {
    await withApp(async (app) => {
      const world = await createWorld(app)
      caller = world.org
      conversation = await importFor(world)
      await app.drain(world.acme)
    })
    const counts = `select (select sum(n) from conversation_counts)::int as conversations,
      (select count(*) from changes)::int as changes, (select count(*) from webhook_wakes)::int as wakes`
    const before = await withOwner(({ query }) => query(counts))
    keysBefore = await withOwner(async ({ query }) => (await readForeignKeys(query)).length)
    let steps = 0
    const interrupted = withOwner((owner) =>
      distribute(owner, {
        parts: 4,
        report() {
          if (++steps === 10) throw new Error('interrupted')
        },
      }),
    )
    await expect(interrupted).rejects.toThrow('interrupted')
    await expect(createTestApp({ settings: environment })).rejects.toThrow('foreign keys are missing')
    await withOwner((owner) => distribute(owner, { parts: 4, report() {} }))
    expect(await readDistributionState(url, log)).toEqual({ engine: 'distributed', isComplete: true })
    const report = await withOwner(({ query }) => checkDistribution(query))
    expect(report.problems).toEqual([])
    expect(report.servers.map(({ parts }) => parts > 0)).toEqual(report.servers.map(() => true))
    expect(await withOwner(({ query }) => query(counts))).toEqual(before)
    expect(await withOwner(async ({ query }) => (await readForeignKeys(query)).length)).toBe(keysBefore)
  }, 300_000)

  it('answers requests', async () => {
    await withApp(async (app) => {
      const answer = await call(app, caller, 'GET', `/conversations/${conversation}`)
      expect(answer.status).toBe(200)
      const found = await call(app, caller, 'GET', '/conversations')
      expect([found.status, found.text.includes(conversation)]).toEqual([200, true])
    })
  })

  it('stays as it is when the command runs again', async () => {
    const steps: string[] = []
    await withOwner((owner) => distribute(owner, { parts: 4, report: (step) => steps.push(step) }))
    expect(steps).toEqual([])
  })

  it('gets tables of later migrations, with a key that clears its column', async () => {
    await withOwner(async (owner) => {
      await owner.query(`
        create table later_things (
          organization_id uuid not null references organizations (id), id uuid not null, team_id uuid,
          primary key (organization_id, id),
          foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id));
        select protect_tenant_table('later_things')`)
      await distribute(owner, { parts: 4, report() {} })
      const tables = await readTenantTables(owner.query)
      expect(tables.find(({ name }) => name === 'later_things')?.placement).toBe('tenant')
      const [one] = await owner.query<{ id: string }>('select id from organizations limit 1')
      const team = crypto.randomUUID()
      await owner.query('insert into teams (organization_id, id, name) values ($1, $2, $3)', [one?.id, team, 'North'])
      await owner.query('insert into later_things values ($1, $2, $2)', [one?.id, team])
      await owner.query('delete from teams where organization_id = $1 and id = $2', [one?.id, team])
      expect(await owner.query('select team_id from later_things where organization_id = $1', [one?.id])).toEqual([
        { team_id: null },
      ])
    })
  })

  it('shows an organization its own rows only', async () => {
    const store = createStore({ connectionString: url, max: 1 }, log, { engine: 'distributed' })
    try {
      const rows = await store.owner.transact(async (query) => {
        await query('set local role parley_app')
        await query(`set local parley.organization_id = '${crypto.randomUUID()}'`)
        return query('select id from conversations')
      })
      expect(rows).toEqual([])
    } finally {
      await store.close()
    }
  })
})
