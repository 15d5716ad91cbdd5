import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../core/clock.ts'
import { PREPARED } from '../../core/db.ts'
import { describeThrown } from '../../core/errors.ts'
import { createLog } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { lockFile } from '../files/file-lock.ts'
import { isStopping, writeStopping } from '../files/stopping-file.ts'
import { openEmbedded } from './embedded.ts'

/** Created once, because creating a database takes seconds. */
const template = await mkdtemp(join(tmpdir(), 'parley-template-'))
beforeAll(async () => {
  const { store } = await openEmbedded(template, 1, createLog('warn'))
  await store.close()
})
afterAll(() => rm(template, { recursive: true, force: true }))

async function folderWithDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-embedded-'))
  await cp(join(template, 'database'), join(folder, 'database'), { recursive: true })
  return folder
}

it('who finds the data folder held waits, and takes it over when its holder goes without having served', async () => {
  const folder = await folderWithDatabase()
  const held = lockFile(join(folder, 'lock'))
  expect(held).toBeDefined()
  let isOpen = false
  const opening = openEmbedded(folder, 1, createLog('warn')).then((embedded) => {
    isOpen = true
    return embedded
  })
  // Long enough for several attempts, which all find the lock held.
  await pause(350)
  expect(isOpen).toBe(false)
  held?.release()
  const { store, owns } = await opening
  try {
    expect(owns).toBe(true)
    expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
    // The lock belongs to the second process now.
    expect(lockFile(join(folder, 'lock'))).toBeUndefined()
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a process waits for the end of an owner that is stopping, although its database responds', async () => {
  const folder = await folderWithDatabase()
  // Left by an owner that was killed while it stopped: the first process takes the free lock and removes it.
  writeStopping(folder)
  const owner = await openEmbedded(folder, 1, createLog('warn'))
  expect([owner.owns, isStopping(folder)]).toEqual([true, false])
  owner.announceStop()
  const warn = vi.fn()
  let isOpen = false
  const opening = openEmbedded(folder, 1, Object.assign(createLog('error'), { warn })).then((embedded) => {
    isOpen = true
    return embedded
  })
  await pause(350)
  expect([isOpen, await owner.store.owner.query('select 1 as one')]).toEqual([false, [{ one: 1 }]])
  await owner.store.close()
  const { store, owns } = await opening
  try {
    expect([owns, isStopping(folder)]).toEqual([true, false])
    expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
    expect(warn.mock.calls).toEqual([[{ folder }, expect.stringContaining('is stopping; waiting for its end')]])
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('an error names the data folder if the process that serves it has ended', async () => {
  const folder = await folderWithDatabase()
  const owner = await openEmbedded(folder, 1, createLog('warn'))
  const { store: guest, owns } = await openEmbedded(folder, 1, createLog('error'))
  expect(owns).toBe(false)
  await owner.store.close()
  const refused = guest.owner.query('select 1').then(String, describeThrown)
  expect(await refused).toBe(
    `The Parley process that served the data folder ${folder} has ended or can't be reached. Start this command again.`,
  )
  await guest.close()
  await rm(folder, { recursive: true, force: true })
})

it('a statement that one prepared serves all who connect, and is made anew when its table has changed', async () => {
  const folder = await folderWithDatabase()
  const { store } = await openEmbedded(folder, 3, createLog('warn'))
  const { store: guest, owns } = await openEmbedded(folder, 2, createLog('warn'))
  try {
    expect(owns).toBe(false)
    await store.owner.query(
      'create role parley_app; create table thing as select 1 as one; grant select on thing to parley_app',
    )
    const org = newId() as OrganizationId
    const ask = async ({ of }: typeof store, more = 0) => {
      const asked = sql<object>`${sql.raw(PREPARED)} select thing.*, ${more}::int as more from thing`
      return (await asked.execute(of(org).read)).rows
    }
    // All connections of both clients at the same time, each for the first time.
    const all = await Promise.all(Array.from({ length: 10 }, (_, more) => ask(more % 2 === 0 ? store : guest, more)))
    expect(all).toEqual(Array.from({ length: 10 }, (_, more) => [{ one: 1, more }]))

    // As Parley's own clients, they share prepared statements and need no session reset.
    const prepared = await store.owner.query<{ name: string }>('select name from pg_prepared_statements')
    expect(prepared.map(({ name }) => name.replace(/_[0-9a-f]+$/, ''))).toEqual(['parley'])

    await store.owner.query('alter table thing add column two int default 2')
    // PostgreSQL rejects the outdated plan once; later statements are prepared again.
    await expect(ask(store)).rejects.toThrow('cached plan must not change result type')
    for (const one of [store, guest, store, guest]) expect(await ask(one)).toEqual([{ one: 1, two: 2, more: 0 }])
  } finally {
    await guest.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('is tidied while it is served', async () => {
  const folder = await folderWithDatabase()
  const { store } = await openEmbedded(folder, 1, createLog('warn'))
  try {
    await store.owner.query('create table thing as select n from generate_series(1, 2000) as n')
    const rows = async () =>
      await store.owner.query(`select reltuples::int as n from pg_class where relname = 'thing' and relallvisible > 0`)
    await vi.waitFor(async () => expect(await rows()).toEqual([{ n: 2000 }]), { timeout: 30_000, interval: 250 })
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a database that ends by itself is opened again, with everything that was committed', async () => {
  const folder = await folderWithDatabase()
  const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const { store, isAlive } = await openEmbedded(folder, 3, log)
  try {
    await store.owner.query('create table thing (n int)')
    await store.owner.query('insert into thing values (1), (2)')
    // PostgreSQL ends the only session when it is idle for too long.
    const end = () =>
      store.owner.transact(async (query) => {
        await query('insert into thing values (3)')
        await query('set local idle_in_transaction_session_timeout = 1')
        await pause(50)
        await query('select 1')
      })
    await expect(end()).rejects.toMatchObject({ kind: 'unavailable', code: 'database_unavailable' })
    await vi.waitFor(() => expect(isAlive()).toBe(false), { timeout: 5_000, interval: 5 })
    await expect(store.ping()).rejects.toMatchObject({ code: 'database_unavailable' })
    await vi.waitFor(async () => expect(await store.owner.query('select n from thing')).toHaveLength(2), {
      ...{ timeout: 30_000, interval: 50 },
    })
    expect(isAlive()).toBe(true)
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ reason: expect.stringContaining('FATAL') })
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})
