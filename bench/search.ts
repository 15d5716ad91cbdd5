/**
 * `npm run bench:search`: how quickly moments are found, and where that could stand.
 *
 *   --sizes 10000,100000,1000000   passages of the measured organization, one database each
 *   --database both                or postgres, embedded
 *   --embedded-max 100000          the largest size on the embedded database
 *   --seconds 3                    length of a round
 *   --rounds 3                     rounds a mode; their median counts
 *   --questions 100                different questions, asked in turns
 *   --imported 40                  conversations that are embedded while other requests are measured
 *   --keep                         keep the databases, and use those of an earlier run
 *
 * The talk is made up (search-text.ts) and comes in through the product's own import. Its vectors are drawn, not embedded
 * (search-vectors.ts): embedding a million passages takes a day, and is not what is measured. A server of the benchmark's
 * own hands out the vectors of questions, which costs next to nothing; what the real encoder costs is told apart.
 *
 * The PostgreSQL server comes from BENCH_DATABASE_URL or TEST_DATABASE_URL; it needs pgvector. At a million passages it
 * takes some 10 GB of disk. Exit 0 whatever the figures are: a missed target is told in the last table; 1 when the run
 * itself broke, 2 for wrong usage.
 */
import { parseArgs } from 'node:util'
import { describeMachine, serverFromEnvironment } from './database.ts'
import { startLoad } from './load.ts'
import { endOnSignals } from './processes.ts'
import { numbersWithin, numberWithin, optionsOf, run } from './program.ts'
import { type Goal, printGoals, tell } from './report.ts'
import { contestSearch, goalsOfContest } from './search-contest.ts'
import { type DatabaseKind, databases, type FilledSearch, registerSearchCommand } from './search-fill.ts'
import { measureWhileEmbedding } from './search-import.ts'
import { MEMORY_MAX, searchInMemory } from './search-memory.ts'
import { printEmbedding, printFilling, printInMemory } from './search-tables.ts'
import { PASSAGES_OF_CONVERSATION, questions } from './search-text.ts'
import { palette, startEmbeddingServer } from './search-vectors.ts'

endOnSignals()
const options = optionsOf('bench', readOptions)
const server = options.kinds.includes('postgres') ? serverFromEnvironment() : undefined
const asked = questions(options.questions)
const drawn = palette()
const load = startLoad()
const embedding = await startEmbeddingServer(drawn)
await run('bench', main)
load.stop()
await embedding.stop()

async function main(): Promise<void> {
  console.log(await describeMachine(server))
  const goals: Goal[] = []
  for (const kind of options.kinds) {
    const sizes = options.sizes.filter((size) => kind === 'postgres' || size <= options.embeddedMax)
    for (const size of sizes) goals.push(...(await measure(kind, size, size === sizes[0])))
  }
  const largest = Math.max(...options.sizes.filter((size) => size <= MEMORY_MAX))
  if (largest > 0) {
    tell(`MiniSearch: ${largest} passages`)
    printInMemory(searchInMemory(Math.round(largest / PASSAGES_OF_CONVERSATION), asked))
  }
  printGoals(goals)
}

async function measure(kind: DatabaseKind, size: number, isSmallest: boolean): Promise<Goal[]> {
  tell(`${kind}: ${size} passages: filling`)
  const from = { palette: drawn, space: embedding.space }
  const filled = await registerSearchCommand(
    { kind, size, server: kind === 'postgres' ? server : undefined, keep: options.keep },
    from,
  )
  try {
    await printFilling(filled)
    const contest = await contestSearch(load, filled, { embedding, asked, ...from, ...options })
    const goals = goalsOfContest(contest)
    if (isSmallest) goals.push(...(await besideImport(filled)))
    return goals
  } finally {
    if (!options.keep) await filled.drop()
  }
}

async function besideImport(filled: FilledSearch): Promise<Goal[]> {
  tell(`${filled.kind}: while an import is being embedded`)
  const wanted = { questions: asked, seconds: options.seconds, space: embedding.space, imported: options.imported }
  const seen = await measureWhileEmbedding(load, filled, wanted)
  printEmbedding(filled, seen)
  return seen.requests.map(({ what, quiet, busy }) => ({
    what: `${filled.kind}: ${what}: p99 while embedding, of that without`,
    measured: busy.p99 / quiet.p99,
    limit: 2,
    sense: 'at most',
    unit: ' ×',
  }))
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      database: { type: 'string', default: 'both' },
      'embedded-max': { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      questions: { type: 'string', default: '100' },
      imported: { type: 'string', default: '40' },
      keep: { type: 'boolean', default: false },
    },
  })
  const kinds = databases.filter((kind) => values.database === 'both' || values.database === kind)
  if (kinds.length === 0) throw new Error(`--database is both, ${databases.join(' or ')}`)
  return {
    kinds,
    sizes: numbersWithin(values.sizes, 100, 2_000_000),
    embeddedMax: numberWithin(values['embedded-max'], 100, 2_000_000),
    seconds: numberWithin(values.seconds, 0.1, 60),
    rounds: numberWithin(values.rounds, 1, 50),
    questions: numberWithin(values.questions, 5, 1_000),
    imported: numberWithin(values.imported, 1, 1_000),
    keep: values.keep,
  }
}
