/**
 * The command line. Each command is filled in by a file in `inbound/cli`; here they are only gathered. That file is read
 * when its command is named, since it brings along all that the command works with.
 */
import { Command, CommanderError } from 'commander'
import { AppError, describeThrown } from './core/errors.ts'
import { toExhaustion } from './core/exhaustion.ts'
import { version } from './core/version.ts'
import { UsageError } from './inbound/cli/usage-error.ts'

interface Known {
  readonly name: string
  readonly about: string
  /** What gives it its options and its action, or the commands below it. */
  readonly fill: () => Promise<(command: Command) => void>
}

/** In the order that the help tells them in. */
const COMMANDS: readonly Known[] = [
  {
    name: 'serve',
    about: 'Start the service.',
    fill: async () => (await import('./inbound/cli/serve.ts')).fillServe,
  },
  {
    name: 'worker',
    about: 'Do background work only; for a second process on PostgreSQL.',
    fill: async () => (await import('./inbound/cli/serve.ts')).fillWorker,
  },
  {
    name: 'import',
    about: 'Import conversations from files and folders, in any transcript form.',
    fill: async () => (await import('./inbound/cli/transfer.ts')).fillImport,
  },
  {
    name: 'export',
    about: 'Write every conversation of an organization to a folder.',
    fill: async () => (await import('./inbound/cli/transfer.ts')).fillExport,
  },
  {
    name: 'reanalyze',
    about: 'Have conversations analyzed again: what something has changed for since.',
    fill: async () => (await import('./inbound/cli/reanalyze.ts')).fillReanalyze,
  },
  {
    name: 'organization',
    about: 'Organizations.',
    fill: async () => (await import('./inbound/cli/identity.ts')).fillOrganization,
  },
  {
    name: 'team',
    about: 'Teams.',
    fill: async () => (await import('./inbound/cli/identity.ts')).fillTeam,
  },
  {
    name: 'user',
    about: 'Users.',
    fill: async () => (await import('./inbound/cli/identity.ts')).fillUser,
  },
  {
    name: 'key',
    about: 'API keys.',
    fill: async () => (await import('./inbound/cli/keys.ts')).fillKey,
  },
  {
    name: 'limits',
    about: 'How often an organization may call the tool server.',
    fill: async () => (await import('./inbound/cli/limits.ts')).fillLimits,
  },
  {
    name: 'migrate',
    about: 'Bring the database up to date; every start does so too.',
    fill: async () => (await import('./inbound/cli/database.ts')).fillMigrate,
  },
  {
    name: 'doctor',
    about: 'Check that everything Parley needs is there, and tell what is set up.',
    fill: async () => (await import('./inbound/cli/doctor.ts')).fillDoctor,
  },
  {
    name: 'backup',
    about: 'Write the whole data folder to one file; the service may go on running.',
    fill: async () => (await import('./inbound/cli/database.ts')).fillBackup,
  },
  {
    name: 'restore',
    about: 'Make a data folder from a backup.',
    fill: async () => (await import('./inbound/cli/database.ts')).fillRestore,
  },
]

try {
  await (await readProgram(process.argv.slice(2))).parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** @param words of the command line; a command that none of them names has nothing but its name and its purpose */
async function readProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('parley')
    .description('Conversation intelligence that is yours: conversations in, answers out.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  for (const { name, about, fill } of COMMANDS) {
    const command = program.command(name).description(about)
    if (words.includes(name)) (await fill())(command)
  }
  return program
}

/** 0 done, 1 failed, 2 wrong usage. */
function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
  const error = toExhaustion(thrown)
  process.stderr.write(`parley: ${describeThrown(error)}\n`)
  if (error instanceof AppError)
    for (const { pointer, detail } of error.problems.slice(1)) process.stderr.write(`  ${pointer} ${detail}\n`)
  return error instanceof UsageError || (error instanceof AppError && error.kind === 'invalid') ? 2 : 1
}
