import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { dumpSchema } from '../scripts/dump-schema.ts'
import type { OwnerDatabase } from '../src/core/db.ts'
import { createLog } from '../src/core/log.ts'
import { type Migration, migrate, readMigrations } from '../src/core/migrate.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import { testEnvironment } from '../src/testing/test-database.ts'

const migrations = await readMigrations()
const schema = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')

/** A database of its own, emptied before every test: in memory, or a second one on the server. */
const { owner, close } = await openScratch()
beforeEach(() =>
  owner.query(
    'drop schema public cascade; drop schema if exists installation cascade; drop schema if exists search_vectors cascade; create schema public; grant usage on schema public to public',
  ),
)
afterAll(close)

async function openScratch(): Promise<{ owner: OwnerDatabase; close: () => Promise<void> }> {
  const url = (await testEnvironment()).DATABASE_URL
  if (url === undefined) {
    const pglite = await PGlite.create({ extensions: { vector } })
    const transact: OwnerDatabase['transact'] = (work) =>
      pglite.transaction((tx) =>
        work(async (sql, parameters) => {
          if (parameters !== undefined) return (await tx.query<never>(sql, [...parameters])).rows
          return ((await tx.exec(sql)).at(-1)?.rows ?? []) as never[]
        }),
      )
    const query: OwnerDatabase['query'] = (sql, parameters) => transact((one) => one(sql, parameters))
    return {
      owner: { transact, query, quick: query },
      close: () => pglite.close(),
    }
  }
  const scratch = new URL(url)
  scratch.pathname = `${scratch.pathname}_migrations`
  const server = createStore({ connectionString: url, max: 1 }, createLog('warn'))
  // Not in a transaction: a database cannot be made in one.
  const admin = (await import('pg')).default
  const run = async (sql: string) => {
    const client = new admin.Client({ connectionString: url })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await server.close()
  await run(`create database ${scratch.pathname.slice(1)}`)
  const store = createStore({ connectionString: scratch.toString(), max: 4 }, createLog('warn'))
  return {
    owner: store.owner,
    async close() {
      await store.close()
      await run(`drop database ${scratch.pathname.slice(1)} with (force)`)
    },
  }
}

const dump = () => dumpSchema((sql) => owner.query(sql))
const withoutHistory = (text: string) => text.replace(/create table schema_migrations[^;]*;\n*/s, '')

describe('migrations', () => {
  // The statements are the same ones wherever the seam is: of the older ones a few seams show that, of the newest each.
  it.each([...new Set([0, 1, 4, 15, 25, ...[3, 2, 1, 0].map((back) => migrations.length - back)])])(
    'applied up to number %i, then wholly, make the same schema',
    async (count) => {
      await migrate(owner, migrations.slice(0, count))
      const applied = await migrate(owner, migrations)
      expect(applied).toEqual(migrations.slice(count).map((migration) => migration.name))
      expect(withoutHistory(await dump())).toBe(withoutHistory(schema))
    },
  )

  it('started by several processes at once are applied once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => migrate(owner, migrations)))
    expect(results.flat().sort()).toEqual(migrations.map((migration) => migration.name))
  })

  it('are asked for, one look for all, where there is nothing to do: every start of a command waits for it', async () => {
    await migrate(owner, migrations)
    const asked: string[] = []
    const query: OwnerDatabase['query'] = (sql, parameters) => {
      asked.push(sql)
      return owner.query(sql, parameters)
    }
    const transact: OwnerDatabase['transact'] = () => Promise.reject(new Error('There is nothing to write.'))
    expect(await migrate({ ...owner, query, transact }, migrations)).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  it('refuse a database that knows more than this program', async () => {
    await migrate(owner, migrations)
    await owner.query(`insert into schema_migrations (name, checksum) values ('9999-future.sql', '')`)
    await expect(migrate(owner, migrations)).rejects.toThrow(/newer than this program.*9999-future/)
  })

  it('refuse a history that was rewritten', async () => {
    await migrate(owner, migrations)
    const [first, ...others] = migrations as [Migration, ...Migration[]]
    await expect(migrate(owner, [{ ...first, checksum: 'other' }, ...others])).rejects.toThrow(/different content/)
  })

  it('leave nothing of one that fails', async () => {
    await migrate(owner, migrations)
    const broken = { name: '0099-broken.sql', sql: 'create table half (id int); select 1 / 0', checksum: 'x' }
    const before = await dump()
    await expect(migrate(owner, [...migrations, broken])).rejects.toThrow(/division by zero/)
    expect(await dump()).toBe(before)
  })
})
