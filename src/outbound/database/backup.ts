/**
 * Backup and restore of an embedded installation: its whole data folder in one archive.
 *
 * A backup can run while the service runs. It holds a transaction, which blocks all others on the embedded database, so
 * the files don't change while they are read. A checkpoint has written all data to them.
 */
import { randomBytes } from 'node:crypto'
import { access, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Secret } from '../../core/secret.ts'
import { extractArchive, listDataEntries, writeArchive } from './backup-archive.ts'
import { DUMP_FILE } from './backup-server.ts'
import { markRestored } from './change-epoch.ts'

/**
 * Writes to a temporary file and renames it, so that a file with this name is always a complete backup.
 * @param key encryption key; if `undefined`, the backup isn't encrypted
 * @returns its size in bytes
 */
export async function backUp(
  owner: OwnerDatabase,
  dataDir: string,
  file: string,
  key: Secret | undefined,
): Promise<number> {
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await owner.transact(async (query) => {
      await query('checkpoint')
      await writeArchive(dataDir, await listDataEntries(dataDir), aside, key)
    })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  return (await stat(file)).size
}

/**
 * Restores a backup. On an error, the folder stays empty.
 * @throws Error if the folder isn't empty, the archive isn't a backup of an embedded database, or the key doesn't match
 */
export async function restore(file: string, dataDir: string, key: Secret | undefined): Promise<void> {
  await extractArchive(file, dataDir, key, async (extracted) => {
    const has = (name: string) =>
      access(join(extracted, name)).then(
        () => true,
        () => false,
      )
    if (await has(DUMP_FILE)) {
      throw new Error(
        'The backup is of a PostgreSQL database. Set DATABASE_URL to an empty database, and restore it again.',
      )
    }
    if (!(await has(join('database', 'PG_VERSION'))))
      throw new Error(`${file} isn't a Parley backup. Nothing was restored. Use a file that \`parley backup\` wrote.`)
    await markRestored(extracted)
  })
}
