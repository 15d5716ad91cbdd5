/**
 * `npm run bench:lists`: how quickly conversations are listed, and where that could stand.
 *
 *   --sizes 10000,100000,1000000   conversations of the measured organization, one database each
 *   --seconds 2                    length of a round
 *   --rounds 5                     rounds a contestant; their median counts
 *   --keep                         keep the databases, and use those of an earlier run
 *
 * The server comes from BENCH_DATABASE_URL or TEST_DATABASE_URL. Exit 0 whatever the figures are: a missed target is
 * told in the last table; 1 when the run itself broke, 2 for wrong usage.
 */
import { parseArgs } from 'node:util'
import { contest, contestGoals } from './contest.ts'
import { describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { type Filled, fillDatabase } from './fill.ts'
import { filterGoals, measureFilters } from './filters.ts'
import { startLoad } from './load.ts'
import { endOnSignals } from './processes.ts'
import { numbersWithin, numberWithin, optionsOf, run } from './program.ts'
import { type Goal, printGoals, tell } from './report.ts'
import { compareSizes, sizeGoals } from './sizes.ts'

/** Filters are measured at this size, or at the one that comes nearest. */
const FILTERS_AT = 100_000

endOnSignals()
const server = serverFromEnvironment()
const options = optionsOf('bench', readOptions)
const load = startLoad()
await run('bench', main)
load.stop()
if (!options.keep) for (const size of options.sizes) await dropDatabase(server, `parley_bench_lists_${size}`)

async function main(): Promise<void> {
  console.log(await describeMachine(server))
  const filled: Filled[] = []
  for (const size of options.sizes) {
    tell(`${size} conversations: filling`)
    filled.push(await fillDatabase(server, size, options.keep))
  }
  const goals: Goal[] = []
  for (const one of filled) goals.push(...contestGoals(await contest(load, one, options)))
  goals.push(...sizeGoals(await compareSizes(load, filled, options)))
  const nearest = filled.toSorted((a, b) => Math.abs(a.size - FILTERS_AT) - Math.abs(b.size - FILTERS_AT))[0]
  if (nearest !== undefined) goals.push(...filterGoals(await measureFilters(load, nearest, options)))
  printGoals(goals)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      keep: { type: 'boolean', default: false },
    },
  })
  return {
    sizes: numbersWithin(values.sizes, 1_000, 5_000_000),
    seconds: numberWithin(values.seconds, 0.1, 60),
    rounds: numberWithin(values.rounds, 1, 50),
    keep: values.keep,
  }
}
