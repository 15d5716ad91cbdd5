/**
 * One database for a whole test run, shared by every test process: tests keep apart by organization, as customers do.
 * Embedded, unless TEST_DATABASE_URL names a server; there a database of its own is made and dropped again.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
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
  }
}

export const TEST_SECRET = 'a secret for tests that no installation has'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL || undefined
  const { environment, drop } = server === undefined ? await embedded() : await onServer(server)
  // Held open for the run: it owns the embedded database, and test processes join it as guests.
  const app = await openApp(readConfig({ ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' }), createLog('warn'))
  project.provide('environment', { ...environment, SECRET: TEST_SECRET, LOG_LEVEL: 'warn' })
  return async () => {
    await app.close()
    await drop()
  }
}

async function embedded() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  return { environment: { DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) }
}

async function onServer(server: string) {
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  await asAdmin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: url.toString(), DATABASE_POOL: '5', DATA_DIR: folder },
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
