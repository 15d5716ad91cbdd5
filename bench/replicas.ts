/**
 * `npm run bench:replicas`: what a streaming replica takes from the primary.
 *
 *   --seconds 20     length of a round
 *   --rounds 3       rounds of each contestant; their medians count
 *   --writes 0,1,5   imports per second meanwhile, in the organization that is read
 *   --clients 6      clients that read without pauses
 *
 * Starts a primary and a streaming replica of its own with the programs in TEST_POSTGRES_BIN, and the service on them, in
 * turns without and with DATABASE_READ_URL. The clients send the same lists, searches, pages and tool calls to both.
 *
 * The table compares the processor time of the primary for 1,000 reads, and the share of operations that read on the
 * replica. Judge the ratios: all processes share the processors of one machine, so more requests per second aren't the
 * point. Exit 0 whatever the figures are, 1 when the run itself broke, 2 for wrong usage.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  type PostgresCluster,
  type PostgresServer,
  postgresFolder,
  startCluster,
} from '../src/testing/postgres-cluster.ts'
import { describeMachine } from './database.ts'
import { type Clients, type Kind, kindsOver, prepare } from './mixed-clients.ts'
import { endOnSignals, familyCpuSeconds } from './processes.ts'
import { numbersWithin, numberWithin, optionsOf, run } from './program.ts'
import { type Goal, medianOf, percentile, printGoals, printTable, short, tell } from './report.ts'
import { startServiceAt, untilQuiet } from './service.ts'

/** Questions without a model compute in the service, and hide what the servers do. */
const LEFT_OUT = new Set(['ask', 'import'])
/** Embedding would take most of the time, in the service and not in the servers. */
const WORDS = { EMBEDDING_PROVIDER: 'none' }
/** Targets: with few writes, nearly all operations read on the replica. */
const SHARE_MIN = 0.9
const CPU_RATIO_MAX = 0.75

interface Round {
  readonly requests: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time for each read. */
  readonly primary: number
  readonly replica: number
  readonly share: number
  readonly repeated: number
  readonly faults: number
}

endOnSignals()
const options = optionsOf('bench', () => {
  if (postgresFolder === undefined) throw new Error('TEST_POSTGRES_BIN must name the folder of PostgreSQL’s programs')
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      writes: { type: 'string', default: '0,1,5' },
      clients: { type: 'string', default: '6' },
    },
  })
  return {
    seconds: numberWithin(values.seconds, 0.5, 600),
    rounds: numberWithin(values.rounds, 1, 50),
    writes: numbersWithin(values.writes, 0, 50),
    clients: numberWithin(values.clients, 1, 50),
  }
})
await run('bench', main)

async function main(): Promise<void> {
  const cluster = await startCluster({ shared_buffers: '256MB' })
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-replicas-'))
  try {
    const replica = await cluster.addReplica({ shared_buffers: '256MB' })
    console.log(await describeMachine(cluster.primary.url))
    const clients = await fill(cluster, dataDir)
    const goals: Goal[] = []
    for (const writes of options.writes) goals.push(...(await compare(cluster, replica, clients, dataDir, writes)))
    printGoals(goals)
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The first start creates the organization; later services are signed in with its key and session. */
async function fill({ primary }: PostgresCluster, dataDir: string): Promise<Clients> {
  const service = await startServiceAt({ dataDir, databaseUrl: primary.url, settings: WORDS })
  try {
    const clients = await prepare(service)
    await untilQuiet(clients.baseUrl, clients.key)
    return clients
  } finally {
    await service.stop()
  }
}

async function compare(
  { primary }: PostgresCluster,
  replica: PostgresServer,
  clients: Clients,
  dataDir: string,
  writes: number,
): Promise<Goal[]> {
  const rounds: Record<'without' | 'with', Round[]> = { without: [], with: [] }
  for (let round = 0; round < options.rounds; round += 1) {
    for (const name of ['without', 'with'] as const) {
      tell(`${writes} writes per second, round ${round + 1}, ${name} replica`)
      const settings = name === 'with' ? { ...WORDS, DATABASE_READ_URL: replica.url } : WORDS
      const service = await startServiceAt({ dataDir, databaseUrl: primary.url, settings })
      try {
        const { url = '', mcp_url: mcpUrl = '' } = service.said
        const own = { ...clients, baseUrl: service.baseUrl, url, mcpUrl }
        if (name === 'with') await untilUsed(url)
        rounds[name].push(await measure(kindsOver(own), url, [primary, replica], writes))
        await untilQuiet(own.baseUrl, own.key)
      } finally {
        await service.stop()
      }
    }
  }
  report(writes, rounds)
  const ratio = medianOf(rounds.with, 'primary') / medianOf(rounds.without, 'primary')
  const what = (text: string) => `${text}, ${writes} writes per second`
  return [
    {
      what: what('share of reads on the replica'),
      measured: medianOf(rounds.with, 'share'),
      limit: SHARE_MIN,
      sense: 'at least',
    },
    {
      what: what('processor time of the primary, with / without'),
      measured: ratio,
      limit: CPU_RATIO_MAX,
      sense: 'at most',
    },
  ]
}

async function measure(
  kinds: readonly Kind[],
  url: string,
  [primary, replica]: readonly [PostgresServer, PostgresServer],
  writes: number,
): Promise<Round> {
  const readers = kinds.filter(({ name }) => !LEFT_OUT.has(name))
  const writer = kinds.find(({ name }) => name === 'import')
  // Code is compiled and statements are prepared before anything counts.
  for (const kind of readers) for (let i = 0; i < 5; i += 1) await kind.ask()
  const times: number[] = []
  let faults = 0
  let isOver = false
  const before = await readShares(url)
  const used = [familyCpuSeconds(primary.pid), familyCpuSeconds(replica.pid)] as const
  const read = async (from: number) => {
    for (let turn = from; !isOver; turn += 1) {
      const began = performance.now()
      const fault = await readers[turn % readers.length]?.ask()
      if (fault !== undefined) faults += 1
      times.push(performance.now() - began)
    }
  }
  const write = async () => {
    while (!isOver && writes > 0) {
      if ((await writer?.ask()) !== undefined) faults += 1
      await pause(1_000 / writes)
    }
  }
  const all = [...Array.from({ length: options.clients }, (_, index) => read(index)), write()]
  await pause(options.seconds * 1_000)
  isOver = true
  await Promise.all(all)
  const after = await readShares(url)
  const perRead = (seconds: number) => (seconds * 1_000) / times.length
  const total = after.total - before.total
  return {
    requests: times.length,
    ...{ p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    primary: perRead(familyCpuSeconds(primary.pid) - used[0]),
    replica: perRead(familyCpuSeconds(replica.pid) - used[1]),
    share: total === 0 ? 0 : (after.replica - before.replica) / total,
    repeated: after.repeated - before.repeated,
    faults,
  }
}

/** Operations that only read, since the start of the service, by server. */
async function readShares(url: string): Promise<{ replica: number; repeated: number; total: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^parley_reads_total\{outcome="(\w+)"\} (\d+)$/gm)]
  const count = (name: string) => Number(counts.find(([, outcome]) => outcome === name)?.[2] ?? 0)
  return {
    replica: count('replica'),
    repeated: count('repeated'),
    total: counts.reduce((sum, [, , number]) => sum + Number(number), 0),
  }
}

async function untilUsed(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await (await fetch(`${url}/metrics`)).text()
    if (/^parley_replica_up\{.*\} 1$/m.test(text)) return
    await pause(200)
  }
  throw new Error('The service does not use the replica.')
}

function report(writes: number, rounds: Readonly<Record<'without' | 'with', readonly Round[]>>): void {
  const row = (name: string, list: readonly Round[]) => {
    const figure = (key: keyof Round) => short(medianOf(list, key))
    const share = `${short(100 * medianOf(list, 'share'))} %`
    const sums = [
      list.reduce((sum, { repeated }) => sum + repeated, 0),
      list.reduce((sum, { faults }) => sum + faults, 0),
    ]
    return [
      ...[name, figure('requests'), figure('p50'), figure('p99'), figure('primary')],
      ...[figure('replica'), share, ...sums.map(String)],
    ]
  }
  printTable(
    `${writes} writes per second: medians of ${options.rounds} rounds of ${options.seconds} s, ${options.clients} clients`,
    [
      '',
      'reads',
      'p50 ms',
      'p99 ms',
      'primary, CPU s per 1,000',
      'replica, CPU s per 1,000',
      'on the replica',
      'repeated',
      'errors',
    ],
    [row('without a replica', rounds.without), row('with a replica', rounds.with)],
  )
}
