/** `parley distribute`. */
import { type Command, InvalidArgumentError } from 'commander'
import { createLog } from '../core/log.ts'
import {
  type DistributionReport,
  distributeDatabase,
  isDistributionInterrupted,
  readDistribution,
} from '../services.ts'
import { answer, type CommonOptions, loadConfig, withApp, withCommonOptions } from './settings.ts'
import { UsageError } from './usage-error.ts'

interface DistributeOptions extends CommonOptions {
  readonly parts?: number
  readonly check?: boolean
}

const PARTS_MAX = 1024

export function registerDistributeCommand(command: Command): void {
  withCommonOptions(command)
    .option(
      '--parts <n>',
      `number of parts of each table, from 1 to ${PARTS_MAX} (default: 32); it can't be changed later`,
      toParts,
    )
    .option('--check', 'show what is where and what is missing, without a change')
    .action(async (options: DistributeOptions) => {
      const config = loadConfig(options)
      const log = createLog('warn')
      if (options.check !== true) {
        const work = {
          report: (step: string) => process.stderr.write(`${step}\n`),
          ...(options.parts === undefined ? {} : { parts: options.parts }),
        }
        // After an interruption, the database can't be opened.
        if (await isDistributionInterrupted(config, log)) await distributeDatabase(config, log, work)
        // Migrates the database, with the tables of the job queue.
        await withApp(options, async () => undefined)
        await distributeDatabase(config, log, work)
      }
      const report = await readDistribution(config, log)
      if (report === undefined) {
        throw new UsageError('The database is not distributed. Run parley distribute without --check.')
      }
      answer(options, report, describe(report))
      if (report.problems.length > 0) process.exitCode = 1
    })
}

function toParts(given: string): number {
  const n = Number(given)
  if (Number.isInteger(n) && n >= 1 && n <= PARTS_MAX) return n
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${PARTS_MAX}.`)
}

function describe({ tables, servers, problems }: DistributionReport): string[] {
  return [
    `${tables} tables are stored in parts by organization.`,
    ...servers.map(
      ({ address, active, parts, bytes }) =>
        `${address}: ${parts} parts, ${(bytes / 1e6).toFixed(1)} MB${active ? '' : ', not active'}`,
    ),
    ...(problems.length === 0 ? ['Nothing is missing.'] : problems),
  ]
}
