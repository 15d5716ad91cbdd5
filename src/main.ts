/**
 * Command-line interface. Each command is defined in a file in `cli`, which is loaded only if its command is used,
 * because it imports everything that the command needs.
 */
import { Command, CommanderError } from 'commander'
import { describeFailure, describeMisuse } from './cli/describe-failure.ts'
import { resolveOwnModules } from './cli/own-modules.ts'
import { UsageError } from './cli/usage-error.ts'
import { AppError } from './core/errors.ts'
import { toExhaustion } from './core/exhaustion.ts'
import { version } from './core/version.ts'
import { delayWasmOptimization, disableWasmCodeGc } from './core/wasm-code.ts'

interface CommandDefinition {
  readonly name: string
  readonly about: string
  /** Loads the function that adds options, action and subcommands. */
  readonly fill: () => Promise<(command: Command) => void>
}

/** Commands in the order of the help. */
const COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'serve',
    about: 'Start the service',
    fill: async () => (await import('./cli/serve.ts')).registerServeCommand,
  },
  {
    name: 'worker',
    about: 'Run only background tasks, in addition to the service (requires PostgreSQL)',
    fill: async () => (await import('./cli/serve.ts')).registerWorkerCommand,
  },
  {
    name: 'import',
    about: 'Import conversations from transcript files and folders',
    fill: async () => (await import('./cli/import.ts')).registerImportCommand,
  },
  {
    name: 'move',
    about: 'Bring the conversations of another product, with a ledger',
    fill: async () => (await import('./cli/move.ts')).registerMoveCommands,
  },
  {
    name: 'export',
    about: 'Export all conversations of an organization to a folder',
    fill: async () => (await import('./cli/export.ts')).registerExportCommand,
  },
  {
    name: 'reanalyze',
    about: 'Analyze conversations again after changes to settings or models',
    fill: async () => (await import('./cli/reanalyze.ts')).registerReanalyzeCommand,
  },
  {
    name: 'organization',
    about: 'Create organizations and manage their email domains',
    fill: async () => (await import('./cli/identity.ts')).registerOrganizationCommands,
  },
  {
    name: 'team',
    about: 'Create teams',
    fill: async () => (await import('./cli/identity.ts')).registerTeamCommands,
  },
  {
    name: 'user',
    about: 'Create users and sign-in links, and reset second factors',
    fill: async () => (await import('./cli/identity.ts')).registerUserCommands,
  },
  {
    name: 'key',
    about: 'Create, list and revoke API keys',
    fill: async () => (await import('./cli/keys.ts')).registerKeyCommands,
  },
  {
    name: 'limits',
    about: 'Show and set the request limits of an organization',
    fill: async () => (await import('./cli/limits.ts')).registerLimitsCommands,
  },
  {
    name: 'migrate',
    about: 'Migrate the database (each start of the service does this automatically)',
    fill: async () => (await import('./cli/database.ts')).registerMigrateCommand,
  },
  {
    name: 'distribute',
    about: 'Distribute the database over the servers of a Citus cluster, and check it',
    fill: async () => (await import('./cli/distribute.ts')).registerDistributeCommand,
  },
  {
    name: 'doctor',
    about: 'Check the installation and show its configuration',
    fill: async () => (await import('./cli/doctor.ts')).registerDoctorCommand,
  },
  {
    name: 'model',
    about: 'Connect a language model, show it, and disconnect it',
    fill: async () => (await import('./cli/model.ts')).registerModelCommands,
  },
  {
    name: 'models',
    about: 'Add the packages of models in folders',
    fill: async () => (await import('./cli/models.ts')).registerModelsCommands,
  },
  {
    name: 'backup',
    about: 'Back up database, files and secret to one file, also while the service is running',
    fill: async () => (await import('./cli/database.ts')).registerBackupCommand,
  },
  {
    name: 'restore',
    about: 'Restore a backup into a new data folder, and into an empty database with DATABASE_URL',
    fill: async () => (await import('./cli/database.ts')).registerRestoreCommand,
  },
]

resolveOwnModules()
// Also for commands without a database: their other WebAssembly is freed by the same code of V8.
disableWasmCodeGc()
delayWasmOptimization()
try {
  await (await readProgram(process.argv.slice(2))).parseAsync()
} catch (error) {
  process.exitCode = toExitCode(error)
}

/** @param words arguments of the process; only commands among them are loaded, the others have a name and description */
async function readProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('parley')
    .description('Self-hosted conversation intelligence for recorded business conversations')
    .version(version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`parley: ${describeMisuse(text)}\n`) })
    .configureHelp({ showGlobalOptions: true })
  for (const { name, about, fill } of COMMANDS) {
    const command = program.command(name).description(about)
    if (words.includes(name)) (await fill())(command)
  }
  nameHelp(program, program.name())
  return program
}

/** Adds to the errors of a command and its subcommands how to list what they accept. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Run \`${path} --help\` for its usage.`)
  for (const each of command.commands) nameHelp(each, `${path} ${each.name()}`)
}

/** Exit code: 0 success, 1 failure, 2 invalid usage. */
function toExitCode(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
  const error = toExhaustion(thrown)
  process.stderr.write(`parley: ${describeFailure(error)}\n`)
  if (error instanceof AppError)
    for (const { pointer, detail } of error.problems.slice(1)) process.stderr.write(`  ${pointer} ${detail}\n`)
  return error instanceof UsageError || (error instanceof AppError && error.kind === 'invalid') ? 2 : 1
}
