/**
 * `npm run test:kill`: the service is killed at random moments while clients work, and nothing that was acknowledged may
 * be missing, nothing half there, nothing else broken. On the embedded database, and on PostgreSQL when
 * TEST_DATABASE_URL names a server on which databases may be made.
 *
 *   --kills 100        how many for each database
 *   --seed 1           chooses as another run with this seed did
 *   --only embedded    or postgres: one of the two
 *   --when load        or starting, firstStart: only kills of this kind
 *
 * Most kills come under load, some while the service starts again, some while it starts for the first time. After each,
 * the service is started again and everything is compared with what the clients were told (`kill-check.ts`). It ends
 * with 1 when anything is not as it must be, and then keeps the data to look at.
 */
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { vector } from '@electric-sql/pglite-pgvector'
import { damages } from './kill-laws.ts'
import { readSources, type Sources } from './kill-ledger.ts'
import { Random } from './kill-random.ts'
import { Installation, killsOf, makePlace, newTally, removePlace, type Tally } from './kill-rounds.ts'
import { type Place, type Query, waitForAnalyses, withSql } from './kill-service.ts'
import { median, printTable, tell } from './report.ts'

/** How often a kill comes when. */
const MOMENTS = { load: 83, starting: 8, firstStart: 9 }
type Moment = keyof typeof MOMENTS
/** Sentences enough to see what is wrong. */
const FAULTS_SHOWN = 30

interface Run {
  readonly name: string
  /** The server of a run on PostgreSQL. */
  readonly server: string | undefined
  readonly kills: number
  readonly when: Moment | undefined
  readonly sources: Sources
  readonly random: Random
}

interface Result {
  readonly name: string
  readonly tally: Tally
  readonly acknowledgedImports: number
  readonly acknowledgedChanges: number
  readonly present: number
  /** Indexes and tables that PostgreSQL's own checker looked at. */
  readonly structures: number
  readonly seconds: number
  readonly faults: readonly string[]
}

async function runOn(run: Run): Promise<Result> {
  const begun = performance.now()
  const tally = newTally()
  const faults: string[] = []
  const database = `parley_kill_${process.pid}`
  const place = await makePlace(run.server, database)
  const installation = new Installation(place, run.sources, run.random.fork(), tally)
  let structures = 0
  try {
    await installation.up()
    const firstStartMs = installation.startMs
    let told = 0
    while (killsOf(tally) < run.kills) {
      await oneRound(run, installation, tally, firstStartMs, faults)
      faults.push(...installation.world.faults.splice(0))
      if (faults.length > 0) break
      if (killsOf(tally) - told >= 10) {
        told = killsOf(tally)
        tell(`${run.name}: ${told} kills, ${installation.world.ledger.present().length} conversations`)
      }
    }
    if (faults.length === 0) structures = await lastLook(installation)
    faults.push(...installation.world.faults)
  } catch (error) {
    faults.push(...installation.world.faults, `${(error as Error).stack}`)
  } finally {
    await installation.end()
  }
  if (faults.length === 0) await removePlace(place, run.server, database)
  else faults.push(`The data is kept: ${place.dataDir}${run.server === undefined ? '' : `, database ${database}`}`)
  const { ledger } = installation.world
  return {
    name: run.name,
    tally,
    acknowledgedImports: ledger.acknowledgedImports,
    acknowledgedChanges: ledger.acknowledgedChanges,
    present: ledger.present().length,
    structures,
    seconds: (performance.now() - begun) / 1000,
    faults,
  }
}

async function oneRound(
  run: Run,
  installation: Installation,
  tally: Tally,
  firstStartMs: number,
  faults: string[],
): Promise<void> {
  const moment = run.when ?? run.random.weighted(MOMENTS)
  if (moment === 'firstStart') return killFirstStart(run, tally, firstStartMs, faults)
  if (moment === 'load') await installation.killUnderLoad()
  else await installation.killWhileStarting(median(tally.restarts.length > 0 ? tally.restarts : [firstStartMs]) * 1.2)
  await installation.restartAndCheck()
}

/** An installation of its own that is killed while it is made; the next start must make it whole. */
async function killFirstStart(run: Run, tally: Tally, firstStartMs: number, faults: string[]): Promise<void> {
  const database = `parley_kill_${process.pid}_first`
  const place = await makePlace(run.server, database)
  const installation = new Installation(place, run.sources, run.random.fork(), tally)
  const before = faults.length
  try {
    await installation.killFirstStart(firstStartMs * 1.1)
    await installation.restartAndCheck()
    await installation.use(6)
  } catch (error) {
    faults.push(`after a kill during the first start: ${(error as Error).message}`)
  } finally {
    await installation.end()
  }
  faults.push(...installation.world.faults)
  if (faults.length === before) await removePlace(place, run.server, database)
  else faults.push(`That installation is kept: ${place.dataDir}${run.server === undefined ? '' : `, ${database}`}`)
}

/**
 * Everything once more, to the last word, after a clean stop and start; then the structure of the files beneath.
 * @returns how many indexes and tables were looked at
 */
async function lastLook(installation: Installation): Promise<number> {
  tell('everything once more')
  await installation.stop()
  await installation.restartAndCheck()
  tell('waiting until all of it is analyzed')
  tell(`${await waitForAnalyses(installation.place)} conversations are analyzed`)
  await installation.checkEverything()
  await installation.stop()
  const { checked, found } = await structureOf(installation.place)
  installation.world.faults.push(...found)
  return checked
}

async function structureOf(place: Place) {
  if (place.databaseUrl !== undefined) return withSql(place, damages)
  const database = await PGlite.create({
    dataDir: `${place.dataDir}/database`,
    // As the service opens it, and the checker.
    extensions: { vector, amcheck },
  })
  try {
    const query: Query = async <Row>(text: string, parameters?: readonly unknown[]) =>
      (await database.query<Row>(text, [...(parameters ?? [])])).rows
    await database.exec('begin')
    return await damages(query)
  } finally {
    await database.close()
  }
}

function report(results: readonly Result[]): void {
  const lines: [string, (result: Result) => number | string][] = [
    ['kills', ({ tally }) => killsOf(tally)],
    ['  under load', ({ tally }) => tally.underLoad],
    ['  while idle or starting again', ({ tally }) => tally.whileStarting],
    ['  while starting for the first time', ({ tally }) => tally.whileFirstStarting],
    ['imports acknowledged', ({ acknowledgedImports }) => acknowledgedImports],
    ['changes acknowledged', ({ acknowledgedChanges }) => acknowledgedChanges],
    ['conversations at the end', ({ present }) => present],
    ['read back and compared', ({ tally }) => tally.verified],
    ['in flight, found whole', ({ tally }) => tally.inFlightWhole],
    ['in flight, found absent', ({ tally }) => tally.inFlightAbsent],
    ['tables and indexes checked', ({ structures }) => structures],
    ['first keys made but never told', ({ tally }) => tally.untoldKeys],
    ['restart, median ms', ({ tally }) => median(tally.restarts).toFixed(0)],
    ['restart, worst ms', ({ tally }) => Math.max(...tally.restarts).toFixed(0)],
    ['seconds', ({ seconds }) => seconds.toFixed(0)],
    ['broken', ({ faults }) => faults.length],
  ]
  printTable(
    'Killed and started again',
    ['', ...results.map(({ name }) => name)],
    lines.map(([what, value]) => [what, ...results.map((result) => String(value(result)))]),
  )
  for (const { name, faults } of results) {
    if (faults.length > 0) console.log(`\n${name}: ${faults.length} times not as it must be`)
    for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`  - ${fault}`)
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      when: { type: 'string' },
    },
  })
  const kills = Number(values.kills ?? 100)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
  const server = process.env.TEST_DATABASE_URL || undefined
  const when = Object.keys(MOMENTS).find((moment): moment is Moment => moment === values.when)
  const isUsage =
    kills > 0 &&
    Number.isSafeInteger(seed) &&
    ['embedded', 'postgres', undefined].includes(values.only) &&
    when === values.when
  if (!isUsage) {
    process.stderr.write('usage: [--kills N] [--seed N] [--only embedded|postgres] [--when load|starting|firstStart]\n')
    return 2
  }
  const sources = await readSources()
  console.log(`Seed ${seed}, ${kills} kills for each database.`)
  const runs = [
    { name: 'embedded', server: undefined },
    { name: 'postgres', server },
  ].filter(({ name }) => (values.only ?? name) === name && (name === 'embedded' || server !== undefined))
  if (server === undefined) console.log('TEST_DATABASE_URL names no server: the embedded database only.')
  const results: Result[] = []
  for (const run of runs) results.push(await runOn({ ...run, kills, when, sources, random: new Random(seed) }))
  if (results.length > 0) report(results)
  return results.length > 0 && results.every(({ faults }) => faults.length === 0) ? 0 : 1
}

process.exitCode = await main()
