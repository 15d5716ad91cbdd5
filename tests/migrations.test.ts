import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dumpSchema } from '../scripts/dump-schema.ts'
import type { OwnerDatabase } from '../src/core/db.ts'
import { createLog } from '../src/core/log.ts'
import { type Migration, migrate, readMigrations } from '../src/core/migrate.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import { makeEmptyDatabase } from '../src/testing/empty-database.ts'
import { testEnvironment } from '../src/testing/test-database.ts'

const migrations = await readMigrations()
const schema = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')

/** A database of its own: another embedded one, or a second one on the server. */
const { owner, close } = await openScratch()
afterAll(close)

const empty = () =>
  owner.query(
    'drop schema public cascade; drop schema if exists installation cascade; drop schema if exists search_vectors cascade; create schema public; grant usage on schema public to public',
  )

async function openScratch(): Promise<{ owner: OwnerDatabase; close: () => Promise<void> }> {
  const url = (await testEnvironment()).DATABASE_URL
  if (url === undefined) {
    const { dataDir, remove } = await makeEmptyDatabase()
    const pglite = await PGlite.create({ dataDir, extensions: { vector } })
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
      async close() {
        await pglite.close()
        await remove()
      },
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

describe('migrations of an empty database', () => {
  // The statements are the same wherever a run ends: a few places are enough of the older ones, and each of the newest.
  it('applied in several runs make the same schema', async () => {
    await empty()
    const ends = [...new Set([0, 1, 4, 15, 25, ...[3, 2, 1, 0].map((back) => migrations.length - back)])]
    for (const [index, end] of ends.entries()) {
      const { applied } = await migrate(owner, migrations.slice(0, end))
      expect(applied).toEqual(migrations.slice(ends[index - 1] ?? 0, end).map((migration) => migration.name))
    }
    expect(withoutHistory(await dump())).toBe(withoutHistory(schema))
  })

  it('started by several processes at once are applied once', async () => {
    await empty()
    const results = await Promise.all([1, 2, 3].map(() => migrate(owner, migrations)))
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(migrations.map((migration) => migration.name))
    expect(withoutHistory(await dump())).toBe(withoutHistory(schema))
  })
})

describe('migrations', () => {
  // Creating all tables takes seconds, so that the tests share them. Each removes its own migrations and tables.
  beforeAll(async () => {
    await empty()
    await migrate(owner, migrations)
  })
  afterEach(async () => {
    await owner.query('drop table if exists newer, next, half')
    await owner.query('delete from schema_migrations where name <> all($1)', [migrations.map(({ name }) => name)])
    expect(await migrate(owner, migrations)).toEqual({ applied: [], newer: [] })
  })

  it('are asked for, one look for all, where there is nothing to do: every start of a command waits for it', async () => {
    const asked: string[] = []
    const query: OwnerDatabase['query'] = (sql, parameters) => {
      asked.push(sql)
      return owner.query(sql, parameters)
    }
    const transact: OwnerDatabase['transact'] = () => Promise.reject(new Error('There is nothing to write.'))
    expect(await migrate({ ...owner, query, transact }, migrations)).toEqual({ applied: [], newer: [] })
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  it('refuse a database that knows more than this program', async () => {
    await owner.query(`insert into schema_migrations (name, checksum) values ('9999-future.sql', '')`)
    await expect(migrate(owner, migrations)).rejects.toThrow(/newer than this program.*9999-future/)
  })

  it('let a program work that a newer migration names as compatible, and no earlier one', async () => {
    const [next, last] = [migrations.length + 1, migrations.length]
    const newer: Migration = {
      ...{ name: `${String(next).padStart(4, '0')}-newer.sql`, checksum: 'x', compatibleFrom: last },
      sql: 'create table newer (id int)',
    }
    expect((await migrate(owner, [...migrations, newer])).applied).toEqual([newer.name])
    expect(await migrate(owner, migrations)).toEqual({ applied: [], newer: [newer.name] })
    await expect(migrate(owner, migrations.slice(0, -1))).rejects.toThrow(/newer than this program/)
  })

  it('refuse a history that was rewritten', async () => {
    const [first, ...others] = migrations as [Migration, ...Migration[]]
    await expect(migrate(owner, [{ ...first, checksum: 'other' }, ...others])).rejects.toThrow(/different content/)
  })

  it('try again when a table is in use, and give up in the end', async () => {
    const next: Migration = { name: '0099-next.sql', sql: 'create table next (id int)', checksum: 'x' }
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    let refused = 0
    const failing = (times: number): OwnerDatabase => ({
      ...owner,
      transact: (work) =>
        owner.transact((query) =>
          work(async (sql, parameters) => {
            if (sql !== next.sql || refused === times) return query(sql, parameters)
            refused += 1
            throw locked
          }),
        ),
    })
    const pauses: number[] = []
    const wait = async (ms: number) => void pauses.push(ms)
    await expect(migrate(failing(Number.POSITIVE_INFINITY), [...migrations, next], { wait })).rejects.toThrow(
      /0099-next\.sql couldn't lock a table/,
    )
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(500_000)
    refused = 0
    expect((await migrate(failing(3), [...migrations, next], { wait })).applied).toEqual([next.name])
  })

  it('leave nothing of one that fails', async () => {
    const broken = { name: '0099-broken.sql', sql: 'create table half (id int); select 1 / 0', checksum: 'x' }
    const before = await dump()
    await expect(migrate(owner, [...migrations, broken])).rejects.toThrow(/division by zero/)
    expect(await dump()).toBe(before)
  })
})

/** Migrations up to this one were released without these rules. */
const FREE = 66
const ruled = migrations.slice(FREE)

describe('migrations of a running service', () => {
  it.each(ruled)('$name states which programs work with its result', ({ name, compatibleFrom }) => {
    const number = Number(name.slice(0, 4))
    expect(compatibleFrom, 'Write “-- compatible-from: NNNN”, the last migration of the oldest program').toBeDefined()
    expect(compatibleFrom).toBeLessThanOrEqual(number)
  })

  it.each(ruled)('$name reads no table completely while it is locked', ({ sql }) => {
    const statements = sql.replaceAll(/--.*$/gm, '').split(';')
    const created = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table))
    const slow = statements.filter((statement) => {
      const [, table] = /alter table (?:only )?(\w+)/i.exec(statement) ?? []
      if (table === undefined || created.has(table)) return false
      const constrains = /add constraint .*(?:check|foreign key)/is.test(statement) && !/not valid/i.test(statement)
      return constrains || /set not null/i.test(statement)
    })
    expect(slow, 'Add the constraint as `not valid`, and validate it in a statement of its own').toEqual([])
  })

  it('rewrite no table that exists', async () => {
    await empty()
    await migrate(owner, migrations.slice(0, FREE))
    await owner.query(`
      create function public.refuse_rewrite() returns event_trigger language plpgsql as $$
      begin
        raise exception 'The migration rewrites table %.', pg_event_trigger_table_rewrite_oid()::regclass;
      end $$`)
    await owner.query('create event trigger refuse_rewrite on table_rewrite execute function refuse_rewrite()')
    try {
      await migrate(owner, migrations)
      // The trigger works: this change of a type rewrites.
      await expect(owner.query('alter table labels alter column name type varchar(9)')).rejects.toThrow(
        /rewrites table labels/,
      )
    } finally {
      await owner.query('drop event trigger refuse_rewrite; drop function refuse_rewrite()')
    }
  })
})
