/**
 * Applies `migrations/` in order, each file in a transaction of its own under a lock, so that any number of processes
 * may start at once. A database that knows more than this program is refused, and so is one whose history differs.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { OwnerDatabase } from './db.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Any constant: the key of the advisory lock that migrating processes queue up behind. */
const LOCK = 5_417_001

/** PostgreSQL's code of a table that is not there. */
const UNDEFINED_TABLE = '42P01'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** @throws Error when names are not numbered 0001, 0002 … without gaps. */
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

/** @returns the names applied by this call. @throws Error when the database is newer or its history differs. */
export async function migrate(owner: OwnerDatabase, migrations: readonly Migration[]): Promise<string[]> {
  // Most starts find nothing to do, and see so by one look: what was applied stays applied.
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

/** @throws Error when it was applied with another content. */
function isApplied({ name, checksum }: Migration, known: string | undefined): boolean {
  if (known === undefined || known === checksum) return known === checksum
  throw new Error(`Migration ${name} was applied with another content than this program has.`)
}

/** By name, the checksum of what is applied; nothing on a database that is new. */
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
