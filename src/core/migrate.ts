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
  await owner.transact(async (query) => {
    await query(`select pg_advisory_xact_lock(${LOCK})`)
    await query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
  })
  const applied: string[] = []
  for (const migration of migrations) {
    const isNew = await owner.transact(async (query) => {
      await query(`select pg_advisory_xact_lock(${LOCK})`)
      const [known] = await query<{ checksum: string }>('select checksum from schema_migrations where name = $1', [
        migration.name,
      ])
      if (known !== undefined) {
        if (known.checksum === migration.checksum) return false
        throw new Error(`Migration ${migration.name} was applied with another content than this program has.`)
      }
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

async function refuseNewer(owner: OwnerDatabase, migrations: readonly Migration[]): Promise<void> {
  const ours = new Set(migrations.map((migration) => migration.name))
  const rows = await owner.query<{ name: string }>('select name from schema_migrations order by name')
  const unknown = rows.find((row) => !ours.has(row.name))
  if (unknown !== undefined) {
    throw new Error(`The database is newer than this program: it has migration ${unknown.name}. Update Parley.`)
  }
}
