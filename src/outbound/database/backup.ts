/**
 * Backup and restore of an embedded installation: its whole data folder in one compressed archive.
 *
 * A backup can run while the service runs. It holds a transaction, which blocks all others on the embedded database, so
 * the files don't change while they are read. A checkpoint has written all data to them.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as tar from 'tar'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Secret } from '../../core/secret.ts'
import { ADDRESS_FILE } from '../files/served-address.ts'
import { decrypted, encryption, isEncrypted } from './backup-encryption.ts'
import { markRestored } from './change-epoch.ts'

/** Files of a running process, which backups exclude. */
const PASSING = new Set([ADDRESS_FILE, 'socket', 'lock', 'lock-journal', 'database.new'])

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
      const entries = (await readdir(dataDir)).filter((name) => !PASSING.has(name))
      const archive = tar.create({ cwd: dataDir, gzip: { level: 1 }, portable: true }, entries)
      const source = archive as unknown as AsyncIterable<Buffer>
      const into = createWriteStream(aside, { mode: 0o600, flags: 'wx' })
      await (key === undefined ? pipeline(source, into) : pipeline(source, encryption(key), into))
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
 * @throws Error if the folder isn't empty, the archive isn't a Parley backup, or the key doesn't match
 */
export async function restore(file: string, dataDir: string, key: Secret | undefined): Promise<void> {
  const target = resolve(dataDir)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new Error(`The data folder ${dataDir} isn't empty. Restore into a new folder.`)
  const source = await openArchive(file, key)
  await mkdir(dirname(target), { recursive: true })
  const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`)
  await mkdir(aside, { mode: 0o700 })
  try {
    const extract = tar.extract({ cwd: aside, strict: true })
    await pipeline(source(), extract as unknown as NodeJS.WritableStream)
    await access(join(aside, 'database', 'PG_VERSION')).catch(() => {
      throw new Error("This file isn't a Parley backup.")
    })
    await markRestored(aside)
    // Fails if the folder is no longer empty.
    await rename(aside, target)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

/**
 * Opens the archive. An unencrypted archive is rejected if a key is set, because somebody may have replaced the
 * encrypted one.
 */
async function openArchive(file: string, key: Secret | undefined): Promise<() => AsyncIterable<Buffer>> {
  if (await isEncrypted(file)) {
    if (key !== undefined) return decrypted(file, key)
    throw new Error(
      'The backup is encrypted. Set the key that it was encrypted with: --key-file, BACKUP_KEY_FILE or BACKUP_PASSPHRASE.',
    )
  }
  if (key === undefined) return () => createReadStream(file)
  throw new Error("The backup isn't encrypted, but a key is set. If you trust its source, restore it without a key.")
}
