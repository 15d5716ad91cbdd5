/** Encryption key of backups, from a file or a passphrase. A key file must not be in the data that is backed up. */
import { readFile } from 'node:fs/promises'
import { type Config, Secret } from '../core/config.ts'
import { isWithin } from './is-within.ts'
import { UsageError } from './usage-error.ts'

export const NO_KEY = 'Encryption requires a key. Set a key file with --key-file, BACKUP_KEY_FILE or BACKUP_PASSPHRASE.'

const KEY_MIN = 32
const KEY_MAX = 4_096

/**
 * @param named key file of the command line, which takes precedence over the settings
 * @returns undefined without a key
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
    throw new UsageError(`The key file ${file} can't be read (${error.code}). Check the path and its permissions.`)
  })
  if (await isWithin(dataDir, file)) {
    throw new UsageError(
      `The key file ${file} is in the data folder, so every backup would contain it. Move it to another folder.`,
    )
  }
  const key = text.trim()
  if (key.length < KEY_MIN || key.length > KEY_MAX) {
    throw new UsageError(
      `The key file ${file} must contain ${KEY_MIN} to ${KEY_MAX} characters of text. Create one: openssl rand -base64 32 > ${file}`,
    )
  }
  return new Secret(key)
}
