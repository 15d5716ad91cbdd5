/** The real app, served in memory over the run's database; only the clock is fake, when a test asks for one. */
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { type App, mountHttp, openApp } from '../app.ts'
import type { Clock } from '../core/clock.ts'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'

export const PUBLIC_URL = 'http://parley.test'

export interface TestApp extends App {
  readonly server: FastifyInstance
}

/** Closed by itself after the test file. */
export async function createTestApp(ports: { clock?: Clock } = {}): Promise<TestApp> {
  const app = await openApp(readConfig(inject('environment')), createLog('warn'), ports)
  const server = mountHttp(app, () => PUBLIC_URL)
  await server.ready()
  afterAll(async () => {
    await server.close()
    await app.close()
  })
  return { ...app, server }
}
