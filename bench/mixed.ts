/**
 * `npm run bench:mixed`: what people and programs do at the same time, and what a large import does to it.
 *
 *   --minutes 10              of the whole run, 0.1 or more
 *   --database embedded       or postgres, on the server that TEST_DATABASE_URL names; both without it, if there is one
 *   --large 20                megabytes of the large import, for each minute of the run
 *
 * Clients send small requests with pauses between them: lists, single conversations, search, questions, pages of the app,
 * tool calls, imports of one conversation. The same clients run in four phases: an idle service that gets one request at a
 * time; the mixed load before, during and after a large NDJSON import, until its analyses are done or the time is over.
 *
 * The tables compare p50 and p99 of each kind in each phase with the idle service, the trend of the memory over time, and
 * errors by kind. Judge the ratios: absolute times are those of the machine. Exit 0 whatever the figures are, 1 when the
 * run itself broke, 2 for wrong usage.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { type Done, type Kind, kindsOver, prepare } from './mixed-clients.ts'
import { cpuSeconds, endOnSignals, residentMegabytes } from './processes.ts'
import { numberWithin, optionsOf, run } from './program.ts'
import { type Goal, percentile, printGoals, printTable, short, tell } from './report.ts'
import { talk } from './search-text.ts'
import { importLines, type Service, settingsGiven, startService } from './service.ts'

const DATABASE = 'parley_bench_mixed'
const PHASES = ['idle', 'before', 'during', 'after'] as const
type Phase = (typeof PHASES)[number]
/** Parts of the run. The import ends when it ends: the phase after it gets the rest, and at least its part. */
const PARTS: Readonly<Record<Phase, number>> = { idle: 0.1, before: 0.2, during: 0.4, after: 0.3 }
/** What was asked for: small requests while a large import runs. */
const P99_MAX_MS = 300
/** Megabytes a minute that the memory may grow after the import. */
const SLOPE_MAX = 5

interface Sample {
  readonly at: number
  readonly megabytes: number
  readonly phase: Phase
}

interface Result {
  readonly done: readonly Done<Phase>[]
  readonly samples: readonly Sample[]
  readonly seconds: Readonly<Record<Phase, number>>
  readonly cpu: Readonly<Record<Phase, number>>
  readonly imported: number
  readonly importSeconds: number
}

endOnSignals()
const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      database: { type: 'string' },
      large: { type: 'string', default: '20' },
    },
  })
  const given = values.database ?? (process.env.TEST_DATABASE_URL ? 'embedded,postgres' : 'embedded')
  const databases = given.split(',')
  if (databases.some((one) => one !== 'embedded' && one !== 'postgres'))
    throw new Error('--database is embedded or postgres')
  const minutes = numberWithin(values.minutes, 0.1, 240)
  return { minutes, databases, megabytes: numberWithin(values.large, 0.1, 1_000) * minutes }
})
await run('bench', async () => {
  for (const database of options.databases) await measure(database)
})

async function measure(database: string): Promise<void> {
  const server = database === 'postgres' ? serverFromEnvironment() : undefined
  const url = server === undefined ? undefined : await createDatabase(server, DATABASE)
  const unlimited = { LIMIT_SECOND: '100000', LIMIT_HOUR: '100000000', LIMIT_DAY: '100000000' }
  const service = await startService(url, { ...unlimited, ...settingsGiven(/^(EMBEDDING|MODEL|LIMIT)_/) })
  try {
    console.log(`\n${await describeMachine(server)}; ${database}, ${options.minutes} minutes`)
    report(await load(service))
  } finally {
    await service.stop()
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
}

async function load(service: Service): Promise<Result> {
  const clients = await prepare(service)
  const kinds = kindsOver(clients)
  const [done, samples]: [Done<Phase>[], Sample[]] = [[], []]
  const [seconds, cpu] = [
    { idle: 0, before: 0, during: 0, after: 0 },
    { idle: 0, before: 0, during: 0, after: 0 },
  ]
  let phase: Phase = 'idle'
  let isOver = false
  const sampler = setInterval(() => {
    samples.push({ at: performance.now(), megabytes: residentMegabytes(service.pid), phase })
  }, 250)
  const once = async (kind: Kind) => {
    const [began, at] = [phase, performance.now()]
    const fault = await kind.ask()
    done.push({ kind: kind.name, phase: began, ms: performance.now() - at, fault })
  }
  const during = async (next: Phase, work: () => Promise<void>) => {
    phase = next
    tell(next)
    const [began, used] = [performance.now(), cpuSeconds([service.pid])]
    await work()
    seconds[next] = (performance.now() - began) / 1_000
    cpu[next] = cpuSeconds([service.pid]) - used
  }
  const part = (of: Phase) => pause(PARTS[of] * options.minutes * 60_000)
  try {
    // Code is compiled and statements are prepared before anything counts.
    for (const kind of kinds) for (let i = 0; i < 3; i++) await kind.ask()
    await during('idle', async () => {
      const until = performance.now() + PARTS.idle * options.minutes * 60_000
      do {
        for (const kind of kinds) await once(kind)
      } while (performance.now() < until)
    })
    const loops = kinds.map(async (kind) => {
      while (!isOver) {
        await once(kind)
        await pause(kind.pauseMs)
      }
    })
    await during('before', () => part('before'))
    const lines = largeImport(options.megabytes)
    let importSeconds = 0
    await during('during', async () => {
      const began = performance.now()
      await Promise.all([
        importLines(service.baseUrl, clients.key, lines).then(() => {
          importSeconds = (performance.now() - began) / 1_000
        }),
        part('during'),
      ])
    })
    await during('after', () => part('after'))
    isOver = true
    await Promise.all(loops)
    return { done, samples, seconds, cpu, imported: lines.length, importSeconds }
  } finally {
    isOver = true
    clearInterval(sampler)
  }
}

/** So many megabytes of made-up conversations, a line each. */
function largeImport(megabytes: number): string[] {
  const lines: string[] = []
  for (let bytes = 0; bytes < megabytes * 1e6; ) {
    const line = JSON.stringify({
      ...{ transcript: talk(lines.length), applicationName: 'bench' },
      applicationExternalID: `large-${lines.length}`,
    })
    lines.push(line)
    bytes += line.length
  }
  return lines
}

function report({ done, samples, seconds, cpu, imported, importSeconds }: Result): void {
  const names = [...new Set(done.map(({ kind }) => kind))]
  const small = (phase: Phase, kind?: string) =>
    done.filter((one) => one.phase === phase && (kind === undefined || one.kind === kind)).map(({ ms }) => ms)
  const figures = (kind?: string) =>
    PHASES.map(
      (phase) => `${short(percentile(small(phase, kind), 0.5))} / ${short(percentile(small(phase, kind), 0.99))}`,
    )
  printTable(
    `Small requests, p50 / p99 in ms; ${imported} conversations imported meanwhile in ${short(importSeconds)} s`,
    ['kind', 'requests', ...PHASES],
    [
      ...names.map((kind) => [kind, String(done.filter((one) => one.kind === kind).length), ...figures(kind)]),
      ['all', String(done.length), ...figures()],
    ],
  )
  const peak = (phase: Phase) =>
    Math.max(...samples.filter((one) => one.phase === phase).map(({ megabytes }) => megabytes))
  printTable(
    'The service',
    ['', ...PHASES],
    [
      ['seconds', ...PHASES.map((phase) => short(seconds[phase]))],
      ['cores in use', ...PHASES.map((phase) => short(cpu[phase] / seconds[phase]))],
      ['most memory, MB', ...PHASES.map((phase) => short(peak(phase)))],
      [
        'memory trend, MB a minute',
        ...PHASES.map((phase) => short(slopeOf(samples.filter((one) => one.phase === phase)))),
      ],
    ],
  )
  const faults = Map.groupBy(
    done.filter(({ fault }) => fault !== undefined),
    ({ kind, phase, fault }) => `${kind}, ${phase}: ${fault}`,
  )
  printTable(
    'Errors by kind',
    ['kind, phase: error', 'times'],
    faults.size === 0 ? [['none', '0']] : [...faults].map(([what, all]) => [what, String(all.length)]),
  )
  const all = done.filter(({ fault }) => fault !== undefined).length
  const goals: Goal[] = [
    {
      what: 'p99 of small requests during the import',
      measured: percentile(small('during'), 0.99),
      limit: P99_MAX_MS,
      sense: 'at most',
      unit: ' ms',
    },
    {
      what: 'p50 during the import, of that before',
      measured: percentile(small('during'), 0.5) / percentile(small('before'), 0.5),
      limit: 2,
      sense: 'at most',
      unit: ' ×',
    },
    {
      what: 'p50 before the import, of that of an idle service',
      measured: percentile(small('before'), 0.5) / percentile(small('idle'), 0.5),
      limit: 2,
      sense: 'at most',
      unit: ' ×',
    },
    {
      what: 'memory trend after the import',
      measured: slopeOf(samples.filter(({ phase }) => phase === 'after')),
      limit: SLOPE_MAX,
      sense: 'at most',
      unit: ' MB/min',
    },
    { what: 'errors', measured: all, limit: 0, sense: 'at most' },
  ]
  printGoals(goals)
}

/** Least squares: megabytes a minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, of] = [mean(samples.map((one) => one.at / 60_000)), mean(samples.map(({ megabytes }) => megabytes))]
  let [above, below] = [0, 0]
  for (const one of samples) {
    above += (one.at / 60_000 - at) * (one.megabytes - of)
    below += (one.at / 60_000 - at) ** 2
  }
  return above / below
}
