/**
 * Applies `migrations/` in order, each file in a transaction of its own. A lock allows several processes to start at
 * the same time. Migration fails if the database is newer than this program or has a different history.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { OwnerDatabase } from './db.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Key of the advisory lock for migrations. The value is arbitrary. */
const LOCK = 5_417_001

/** PostgreSQL error code of a missing table. */
const UNDEFINED_TABLE = '42P01'

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
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * @returns names of the migrations applied by this call
 * @throws Error if the database is newer or has a different history
 */
export async function migrate(owner: OwnerDatabase, migrations: readonly Migration[]): Promise<string[]> {
  // Most starts find nothing to apply, and one query shows it without the lock.
  const before = await readApplied(owner)
  const missing = migrations.filter((migration) => !isApplied(migration, before.get(migration.name)))
  const applied: string[] = []
  if (missing.length > 0) await prepare(owner)
  for (const migration of missing) {
    const isNew = await owner.transact(async (query) => {
      await query(`select pg_advisory_xact_lock(${LOCK})`)
      const [known] = await query<{ checksum: string }>('select checksum from schema_migrations where name = $1', [
        migration.name,
      ])
      if (isApplied(migration, known?.checksum)) return false
      await query(migration.sql)
      await query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      return true
    })
    if (isNew) applied.push(migration.name)
  }
  await refuseNewer(owner, migrations)
  return applied
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
  })
}

async function refuseNewer(owner: OwnerDatabase, migrations: readonly Migration[]): Promise<void> {
  const ours = new Set(migrations.map((migration) => migration.name))
  const unknown = [...(await readApplied(owner)).keys()].sort().find((name) => !ours.has(name))
  if (unknown !== undefined) {
    throw new Error(`The database is newer than this program: it has migration ${unknown}. Update Parley.`)
  }
}
