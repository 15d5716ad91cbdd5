import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type App, openApp } from '../../app.ts'
import { newId } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import type { Writer } from '../../core/db.ts'
import { createLog } from '../../core/log.ts'
import { MAIL_SUBJECTS } from '../../core/mail.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createOrganization } from '../../features/accounts/identity/index.ts'
import { queueMail } from '../../features/platform/mail/index.ts'
import { scratchDatabase } from '../../testing/scratch-database.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const message = { to: 'ann@acme.example', subject: MAIL_SUBJECTS.invitation, text: 'Hello.' }
const asAcme = <T>(work: (tx: Writer) => Promise<T>) => world.app.store.of(world.acme).transact(work)
const waiting = async () => (await jobsOf(world.acme)).length
const jobsOf = (org: string) => world.app.store.owner.query('select id from pgboss.job where group_id = $1', [org])

describe('adding a job', () => {
  it('is part of the transaction, to the savepoint', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const before = await waiting()
    await ctx.transact(async (tx) => {
      await queueMail(ctx, tx, message)
      await sql`savepoint inner_one`.execute(tx)
      await queueMail(ctx, tx, message)
      await sql`rollback to savepoint inner_one`.execute(tx)
    })
    expect(await waiting()).toBe(before + 1)
  })

  it('asks nothing outside of it, which the embedded database could not answer meanwhile', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await Promise.all(Array.from({ length: 12 }, () => ctx.transact((tx) => queueMail(ctx, tx, message))))
    expect(await waiting()).toBeGreaterThanOrEqual(12)
  })

  it('leaves the transaction whole when the input is refused', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const before = await waiting()
    await ctx.transact(async (tx) => {
      await expect(queueMail(ctx, tx, { ...message, to: 'nobody' })).rejects.toThrow(z.ZodError)
      await queueMail(ctx, tx, message)
    })
    expect(await waiting()).toBe(before + 1)
  })
})

describe('the role that serves requests is refused', () => {
  it.each([
    ['to read what was added', () => sql`select data from pgboss.job_common`],
    ['to read it by the table above', () => sql`select id from pgboss.job`],
    ['to change it', () => sql`update pgboss.job_common set priority = 9`],
    ['to delete it', () => sql`delete from pgboss.job_common`],
    ['to make a queue', () => sql`insert into pgboss.queue (name) values ('mine')`],
    ['to change a queue', () => sql`update pgboss.queue set retry_limit = 0`],
    ['to know the version', () => sql`select * from pgboss.version`],
  ])('%s', async (_what, statement) => {
    await expect(asAcme((tx) => statement().execute(tx))).rejects.toThrow(/permission denied/)
  })

  it('to add a job for another organization, or for none', async () => {
    for (const org of [world.rival, null]) {
      const attempt = asAcme((tx) =>
        sql`insert into pgboss.job_common (name, group_id, data) values ('send_mail', ${org}, '{}')`.execute(tx),
      )
      await expect(attempt).rejects.toThrow(/row-level security/)
    }
  })

  it('to see the ids of others', async () => {
    const ctx = world.app.contextFor(world.app.operator(world.rival))
    await ctx.transact((tx) => queueMail(ctx, tx, message))
    const seen = await asAcme((tx) => sql<{ id: string }>`select id from pgboss.job_common`.execute(tx))
    const theirs = await jobsOf(world.rival)
    expect(theirs.length).toBeGreaterThan(0)
    expect(seen.rows.length).toBe(await waiting())
  })
})

describe('processes that start at the same moment on a new database', () => {
  it('agree on the queues, and all of them can add', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-together-'))
    const server = await scratchDatabase()
    const config = readConfig({ DATA_DIR: folder, SECRET: 'x'.repeat(40), DATABASE_POOL: '2', ...server.environment })
    const apps = await Promise.all([0, 1, 2].map(() => openApp(config, createLog('warn'))))
    try {
      for (const app of apps) await addOne(app)
      const [first] = apps
      const [counted] = (await first?.store.owner.query<{ n: number }>('select count(*) as n from pgboss.job')) ?? []
      expect(counted?.n).toBe(3)
    } finally {
      // Clients first, because the owner closes the embedded database.
      for (const app of apps.sort((one, two) => Number(one.ownsDatabase) - Number(two.ownsDatabase))) await app.close()
      await server.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

async function addOne(app: App): Promise<void> {
  const org = newId() as OrganizationId
  const founded = { name: 'New', domains: [], adminEmail: 'admin@new.example' }
  await createOrganization(app.store.of(org), org, app.clock, founded)
  const ctx = app.contextFor(app.operator(org))
  await ctx.transact((tx) => queueMail(ctx, tx, message))
}
