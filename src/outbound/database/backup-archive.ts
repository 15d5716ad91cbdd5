/** Archive of a backup: a compressed tar file, encrypted if there is a key. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as tar from 'tar'
import type { Secret } from '../../core/secret.ts'
import { LAST_BACKUP_FILE } from '../files/last-backup.ts'
import { ADDRESS_FILE } from '../files/served-address.ts'
import { STOPPING_FILE } from '../files/stopping-file.ts'
import { decrypted, encryption, isEncrypted } from './backup-encryption.ts'

/** Files of a running process and of this installation alone, which backups exclude. */
const PASSING = new Set([
  ADDRESS_FILE,
  LAST_BACKUP_FILE,
  STOPPING_FILE,
  'socket',
  'lock',
  'lock-journal',
  'database.new',
])

/**
 * Writes entries of a folder to a new file, which only its owner can read.
 * @param key encryption key. Without one, the archive isn't encrypted.
 * @param options.follow whether symbolic links are stored as the files that they refer to
 */
export async function writeArchive(
  folder: string,
  entries: readonly string[],
  file: string,
  key: Secret | undefined,
  { follow = false }: { readonly follow?: boolean } = {},
): Promise<void> {
  const archive = tar.create({ cwd: folder, gzip: { level: 1 }, portable: true, follow }, [...entries])
  const source = archive as unknown as AsyncIterable<Buffer>
  const into = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  await (key === undefined ? pipeline(source, into) : pipeline(source, encryption(key), into))
}

export async function listDataEntries(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !PASSING.has(name))
}

/**
 * Extracts an archive to a new folder. On an error, the folder stays empty.
 * @param accept checks the extracted files before they get their place, and throws an error to refuse them.
 * @throws Error if the folder isn't empty, the file isn't a complete archive, or the key doesn't match
 */
export async function extractArchive(
  file: string,
  dataDir: string,
  key: Secret | undefined,
  accept: (extracted: string) => Promise<void>,
): Promise<void> {
  const target = resolve(dataDir)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new Error(`The data folder ${dataDir} isn't empty. Restore into a new folder.`)
  const source = await openArchive(file, key).catch((error: unknown) => {
    throw toArchiveFault(error, file)
  })
  await mkdir(dirname(target), { recursive: true })
  const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`)
  await mkdir(aside, { mode: 0o700 })
  try {
    const extract = tar.extract({ cwd: aside, strict: true })
    await pipeline(source(), extract as unknown as NodeJS.WritableStream)
    await accept(aside)
    // Fails if the folder is no longer empty.
    await rename(aside, target)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw toArchiveFault(error, file)
  }
}

/** Converts errors of `tar` and `zlib`, which name neither the file nor the next step. Others are returned unchanged. */
function toArchiveFault(error: unknown, file: string): unknown {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code)
  const message =
    code === 'EISDIR'
      ? `${file} is a folder. Enter the path of a backup file.`
      : code === 'TAR_BAD_ARCHIVE'
        ? `${file} isn't a Parley backup. Nothing was restored. Use a file that \`parley backup\` wrote.`
        : code.startsWith('TAR_') || code.startsWith('Z_')
          ? `The backup ${file} is damaged or incomplete. Nothing was restored. Use another copy.`
          : undefined
  return message === undefined ? error : new Error(message, { cause: error })
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
