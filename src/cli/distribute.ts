/** `parley distribute`. */
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../core/config.ts'
import { createLog } from '../core/log.ts'
import { checkDistribution, type DistributionReport } from '../outbound/database/distribution/check.ts'
import { distribute, PARTS } from '../outbound/database/distribution/distribute.ts'
import { readEngine } from '../outbound/database/distribution/engine.ts'
import { createStore } from '../outbound/database/postgres-store.ts'
import { answer, type CommonOptions, loadConfig, withApp, withCommonOptions } from './settings.ts'
import { UsageError } from './usage-error.ts'

interface DistributeOptions extends CommonOptions {
  readonly parts: number
  readonly check?: boolean
}

const PARTS_MAX = 1024

export function registerDistributeCommand(command: Command): void {
  withCommonOptions(command)
    .option(
      '--parts <n>',
      `number of parts of each table, from 1 to ${PARTS_MAX}; it can't be changed later`,
      toParts,
      PARTS,
    )
    .option('--check', 'show what is where and what is missing, without a change')
    .action(async (options: DistributeOptions) => {
      const url = demandServer(loadConfig(options))
      if (options.check !== true) {
        await demandStopped(url)
        // Migrates the database, with the tables of the job queue.
        await withApp(options, async () => undefined)
        await withOwner(url, (owner) =>
          distribute(owner, { parts: options.parts, report: (step) => process.stderr.write(`${step}\n`) }),
        )
      } else if ((await readEngine(url)) !== 'distributed') {
        throw new UsageError('The database is not distributed. Run parley distribute without --check.')
      }
      const report = await withOwner(url, ({ query }) => checkDistribution(query))
      answer(options, report, describe(report))
      if (report.problems.length > 0) process.exitCode = 1
    })
}

function toParts(given: string): number {
  const n = Number(given)
  if (Number.isInteger(n) && n >= 1 && n <= PARTS_MAX) return n
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${PARTS_MAX}.`)
}

function demandServer(config: Config): string {
  if (config.databaseUrl !== undefined) return config.databaseUrl.reveal()
  throw new UsageError('Only a database on PostgreSQL servers can be distributed. Set DATABASE_URL to the coordinator.')
}

async function withOwner<T>(
  url: string,
  work: (owner: ReturnType<typeof createStore>['owner']) => Promise<T>,
): Promise<T> {
  const store = createStore({ connectionString: url, max: 1 }, createLog('warn'), {
    engine: await readEngine(url),
  })
  try {
    return await work(store.owner)
  } finally {
    await store.close()
  }
}

/** Foreign keys are missing while tables are distributed, and a running process would prepare its settings wrongly. */
async function demandStopped(url: string): Promise<void> {
  const others = await withOwner(url, ({ query }) =>
    query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'parley@%' and pid <> pg_backend_pid()`,
    ),
  )
  if (others.length === 0) return
  const names = others.map(({ name }) => name.slice('parley@'.length)).join(', ')
  throw new Error(`Parley uses the database on ${names}. Stop it there, and run the command again.`)
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
