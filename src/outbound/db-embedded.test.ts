import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { newId } from '../core/clock.ts'
import { PREPARED } from '../core/db.ts'
import { createLog } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { openEmbedded } from './db-embedded.ts'
import { lockFile } from './file-lock.ts'

it('who finds the data folder held waits, and takes it over when its holder goes without having served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-held-'))
  const held = lockFile(join(folder, 'lock'))
  expect(held).toBeDefined()
  let isOpen = false
  const opening = openEmbedded(folder, 1, createLog('warn')).then((embedded) => {
    isOpen = true
    return embedded
  })
  // Long enough for several looks; while it is held there is nothing else that it could come to.
  await pause(350)
  expect(isOpen).toBe(false)
  held?.release()
  const { store, owns } = await opening
  try {
    expect(owns).toBe(true)
    expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
    // The lock is its own now.
    expect(lockFile(join(folder, 'lock'))).toBeUndefined()
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a statement that one prepared serves all who connect, and is made anew when its table has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-shared-'))
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
    // All connections of both at once, each for the first time.
    const all = await Promise.all(Array.from({ length: 10 }, (_, more) => ask(more % 2 === 0 ? store : guest, more)))
    expect(all).toEqual(Array.from({ length: 10 }, (_, more) => [{ one: 1, more }]))

    await store.owner.query('alter table thing add column two int default 2')
    // PostgreSQL gives no more columns than were told of: whoever asks first hears of it, and nobody after.
    await expect(ask(store)).rejects.toThrow('cached plan must not change result type')
    for (const one of [store, guest, store, guest]) expect(await ask(one)).toEqual([{ one: 1, two: 2, more: 0 }])
  } finally {
    await guest.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('is tidied while it is served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tidied-'))
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
}, 60_000)
