/** The key of backups: from a file or a passphrase, and never out of the data that is backed up. */
import { readFile, realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { type Config, Secret } from '../../core/config.ts'
import { UsageError } from './usage-error.ts'

export const NO_KEY =
  'There is no key to encrypt with. Name a key file with --key-file, or set BACKUP_KEY_FILE or BACKUP_PASSPHRASE.'

const KEY_MIN = 32
const KEY_MAX = 4_096

/**
 * @param named the file that the command names, which comes before the settings
 * @returns undefined when nothing names a key
 * @throws UsageError
 */
export async function backupKey(
  named: string | undefined,
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
): Promise<Secret | undefined> {
  if (named === undefined && backup.passphrase !== undefined && backup.keyFile !== undefined) {
    throw new UsageError('Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE, not both.')
  }
  const file = named ?? backup.keyFile
  if (file === undefined) return backup.passphrase
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The key file ${file} can't be read (${error.code}).`)
  })
  if (await isWithin(dataDir, file)) {
    throw new UsageError(
      `The key file ${file} is in the data folder, so it would be in each backup. Move it elsewhere.`,
    )
  }
  const key = text.trim()
  if (key.length < KEY_MIN || key.length > KEY_MAX) {
    throw new UsageError(
      `The key file ${file} must hold ${KEY_MIN} to ${KEY_MAX} characters of text. Create one: openssl rand -base64 32 > ${file}`,
    )
  }
  return new Secret(key)
}

/** Also through links. */
async function isWithin(folder: string, file: string): Promise<boolean> {
  const [outer, inner] = [await realpath(folder).catch(() => resolve(folder)), await realpath(file)]
  const path = relative(outer, inner)
  return path !== '..' && !path.startsWith(`..${sep}`)
}
