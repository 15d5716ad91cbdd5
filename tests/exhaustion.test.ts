/**
 * What the service depends on goes away under it: every interface answers 503 with `Retry-After` in its own form, `/readyz`
 * names the dependency, and all is well again when it is back.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import type { Store } from '../src/core/db.ts'
import { createLog } from '../src/core/log.ts'
import { createHttpApp } from '../src/http-app.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import { fileForm } from '../src/testing/file-form.ts'
import { Gate } from '../src/testing/gate.ts'
import { scratchDatabase } from '../src/testing/scratch-database.ts'
import { isEmbedded, testEnvironment } from '../src/testing/test-database.ts'
import { UNLIMITED } from '../src/testing/unlimited.ts'
import { createWordEmbedding } from '../src/testing/word-embedding.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
let gate: Gate
let app: App
let server: ReturnType<typeof createHttpApp>

/** A port on which nobody listens. */
const closedPort = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number }
    probe.close(() => resolve(port))
  })
})

beforeAll(async () => {
  world = await createWorld()
  const environment = await testEnvironment()
  const url = new URL(environment.DATABASE_URL ?? 'postgres://postgres@socket/postgres')
  gate = new Gate(
    isEmbedded
      ? { path: join(environment.DATA_DIR ?? '', 'socket', '.s.PGSQL.5432') }
      : { host: url.hostname, port: Number(url.port || 5432) },
  )
  await gate.up()
  url.host = `127.0.0.1:${gate.port}`
  const config = readConfig({
    ...environment,
    DATABASE_URL: url.toString(),
    FILES_URL: `s3://key:secret@bucket?endpoint=http://127.0.0.1:${closedPort}`,
    LIMITS_STORE: `redis://127.0.0.1:${closedPort}`,
    ...UNLIMITED,
  })
  app = await openApp(config, createLog('silent'), { embedding: createWordEmbedding() })
  server = createHttpApp(app)
  await server.ready()
})
afterAll(async () => {
  await server.close()
  await app.close()
  await gate.down()
})

const ask = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers: { authorization: world.org.key, ...headers } })
const toolCall = () =>
  server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${world.alice.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_me', arguments: {} } }),
  })
const asBrowser = {
  accept: 'text/html,*/*',
  cookie: `parley_session=${'a'.repeat(64)}; __Host-parley_session=${'a'.repeat(64)}`,
}
const readiness = async () => {
  const { statusCode, body } = await server.inject({ method: 'GET', url: '/readyz' })
  return { status: statusCode, body: JSON.parse(body) }
}

describe('the database is away', () => {
  it('at REST, SCIM, the tool server and the app, and back again', async () => {
    expect((await ask('/v2/conversations')).statusCode).toBe(200)
    await gate.down()

    const rest = await ask('/v2/conversations')
    expect([rest.statusCode, rest.headers['retry-after']]).toEqual([503, '5'])
    expect(rest.json()).toMatchObject({ status: '503', code: 'database_unavailable' })
    const scim = await ask('/v2/scim/Users')
    expect([scim.statusCode, scim.headers['retry-after'], scim.json().status]).toEqual([503, '5', 503])
    const tool = await toolCall()
    expect([tool.statusCode, tool.headers['retry-after'], tool.json().jsonrpc]).toEqual([503, '5', '2.0'])
    const page = await ask('/conversations', asBrowser)
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('Temporarily unavailable')
    expect(await readiness()).toMatchObject({
      status: 503,
      body: {
        status: 'unavailable',
        dependencies: expect.arrayContaining([{ name: 'database', state: 'unavailable' }]),
      },
    })
    expect((await server.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)

    await gate.up()
    await expect.poll(async () => (await ask('/v2/conversations')).statusCode).toBe(200)
    await expect.poll(async () => (await readiness()).status).toBe(200)
    expect((await toolCall()).statusCode).toBe(200)
  })
})

describe('the store of files is away', () => {
  it('refuses what needs a file, names itself, and leaves everything else alone', async () => {
    const { body: payload, headers } = fileForm('a.txt', 'Some words.')
    const answer = await server.inject({
      ...{ method: 'POST', url: '/v2/knowledge-base/sources/upload', payload },
      headers: { ...headers, authorization: world.org.key },
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ code: 'files_unavailable' })
    const { status, body } = await readiness()
    expect([status, body.status]).toEqual([200, 'degraded'])
    expect(body.dependencies).toContainEqual({ name: 'files', state: 'unavailable' })
  })
})

describe('the store of limits is away', () => {
  it('lets requests pass, as the contract says, and is named', async () => {
    expect((await toolCall()).statusCode).toBe(200)
    expect((await readiness()).body.dependencies).toContainEqual({ name: 'limits', state: 'unavailable' })
  })
})

describe.skipIf(isEmbedded)('a server of PostgreSQL that has nothing left', () => {
  const AWAY = { kind: 'unavailable', code: 'database_unavailable' }
  const role = `parley_poor_${randomBytes(4).toString('hex')}`
  let admin: pg.Client
  let drop: () => Promise<unknown>
  let store: Store
  beforeAll(async () => {
    const scratch = await scratchDatabase()
    drop = scratch.drop
    admin = new pg.Client({ connectionString: scratch.environment.DATABASE_URL })
    await admin.connect()
    await admin.query(`create role ${role} login password 'poor' connection limit 1; create table thing (n int)`)
    await admin.query(`grant all on thing to ${role}`)
    const url = new URL(scratch.environment.DATABASE_URL ?? '')
    url.username = role
    url.password = 'poor'
    store = createStore({ connectionString: url.toString(), max: 3 }, createLog('silent'))
  })
  afterAll(async () => {
    await store.close()
    await admin.query(`drop owned by ${role}; drop role ${role}`)
    await admin.end()
    await drop()
  })

  it('too many connections', async () => {
    const asked = [1, 2, 3].map(() => store.owner.query(`select pg_sleep(0.3)`))
    const failed = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')
    expect(failed.length).toBeGreaterThan(0)
    for (const one of failed) expect((one as PromiseRejectedResult).reason).toMatchObject(AWAY)
    expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('a primary that has become a standby', async () => {
    await admin.query(`alter role ${role} set default_transaction_read_only = on`)
    await store.owner.query(`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
    await expect(store.owner.query('insert into thing values (1)')).rejects.toMatchObject(AWAY)
    await admin.query(`alter role ${role} set default_transaction_read_only = off`)
    await store.owner.query(`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
    await store.owner.query('insert into thing values (1)')
  })
})
