/** A job queue of its own, with two organizations, and the processes that a test opens on it. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach } from 'vitest'
import { z } from 'zod'
import { openApp } from '../app.ts'
import { newId, systemClock } from '../core/clock.ts'
import { readConfig } from '../core/config.ts'
import { defineJob, type Job, type JobRunner } from '../core/jobs.ts'
import { createLog, type Log } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { createOrganization } from '../features/accounts/identity/index.ts'
import { openJobs } from '../outbound/jobs/database.ts'
import { createRunner, type RunnerOptions } from '../outbound/jobs/runner.ts'
import { scratchInstallation } from './scratch-database.ts'

const input = z.object({ n: z.int() })
export type Numbered = Job<typeof input>

/** A job with a name of its own. */
export const fresh = (job: Omit<Numbered, 'id' | 'input'>): Numbered =>
  defineJob({ id: `test_${randomBytes(6).toString('hex')}`, input, ...job })

export const quiet = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Log

/** Opens a queue in a database of its own. The hooks of the test file empty it after each test, and drop it. */
export async function openFairQueue() {
  const installation = await scratchInstallation()
  const app = await openApp(readConfig(installation.environment), createLog('warn'))
  async function found(name: string): Promise<OrganizationId> {
    const org = newId() as OrganizationId
    const first = { name, domains: [], adminEmail: `admin@${name.toLowerCase()}.example` }
    await createOrganization(app.store.of(org), org, app.clock, first)
    return org
  }
  // In this order, so that the busy organization has the lowest ID.
  const busy = await found('Busy')
  const single = await found('Single')

  /** What to close after the test, last one first. */
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await app.store.owner.query('delete from pgboss.job')
  })
  afterAll(async () => {
    await app.close()
    await installation.drop()
  })

  async function open(jobs: readonly Numbered[], given: Partial<RunnerOptions> = {}) {
    const database = await openJobs(app.store.owner, jobs, systemClock, quiet)
    const store = database.watched(app.store)
    const runner: JobRunner = createRunner(database, app.store.owner, {
      jobs,
      contextFor: (org) => ({ ...app.contextFor(app.operator(org)), modelFor: () => undefined }),
      ...{ clock: systemClock, log: quiet, signals: { job() {} } },
      ...{ heartbeats: app.heartbeats, alone: false, pollSeconds: 0.05 },
      ...given,
    })
    closing.push(async () => {
      await runner.stop()
      await database.close()
    })
    const add = (org: OrganizationId, job: Numbered, n: number, startAfter?: Date) =>
      store
        .of(org)
        .transact((tx) => database.jobs.add(tx, org, job, { n }, startAfter === undefined ? {} : { startAfter }))
    const addMany = async (org: OrganizationId, job: Numbered, count: number) => {
      await store.of(org).transact(async (tx) => {
        for (let n = 0; n < count; n++) await database.jobs.add(tx, org, job, { n })
      })
    }
    return { runner, add, addMany }
  }

  return { app, busy, single, open, closing }
}

/** Waits until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (holds()) return
    await pause(25)
  }
  throw new Error('It did not come about within ten seconds.')
}

/** Jobs that run until they are ended. */
export function createGate() {
  const underWay: { org: string; end: () => void }[] = []
  const started: string[] = []
  return {
    underWay,
    started,
    of: (org: string) => underWay.filter((one) => one.org === org).length,
    endOne(org: string) {
      const place = underWay.findIndex((one) => one.org === org)
      underWay.splice(place, 1)[0]?.end()
    },
    endAll() {
      for (const { end } of underWay.splice(0)) end()
    },
    handle: (org: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      started.push(org)
      underWay.push({ org, end: resolve })
      return promise
    },
  }
}
