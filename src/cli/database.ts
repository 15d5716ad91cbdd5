/** `parley migrate`, `parley backup` and `parley restore`. */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../core/config.ts'
import { createLog } from '../core/log.ts'
import { migrate, readMigrations } from '../core/migrate.ts'
import { backUpTo, restoreFrom } from '../services.ts'
import { backupKey, NO_KEY } from './backup-key.ts'
import { isWithin } from './is-within.ts'
import {
  answer,
  type CommonOptions,
  loadConfig,
  requireInstallation,
  withApp,
  withBase,
  withCommonOptions,
} from './settings.ts'
import { UsageError } from './usage-error.ts'

type KeyOptions = CommonOptions & { readonly keyFile?: string }

/** Opens the complete app, which also migrates the tables of the job queue. */
export function registerMigrateCommand(command: Command): void {
  withCommonOptions(command).action(async (options: CommonOptions) => {
    await withApp(
      options,
      async (app) => {
        const migrations = await readMigrations()
        await migrate(app.store.owner, migrations)
        const at = migrations.at(-1)?.name ?? 'empty'
        answer(options, { schema: at }, [`Database migrated. Current schema: ${at}`])
      },
      { createsDatabase: true },
    )
  })
}

export function registerBackupCommand(command: Command): void {
  withCommonOptions(command)
    .argument('<file>', 'backup file to create')
    .option('--encrypt', 'encrypt the backup with BACKUP_PASSPHRASE or the key in BACKUP_KEY_FILE')
    .option('--key-file <file>', 'encrypt the backup with the key in this file, which must not be in the data folder')
    .action(async (file: string, options: KeyOptions & { encrypt?: boolean }) => {
      const config = loadConfig(options)
      requireInstallation(config)
      await requireBackupTarget(file, config)
      const key = await backupKey(options.keyFile, config)
      if (options.encrypt === true && key === undefined) throw new UsageError(NO_KEY)
      const bytes = await backUpTo(file, config, createLog('warn'), key)
      const encrypted = key !== undefined
      const how = encrypted ? 'encrypted' : 'not encrypted'
      // Files of an object store have backups of their own.
      const files = config.filesUrl === undefined ? [] : ['It contains no files: back up the bucket of FILES_URL.']
      answer(options, { file, bytes, encrypted }, [`${file}: ${(bytes / 1e6).toFixed(1)} MB, ${how}.`, ...files])
    })
}

/**
 * Refuses a path that can't become a backup, before the database is read.
 * @throws UsageError
 */
async function requireBackupTarget(file: string, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = dirname(file)
  const [there, parent] = await Promise.all([file, folder].map((path) => stat(path).catch(() => undefined)))
  if (there?.isDirectory() === true)
    throw new UsageError(
      `${file} is a folder. Enter the path of the backup file, such as ${join(file, 'parley.backup')}.`,
    )
  if (parent?.isDirectory() !== true)
    throw new UsageError(`The folder ${folder} of the backup doesn't exist. Create it, or choose another path.`)
  if (await isWithin(dataDir, folder)) {
    throw new UsageError(
      `${file} is in the data folder, so every later backup would contain it. Choose a path in another folder.`,
    )
  }
}

export function registerRestoreCommand(command: Command): void {
  withCommonOptions(command)
    .argument('<file>', 'backup file to restore')
    .option('--key-file <file>', 'file with the key that the backup was encrypted with')
    .action(async (file: string, options: KeyOptions) => {
      const config = loadConfig(options)
      await restoreFrom(file, config, createLog('warn'), await backupKey(options.keyFile, config))
      // Opening the database checks that it is complete, and migrates an older one.
      await withBase(options, async (base) => base.store.ping())
      const place = config.databaseUrl === undefined ? '' : ' and the database of DATABASE_URL'
      answer(options, { data: config.dataDir }, [`Backup restored to ${config.dataDir}${place}`])
    })
}
