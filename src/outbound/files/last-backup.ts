/**
 * Time of the last backup: that of a file in the data folder, which `parley backup` writes. Operators who back up with
 * other programs run `touch` on it.
 */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Backups don't contain the file, because a restored installation has no backup yet. */
export const LAST_BACKUP_FILE = 'last-backup'

export const recordBackup = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, LAST_BACKUP_FILE), '', { mode: 0o600 })

/** @returns undefined if no backup is known */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  return (await stat(join(dataDir, LAST_BACKUP_FILE)).catch(() => undefined))?.mtime
}
