/**
 * `npm run test:sources`: the service is killed at random times while a stand-in of Zoom delivers recordings. It repeats
 * events, sends them in any order and days late, forges them, lets tokens expire, and breaks off downloads. In the end,
 * each recording must be exactly one conversation with its transcript and its recording, and nothing forged may be there.
 *
 *   --calls 2000       recorded calls for each database
 *   --rounds 40        kills for each database
 *   --minutes 30       starts no further round after this time, and checks what was recorded until then
 *   --seed 1           chooses as another run with this seed did
 *   --only embedded    or postgres: one of the two
 */
import { parseArgs } from 'node:util'
import { startZoom } from '../src/testing/zoom-server.ts'
import { Random } from './kill-random.ts'
import { makePlace, removePlace } from './kill-rounds.ts'
import { median, printTable, tell } from './report.ts'
import { newTally, SourceRun, type SourceTally } from './sources-run.ts'

const FAULTS_SHOWN = 30

interface Result {
  readonly name: string
  readonly tally: SourceTally
  readonly seconds: number
  readonly faults: readonly string[]
}

interface Asked {
  readonly name: string
  readonly server: string | undefined
  readonly calls: number
  readonly rounds: number
  readonly minutes: number
  readonly random: Random
}

async function runOn({ name, server, calls, rounds, minutes, random }: Asked): Promise<Result> {
  const begun = performance.now()
  const database = `parley_sources_${process.pid}`
  const made = await makePlace(server, database)
  const place = { ...made, environment: { ALLOWED_PRIVATE_TARGETS: '127.0.0.0/8' } }
  const zoom = await startZoom()
  const run = new SourceRun(place, zoom, random, newTally())
  const faults: string[] = []
  try {
    await run.start()
    for (let round = 0; round < rounds && performance.now() - begun < minutes * 60_000; round++) {
      const count = Math.floor(((round + 1) * calls) / rounds) - Math.floor((round * calls) / rounds)
      await run.round(count)
      if ((round + 1) % 10 === 0) tell(`${name}: ${round + 1} kills, ${run.recorded} calls recorded`)
    }
    tell(`${name}: waiting until everything is imported`)
    faults.push(...(await run.finish()))
  } catch (error) {
    faults.push(`${(error as Error).stack}`)
  } finally {
    await run.end()
    await zoom.close()
  }
  if (faults.length === 0) await removePlace(place, server, database)
  else faults.push(`The data is kept: ${place.dataDir}${server === undefined ? '' : `, database ${database}`}`)
  return { name, tally: run.tally, seconds: (performance.now() - begun) / 1_000, faults }
}

function report(results: readonly Result[]): void {
  const lines: [string, (result: Result) => number | string][] = [
    ['kills', ({ tally }) => tally.kills],
    ['calls recorded', ({ tally }) => tally.recorded],
    ['  announced by no event', ({ tally }) => tally.lost],
    ['events delivered', ({ tally }) => tally.delivered],
    ['  acknowledged', ({ tally }) => tally.acknowledged],
    ['  delivered again', ({ tally }) => tally.repeated],
    ['  with an expired token', ({ tally }) => tally.expired],
    ['forged and stale events', ({ tally }) => tally.forged],
    ['  acknowledged', ({ tally }) => tally.forgedAcknowledged],
    ['downloads that broke off', ({ tally }) => tally.broken],
    ['conversations', ({ tally }) => tally.conversations],
    ['restart, median ms', ({ tally }) => median(tally.restarts).toFixed(0)],
    ['seconds', ({ seconds }) => seconds.toFixed(0)],
    ['faults', ({ faults }) => faults.length],
  ]
  printTable(
    'Calls from a source',
    ['', ...results.map(({ name }) => name)],
    lines.map(([what, value]) => [what, ...results.map((result) => String(value(result)))]),
  )
  for (const { name, faults } of results) {
    for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`  - ${name}: ${fault}`)
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string' },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const [calls, rounds] = [Number(values.calls ?? 2_000), Number(values.rounds ?? 40)]
  const minutes = Number(values.minutes ?? Infinity)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
  const isUsage =
    [calls, rounds].every((count) => Number.isSafeInteger(count) && count > 0) &&
    Number.isSafeInteger(seed) &&
    minutes > 0 &&
    ['embedded', 'postgres', undefined].includes(values.only)
  if (!isUsage) {
    process.stderr.write('usage: [--calls N] [--rounds N] [--minutes N] [--seed N] [--only embedded|postgres]\n')
    return 2
  }
  const server = process.env.TEST_DATABASE_URL || undefined
  console.log(`Seed ${seed}, ${calls} calls and ${rounds} kills for each database.`)
  if (server === undefined) console.log('TEST_DATABASE_URL names no server: the embedded database only.')
  const databases = [
    { name: 'embedded', server: undefined },
    { name: 'postgres', server },
  ].filter((one) => (values.only ?? one.name) === one.name && (one.name === 'embedded' || server !== undefined))
  const results: Result[] = []
  for (const one of databases) results.push(await runOn({ ...one, calls, rounds, minutes, random: new Random(seed) }))
  report(results)
  return results.length > 0 && results.every(({ faults }) => faults.length === 0) ? 0 : 1
}

process.exitCode = await main()
