/** The command line. Each command is a file in `inbound/cli`; here they are only gathered. */
import { Command, CommanderError } from 'commander'
import { version } from './app.ts'
import { AppError } from './core/errors.ts'
import { addDatabaseCommands } from './inbound/cli/database.ts'
import { addIdentityCommands } from './inbound/cli/identity.ts'
import { addKeyCommands } from './inbound/cli/keys.ts'
import { addLimitCommands } from './inbound/cli/limits.ts'
import { addReanalyzeCommand } from './inbound/cli/reanalyze.ts'
import { addServeCommand } from './inbound/cli/serve.ts'
import { UsageError } from './inbound/cli/settings.ts'
import { addTransferCommands } from './inbound/cli/transfer.ts'

const program = new Command('parley')
  .description('Conversation intelligence that is yours: conversations in, answers out.')
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })

addServeCommand(program)
addTransferCommands(program)
addReanalyzeCommand(program)
addIdentityCommands(program)
addKeyCommands(program)
addLimitCommands(program)
addDatabaseCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** 0 done, 1 failed, 2 wrong usage. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`parley: ${message}\n`)
  if (error instanceof AppError)
    for (const { pointer, detail } of error.problems.slice(1)) process.stderr.write(`  ${pointer} ${detail}\n`)
  return error instanceof UsageError || (error instanceof AppError && error.kind === 'invalid') ? 2 : 1
}
