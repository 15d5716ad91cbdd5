/**
 * Applies `migrations/` in order, each file in a transaction of its own. A lock allows several processes to start at
 * the same time. Migration fails if the database has a different history, or a newer one that this program can't use.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { OwnerDatabase } from './db.ts'
import type { Log } from './log.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /**
   * Number of the last migration of the oldest program that works with the result: `-- compatible-from: 0066` in the
   * file. Undefined: only programs that contain this migration do.
   */
  readonly compatibleFrom?: number | undefined
}

export interface MigrationResult {
  /** Names of the migrations that this call applied. */
  readonly applied: string[]
  /** Names of newer migrations in the database, with which this program works. */
  readonly newer: string[]
}

/** Key of the advisory lock for migrations. The value is arbitrary. */
const LOCK = 5_417_001

/** PostgreSQL error codes: missing table, and a lock that wasn't available in time. */
const UNDEFINED_TABLE = '42P01'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Milliseconds that a statement of a migration waits for a lock. Requests of other processes queue behind a waiting
 * `alter table`, so it gives up soon and is tried again.
 */
const LOCK_WAIT_MS = 2_000
/** Pauses between the attempts: about ten minutes in total. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, ...Array.from({ length: 19 }, () => 30_000)]

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** @throws Error if the names aren't numbered 0001, 0002 … without gaps */
export async function readMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  names.forEach((name, index) => {
    if (!name.startsWith(`${String(index + 1).padStart(4, '0')}-`)) {
      throw new Error(`Migration ${name} should have number ${index + 1}.`)
    }
  })
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, compatibleFrom: readCompatibleFrom(sql) }
    }),
  )
}

function readCompatibleFrom(sql: string): number | undefined {
  const [, number] = /^-- compatible-from: (\d{4})$/m.exec(sql) ?? []
  return number === undefined ? undefined : Number(number)
}

interface MigrateOptions {
  readonly log?: Pick<Log, 'warn'>
  /** Timer, which tests replace. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** @throws Error if the database has a different history, or a newer one that this program can't use */
export async function migrate(
  owner: OwnerDatabase,
  migrations: readonly Migration[],
  { log, wait = pause }: MigrateOptions = {},
): Promise<MigrationResult> {
  // Most starts find nothing to apply, and one query shows it without the lock.
  const before = await readApplied(owner)
  const missing = migrations.filter((migration) => !isApplied(migration, before.get(migration.name)))
  const applied: string[] = []
  if (missing.length > 0) await prepare(owner)
  for (const migration of missing) {
    for (let attempt = 0; ; attempt++) {
      try {
        if (await apply(owner, migration)) applied.push(migration.name)
        break
      } catch (error) {
        const pauseMs = PAUSES_MS[attempt]
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        if (pauseMs === undefined) throw lockedError(migration, error)
        log?.warn({ migration: migration.name, pauseMs }, 'a migration waits for a table that is in use')
        await wait(pauseMs)
      }
    }
  }
  return { applied, newer: await findNewer(owner, migrations) }
}

const lockedError = ({ name }: Migration, cause: unknown) =>
  new Error(
    `Migration ${name} couldn't lock a table for ten minutes. Find the transactions that use it with ` +
      '`select pid, xact_start, query from pg_stat_activity order by xact_start`, end them, and start Parley again.',
    { cause },
  )

/** @returns false if another process has applied it */
function apply(owner: OwnerDatabase, migration: Migration): Promise<boolean> {
  return owner.transact(async (query) => {
    await query(`select pg_advisory_xact_lock(${LOCK})`)
    const [known] = await query<{ checksum: string }>('select checksum from schema_migrations where name = $1', [
      migration.name,
    ])
    if (isApplied(migration, known?.checksum)) return false
    await query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await query(migration.sql)
    await query('insert into schema_migrations (name, checksum, compatible_from) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      migration.compatibleFrom ?? null,
    ])
    return true
  })
}

/** @throws Error if it was applied with different content */
function isApplied({ name, checksum }: Migration, known: string | undefined): boolean {
  if (known === undefined || known === checksum) return known === checksum
  throw new Error(`Migration ${name} was applied with different content.`)
}

/** Checksums of applied migrations by name. Empty for a new database. */
async function readApplied(owner: OwnerDatabase): Promise<Map<string, string>> {
  try {
    const rows = await owner.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return new Map()
    throw error
  }
}

async function prepare(owner: OwnerDatabase): Promise<void> {
  await owner.transact(async (query) => {
    await query(`select pg_advisory_xact_lock(${LOCK})`)
    await query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    await query('alter table schema_migrations add column if not exists compatible_from integer')
  })
}

/** @throws Error if the database has newer migrations that require a newer program */
async function findNewer(owner: OwnerDatabase, migrations: readonly Migration[]): Promise<string[]> {
  const ours = new Set(migrations.map(({ name }) => name))
  const applied = [...(await readApplied(owner)).keys()].sort()
  const newer = applied.filter((name) => !ours.has(name))
  if (newer.length === 0) return []
  // The row as JSON, because databases of earlier versions have no such column.
  const rows = await owner.query<{ name: string; from: number | null }>(
    `select name, (to_jsonb(m) ->> 'compatible_from')::int as from from schema_migrations m where name = any($1)`,
    [newer],
  )
  const own = migrations.length
  const refused = rows.filter(({ from }) => from === null || from > own).map(({ name }) => name)
  if (refused.length === 0) return newer
  throw new Error(
    `The database is newer than this program: migration ${refused.sort()[0]} changed it so that this program can't use ` +
      'it. Install the version of Parley that was used last, or restore a backup from before its update.',
  )
}
