/** `parley migrate|backup|restore`: the house itself. */
import type { Command } from 'commander'
import { backUpTo, restoreFrom } from '../../base.ts'
import { migrate, readMigrations } from '../../core/migrate.ts'
import { answer, type CommonOptions, configOf, withApp, withBase, withCommonOptions } from './settings.ts'
import { UsageError } from './usage-error.ts'

const EMBEDDED_ONLY =
  'Backups are for the embedded database; with DATABASE_URL use the tools of PostgreSQL, such as pg_dump.'

/** With the whole app, which has tables of its own to bring up to date: those of its jobs. */
export function fillMigrate(command: Command): void {
  withCommonOptions(command).action(async (options: CommonOptions) => {
    await withApp(options, async (app) => {
      const migrations = await readMigrations()
      await migrate(app.store.owner, migrations)
      const at = migrations.at(-1)?.name ?? 'empty'
      answer(options, { schema: at }, [`The database is at ${at}.`])
    })
  })
}

export function fillBackup(command: Command): void {
  withCommonOptions(command)
    .argument('<file>', 'archive to write')
    .action(async (file: string, options: CommonOptions) => {
      if (configOf(options).databaseUrl !== undefined) throw new UsageError(EMBEDDED_ONLY)
      await withBase(options, async (base, config) => {
        const bytes = await backUpTo(base, config, file)
        answer(options, { file, bytes }, [`${file}: ${(bytes / 1e6).toFixed(1)} MB.`])
      })
    })
}

export function fillRestore(command: Command): void {
  withCommonOptions(command)
    .argument('<file>', 'archive to read')
    .action(async (file: string, options: CommonOptions) => {
      const config = configOf(options)
      if (config.databaseUrl !== undefined) throw new UsageError(EMBEDDED_ONLY)
      await restoreFrom(file, config)
      // Opening it proves that it is whole, and brings an older one up to date.
      await withBase(options, async (base) => base.store.ping())
      answer(options, { data: config.dataDir }, [`Restored into ${config.dataDir}.`])
    })
}
