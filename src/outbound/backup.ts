/**
 * Backup and restore of an embedded installation: its whole data folder in one compressed archive.
 *
 * A backup may be taken while the service runs: it holds a transaction, which on the embedded database keeps every other
 * one out, so that the files stand still while they are read, and a checkpoint has written everything to them.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as tar from 'tar'
import type { OwnerDatabase } from '../core/db.ts'
import type { Secret } from '../core/secret.ts'
import { decrypted, encryption, isEncrypted } from './backup-encryption.ts'

/** Belongs to a running process, not to the data. */
const PASSING = new Set(['socket', 'lock', 'lock-journal', 'database.new'])

/**
 * Writes aside and renames at the end: a file of that name is always a whole backup.
 * @param key encrypts it; `undefined`: it is as readable as the data folder
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
 * @throws Error when the folder holds anything, the archive is no backup of ours, or the key is not the one it was
 * encrypted with. Nothing is left behind then.
 */
export async function restore(file: string, dataDir: string, key: Secret | undefined): Promise<void> {
  const target = resolve(dataDir)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new Error(`The data folder ${dataDir} is not empty; restore into a new one.`)
  const source = await openArchive(file, key)
  await mkdir(dirname(target), { recursive: true })
  const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`)
  await mkdir(aside, { mode: 0o700 })
  try {
    const extract = tar.extract({ cwd: aside, strict: true })
    await pipeline(source(), extract as unknown as NodeJS.WritableStream)
    await access(join(aside, 'database', 'PG_VERSION')).catch(() => {
      throw new Error('This file is not a backup of Parley.')
    })
    // Over nothing, or the empty folder that was looked at above.
    await rename(aside, target)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

/** An archive that isn't encrypted is refused where a key is given: somebody may have put it in the place of one that is. */
async function openArchive(file: string, key: Secret | undefined): Promise<() => AsyncIterable<Buffer>> {
  if (await isEncrypted(file)) {
    if (key !== undefined) return decrypted(file, key)
    throw new Error(
      'The backup is encrypted. Name the key that it was encrypted with: --key-file, BACKUP_KEY_FILE or BACKUP_PASSPHRASE.',
    )
  }
  if (key === undefined) return () => createReadStream(file)
  throw new Error(
    'The backup is not encrypted, and a key was given. Restore it without a key if you trust where it comes from.',
  )
}
