/**
 * Backup and restore of an installation on a PostgreSQL server: a dump by `pg_dump`, and the data folder with the secret and
 * the files, in one archive.
 *
 * The dump is read first. The backup can contain a file that was added later, but no file that the dump refers to
 * is missing.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Secret } from '../../core/secret.ts'
import { extractArchive, listDataEntries, writeArchive } from './backup-archive.ts'
import { markRestored } from './change-epoch.ts'

/** Dump in the archive, in the custom format of pg_dump. */
export const DUMP_FILE = 'postgres.dump'
const SECRET_FILE = 'secret'
/** Begins the names of folders of unfinished backups. */
const ASIDE = '.backup-'

const INSTALL =
  "Install PostgreSQL's client programs, in the server's version or a later one (postgresql-client in Debian)."

/**
 * Writes to a temporary file and renames it, so that a file with this name is always a complete backup. The dump is in the
 * data folder until the archive is complete.
 * @param secret the configured secret, which then isn't in the data folder.
 * @returns size in bytes.
 * @throws Error if pg_dump is missing, is older than the server, or fails
 */
export async function backUpServer(
  given: { readonly databaseUrl: Secret; readonly secret: Secret | undefined; readonly dataDir: string },
  file: string,
  key: Secret | undefined,
): Promise<number> {
  const folder = await mkdtemp(join(resolve(given.dataDir), ASIDE))
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    const dump = join(folder, DUMP_FILE)
    await run('pg_dump', given.databaseUrl, ['--format=custom', '--compress=0', '--no-owner', `--file=${dump}`])
    if (given.secret !== undefined)
      await writeFile(join(folder, SECRET_FILE), `${given.secret.reveal()}\n`, { mode: 0o600 })
    const own = new Set([DUMP_FILE, ...(given.secret === undefined ? [] : [SECRET_FILE])])
    const entries = (await listDataEntries(given.dataDir)).filter((name) => !name.startsWith(ASIDE) && !own.has(name))
    // An archive has one root, and the files stay where they are.
    for (const name of entries) await symlink(join(resolve(given.dataDir), name), join(folder, name))
    await writeArchive(folder, [...own, ...entries], aside, key, { follow: true })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return (await stat(file)).size
}

/**
 * Restores a backup into an empty database and an empty data folder. The database stays empty on an error.
 * @throws Error if the database or the folder isn't empty, pg_restore is missing or fails, the file isn't a backup of a
 * PostgreSQL database, or the key doesn't match
 */
export async function restoreServer(
  given: { readonly databaseUrl: Secret; readonly dataDir: string },
  owner: OwnerDatabase,
  file: string,
  key: Secret | undefined,
): Promise<void> {
  await requireEmptyDatabase(owner)
  await extractArchive(file, given.dataDir, key, async (extracted) => {
    const dump = join(extracted, DUMP_FILE)
    await access(dump).catch(() => {
      throw new Error(
        `${basename(file)} isn't a backup of a PostgreSQL database. To restore an embedded database, unset DATABASE_URL.`,
      )
    })
    await owner.query(CREATE_ROLE)
    await run('pg_restore', given.databaseUrl, ['--single-transaction', '--exit-on-error', '--no-owner', dump])
    await rm(dump)
    await markRestored(extracted)
  })
}

/** The dump grants rights to the role that serves requests. A dump contains no roles, because they belong to the server. */
const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = 'parley_app') then create role parley_app nologin; end if;
end $$`

async function requireEmptyDatabase(owner: OwnerDatabase): Promise<void> {
  const rows = await owner.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`,
  )
  if (rows.length > 0)
    throw new Error("The database of DATABASE_URL isn't empty. Create a new one, and restore the backup there.")
}

/** Runs a client program. The password is in its environment, because other users of a machine can read arguments. */
async function run(program: 'pg_dump' | 'pg_restore', databaseUrl: Secret, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl.reveal())
  const password = decodeURIComponent(url.password)
  url.password = ''
  const child = spawn(program, [`--dbname=${url}`, '--no-password', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }), LC_ALL: 'C' },
  })
  const [said, ended] = await Promise.all([
    text(child.stderr),
    once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`${program} isn't installed. ${INSTALL}`)
    }),
  ])
  if (ended[0] === 0) return
  const advice = /version mismatch|unsupported version/.test(said) ? ` ${INSTALL}` : ''
  throw new Error(`${program} failed: ${said.trim()}${advice}`)
}
