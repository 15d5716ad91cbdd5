/** `parley migrate`, `parley backup` and `parley restore`. */
import type { Command } from 'commander'
import { createLog } from '../core/log.ts'
import { migrate, readMigrations } from '../core/migrate.ts'
import { backUpTo, restoreFrom } from '../services.ts'
import { backupKey, NO_KEY } from './backup-key.ts'
import { answer, type CommonOptions, loadConfig, withApp, withBase, withCommonOptions } from './settings.ts'
import { UsageError } from './usage-error.ts'

type KeyOptions = CommonOptions & { readonly keyFile?: string }

/** Opens the complete app, which also migrates the tables of the job queue. */
export function registerMigrateCommand(command: Command): void {
  withCommonOptions(command).action(async (options: CommonOptions) => {
    await withApp(options, async (app) => {
      const migrations = await readMigrations()
      await migrate(app.store.owner, migrations)
      const at = migrations.at(-1)?.name ?? 'empty'
      answer(options, { schema: at }, [`Database migrated. Current schema: ${at}`])
    })
  })
}

export function registerBackupCommand(command: Command): void {
  withCommonOptions(command)
    .argument('<file>', 'backup file to create')
    .option('--encrypt', 'encrypt the backup with BACKUP_PASSPHRASE or the key in BACKUP_KEY_FILE')
    .option('--key-file <file>', 'encrypt the backup with the key in this file, which must not be in the data folder')
    .action(async (file: string, options: KeyOptions & { encrypt?: boolean }) => {
      const config = loadConfig(options)
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
