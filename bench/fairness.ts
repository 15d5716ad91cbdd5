/**
 * `npm run bench:fairness`: what one organization notices of the backlog of another.
 *
 *   --imports 2400              conversations that the busy organization imports in one request
 *   --singles 5                 conversations of the other organization, one after the other: alone, and beside
 *   --database embedded         or postgres
 *   --processes 1               processes that run jobs (postgres only): the service, and workers
 *   --waiting 1000,100000       jobs that wait when looking for work is measured; 1000000 is the size of the promise
 *   --organizations 10000       organizations among which an address, a domain and a share code are looked up
 *   --parts imports,queue,lookups   of these, what to measure
 *
 * Everything is compared within one run: a single import alone and beside the backlog, one look at the queue at each
 * size, and a look-up among few and among many organizations. The sizes for CI are in `.ci/run`.
 *
 * The conversations are real ones where PARLEY_DATA has them, else invented ones. Exit 0 whatever the figures are, 1 when
 * the run itself broke, 2 for wrong usage.
 */
import { parseArgs } from 'node:util'
import { createDatabase, describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { importGoals, measureImports } from './fairness-imports.ts'
import { lookupGoals, measureLookups } from './fairness-lookups.ts'
import { measureQueue, queueGoals } from './fairness-queue.ts'
import { endOnSignals } from './processes.ts'
import { numbersWithin, numberWithin, optionsOf, run } from './program.ts'
import { type Goal, printGoals } from './report.ts'

const DATABASE = 'parley_bench_fairness'
const PARTS = ['imports', 'queue', 'lookups']

endOnSignals()
const options = optionsOf('bench', readOptions)
const server = options.database === 'postgres' ? serverFromEnvironment() : undefined
await run('bench', main)

async function main(): Promise<void> {
  console.log(`${await describeMachine(server)}; ${options.database}`)
  const goals: Goal[] = []
  if (options.parts.includes('imports')) {
    goals.push(...importGoals(await onDatabase((url) => measureImports(url, options))))
  }
  if (options.parts.includes('queue')) goals.push(...queueGoals(await onDatabase((url) => measureQueue(url, options))))
  if (options.parts.includes('lookups')) {
    goals.push(...lookupGoals(await onDatabase((url) => measureLookups(url, options))))
  }
  printGoals(goals)
}

/** On a new database of the server, or the embedded one. */
async function onDatabase<T>(measure: (url: string | undefined) => Promise<T>): Promise<T> {
  if (server === undefined) return measure(undefined)
  try {
    return await measure(await createDatabase(server, DATABASE))
  } finally {
    await dropDatabase(server, DATABASE)
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      imports: { type: 'string', default: '2400' },
      singles: { type: 'string', default: '5' },
      database: { type: 'string', default: 'embedded' },
      processes: { type: 'string', default: '1' },
      waiting: { type: 'string', default: '1000,100000' },
      organizations: { type: 'string', default: '10000' },
      parts: { type: 'string', default: PARTS.join(',') },
    },
  })
  const parts = values.parts.split(',')
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw new Error(`${unknown} should be one of ${PARTS.join(', ')}`)
  if (!['embedded', 'postgres'].includes(values.database)) throw new Error('--database is embedded or postgres')
  const processes = numberWithin(values.processes, 1, 8)
  if (processes > 1 && values.database === 'embedded') throw new Error('--processes needs --database postgres')
  return {
    imports: numberWithin(values.imports, 1, 100_000),
    singles: numberWithin(values.singles, 1, 100),
    database: values.database,
    processes,
    waiting: numbersWithin(values.waiting, 1, 1_000_000),
    organizations: numberWithin(values.organizations, 10, 100_000),
    parts,
  }
}
