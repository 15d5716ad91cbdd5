/** `parley migrate|doctor|backup|restore`: the house itself. */
import type { Command } from 'commander'
import { backUpTo, restoreFrom } from '../../app.ts'
import { migrate, readMigrations } from '../../core/migrate.ts'
import { addDoctorCommand } from './doctor.ts'
import { answer, type CommonOptions, command, configOf, UsageError, withApp } from './settings.ts'

const EMBEDDED_ONLY =
  'Backups are for the embedded database; with DATABASE_URL use the tools of PostgreSQL, such as pg_dump.'

export function addDatabaseCommands(program: Command): void {
  command(program, 'migrate', 'Bring the database up to date; every start does so too.').action(
    async (options: CommonOptions) => {
      await withApp(options, async (app) => {
        const migrations = await readMigrations()
        await migrate(app.store.owner, migrations)
        const at = migrations.at(-1)?.name ?? 'empty'
        answer(options, { schema: at }, [`The database is at ${at}.`])
      })
    },
  )

  addDoctorCommand(program)

  command(program, 'backup', 'Write the whole data folder to one file; the service may go on running.')
    .argument('<file>', 'archive to write')
    .action(async (file: string, options: CommonOptions) => {
      if (configOf(options).databaseUrl !== undefined) throw new UsageError(EMBEDDED_ONLY)
      await withApp(options, async (app, config) => {
        const bytes = await backUpTo(app, config, file)
        answer(options, { file, bytes }, [`${file}: ${(bytes / 1e6).toFixed(1)} MB.`])
      })
    })

  command(program, 'restore', 'Make a data folder from a backup.')
    .argument('<file>', 'archive to read')
    .action(async (file: string, options: CommonOptions) => {
      const config = configOf(options)
      if (config.databaseUrl !== undefined) throw new UsageError(EMBEDDED_ONLY)
      await restoreFrom(file, config)
      // Opening it proves that it is whole, and brings an older one up to date.
      await withApp(options, async (app) => app.store.ping())
      answer(options, { data: config.dataDir }, [`Restored into ${config.dataDir}.`])
    })
}
