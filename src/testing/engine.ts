/**
 * The databases of a test run. Tests keep apart by organization, as customers do, so that files share one.
 *
 * - Where TEST_DATABASE_URL names a server: one database there for all test processes, dropped at the end.
 * - Embedded otherwise: one for each test process. The embedded database runs one statement at a time, so processes that
 *   shared one would wait for each other.
 *
 * A database starts when the first test asks for it (`test-database.ts`), so that a run of pure tests starts none. Test
 * processes ask on a socket, since Vitest passes values to them only when it starts them.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import './coarse-clock.ts'
import { createOnCluster, distributeWith, dropOnCluster, workersOf } from './cluster.ts'
import { makeDatabase, openWith } from './made-database.ts'
import { makeRunFolder } from './run-folder.ts'
import { TEST_SECRET, type TestDatabase } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the socket that starts a database and returns it. */
    databaseSocket: string
  }
}

interface Stoppable {
  stop(): Promise<unknown>
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeRunFolder()
  const url = process.env.TEST_DATABASE_URL || undefined
  const databases = new Map<string, Promise<TestDatabase & Stoppable>>()
  let made: Promise<string> | undefined
  const makeOnce = () => {
    made ??= makeDatabase(join(folder, 'made'), TEST_SECRET)
    return made
  }
  const server = createServer((request, response) => {
    const testProcess = url === undefined ? (request.url ?? '') : 'any'
    const known = databases.get(testProcess)
    const database =
      known ?? (url === undefined ? makeOnce().then((made) => startEmbedded(folder, made)) : startOnServer(url))
    databases.set(testProcess, database)
    database.then(
      ({ environment, database }) => response.end(JSON.stringify({ environment, database })),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  const socket = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  project.provide('databaseSocket', socket)
  return async () => {
    server.close()
    // One that did not start has failed the tests that asked for it.
    const started = await Promise.allSettled(databases.values())
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function startEmbedded(run: string, made: string): Promise<TestDatabase & Stoppable> {
  const folder = await mkdtemp(join(run, 'parley-test-'))
  await cp(made, join(folder, 'database'), { recursive: true })
  return await start({ DATA_DIR: folder }, made, () => rm(folder, { recursive: true, force: true }))
}

async function startOnServer(server: string): Promise<TestDatabase & Stoppable> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  await asAdmin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const environment = { DATABASE_URL: url.toString(), DATABASE_POOL: '5', DATA_DIR: folder }
  const workers = await workersOf(server)
  if (workers.length > 0) {
    await createOnCluster(server, workers, name)
    await (await openWith({ ...environment, SECRET: TEST_SECRET })).close()
    await distributeWith({ ...environment, SECRET: TEST_SECRET })
    // A statement of a request that reads several parts fails.
    url.searchParams.set('options', '-c citus.multi_task_query_log_level=error')
    environment.DATABASE_URL = url.toString()
  }
  return await start(environment, undefined, async () => {
    await asAdmin(server, `drop database ${name} with (force)`)
    await dropOnCluster(server, workers, name)
    await rm(folder, { recursive: true, force: true })
  })
}

/** Holds an app open for the run: it owns an embedded database, and test processes join it as guests. */
async function start(
  environment: Record<string, string>,
  database: string | undefined,
  drop: () => Promise<void>,
): Promise<TestDatabase & Stoppable> {
  const app = await openWith({ ...environment, SECRET: TEST_SECRET })
  return {
    environment: { ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' },
    database,
    async stop() {
      await app.close()
      await drop()
    },
  }
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
