/**
 * One database for a whole test run, shared by every test process: tests keep apart by organization, as customers do.
 * Embedded, unless TEST_DATABASE_URL names a server; there a database of its own is made and dropped again.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openApp } from '../app.ts'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    environment: Record<string, string>
    /** The folder of an embedded database that is made and migrated, to be copied; undefined on a server. */
    database: string | undefined
  }
}

export const TEST_SECRET = 'a secret for tests that no installation has'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL || undefined
  const { environment, database, drop } = server === undefined ? await embedded() : await onServer(server)
  // Held open for the run: it owns the embedded database, and test processes join it as guests.
  const app = await open(environment)
  project.provide('database', database)
  project.provide('environment', { ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' })
  return async () => {
    await app.close()
    await drop()
  }
}

const open = (environment: Record<string, string>) =>
  openApp(readConfig({ ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' }), createLog('warn'))

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
