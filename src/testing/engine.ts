/**
 * One database for a whole test run, shared by every test process: tests keep apart by organization, as customers do.
 * Embedded, unless TEST_DATABASE_URL names a server; there a database of its own is made and dropped again.
 *
 * It starts when the first test asks for it (`test-database.ts`), so that a run of pure tests starts none. Test processes ask
 * on a socket, since Vitest passes values to them only when it starts them.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'
import { TEST_SECRET, type TestDatabase } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the socket that starts the database and returns it. */
    databaseSocket: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-engine-'))
  let started: Promise<TestDatabase & { stop(): Promise<void> }> | undefined
  const server = createServer((_request, response) => {
    started ??= start()
    started.then(
      ({ environment, database }) => response.end(JSON.stringify({ environment, database })),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  const socket = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  project.provide('databaseSocket', socket)
  return async () => {
    server.close()
    await (await started?.catch(() => undefined))?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function start() {
  const server = process.env.TEST_DATABASE_URL || undefined
  const { environment, database, drop } = server === undefined ? await embedded() : await onServer(server)
  // Held open for the run: it owns the embedded database, and test processes join it as guests.
  const app = await open(environment)
  return {
    environment: { ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' },
    database,
    async stop() {
      await app.close()
      await drop()
    },
  }
}

const open = async (environment: Record<string, string>) =>
  (await import('../app.ts')).openApp(
    readConfig({ ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' }),
    createLog('warn'),
  )

/** Made once and copied, for the run and for tests that start processes. */
async function embedded() {
  const made = await mkdtemp(join(tmpdir(), 'parley-made-'))
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const app = await open({ DATA_DIR: made })
  await app.close()
  const database = join(made, 'database')
  await cp(database, join(folder, 'database'), { recursive: true })
  return {
    environment: { DATA_DIR: folder },
    database,
    drop: () => Promise.all([made, folder].map((one) => rm(one, { recursive: true, force: true }))),
  }
}

async function onServer(server: string) {
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  await asAdmin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: url.toString(), DATABASE_POOL: '5', DATA_DIR: folder },
    database: undefined,
    async drop() {
      await asAdmin(server, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
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
