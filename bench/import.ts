/**
 * `npm run bench:import`: how quickly conversations come in, and what a database takes at best.
 *
 *   --copies 2    how often the real conversations are in one request, each time under other ids
 *   --rounds 3    rounds a contestant; their median counts
 *
 * The service takes NDJSON on its embedded database and on PostgreSQL; beside it a bare COPY puts the very rows that the
 * service made of it into tables without a single index or constraint. Nothing can be quicker than COPY: the factor
 * between them is what parsing, checking, indexing and a transaction a conversation cost. EMBEDDING_* reach the service,
 * so that its figures can be had with another embedding, or with EMBEDDING_PROVIDER=none.
 */
import { parseArgs } from 'node:util'
import { type BareTables, copyEmbedded, copyServer, readRows } from './bare-copy.ts'
import { readConversations } from './conversations.ts'
import { createDatabase, dropDatabase, serverFromEnvironment } from './database.ts'
import { cpuSeconds, endOnSignals, peakMegabytes } from './processes.ts'
import { medianOf, printTable, short, tell } from './report.ts'
import { importLines, type Service, settingsGiven, startService } from './service.ts'

const DATABASE = 'parley_bench_import'
const BARE = 'parley_bench_import_bare'

interface Round {
  readonly seconds: number
  readonly cpu: number
}

interface Contestant {
  readonly name: string
  readonly rounds: Round[]
  /** Does it once. */
  run(round: number): Promise<Round>
  memory(): number
}

endOnSignals()
const server = serverFromEnvironment()
const options = readOptions()
const services: Service[] = []
try {
  await main()
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  for (const service of services) await service.stop()
  for (const name of [DATABASE, BARE]) await dropDatabase(server, name)
}

async function main(): Promise<void> {
  const conversations = await readConversations()
  const linesOf = (round: string) =>
    Array.from({ length: options.copies }, (_, copy) =>
      conversations.map((line) => renamed(line, `${round}-${copy}`)),
    ).flat()
  const url = await createDatabase(server, DATABASE)
  const bareUrl = await createDatabase(server, BARE)
  const settings = settingsGiven(/^EMBEDDING_/)
  const [onServer, embedded] = [await startService(url, settings), await startService(undefined, settings)]
  services.push(onServer, embedded)

  // Also the warm-up of both: code is compiled, connections are open.
  for (const service of services) await importLines(service.baseUrl, service.said.api_key ?? '', linesOf('first'))
  const rows = await readRows(url)
  const contestants = [
    importer('Parley, PostgreSQL', onServer, linesOf),
    copier('COPY, PostgreSQL', rows, (tables) => copyServer(bareUrl, tables)),
    importer('Parley, embedded', embedded, linesOf),
    copier('COPY, embedded', rows, copyEmbedded),
  ]
  for (let round = 0; round < options.rounds; round++) {
    for (const one of contestants) {
      one.rounds.push(await one.run(round))
      tell(`round ${round + 1}: ${one.name}: ${short(one.rounds.at(-1)?.seconds ?? 0)} s`)
    }
  }
  print(contestants, linesOf('size'), rows)
}

function importer(name: string, service: Service, linesOf: (round: string) => string[]): Contestant {
  return {
    name,
    rounds: [],
    memory: () => peakMegabytes(service.pid),
    async run(round) {
      const lines = linesOf(`round-${round}`)
      const cpu = cpuSeconds([service.pid])
      const begun = performance.now()
      await importLines(service.baseUrl, service.said.api_key ?? '', lines)
      return { seconds: (performance.now() - begun) / 1000, cpu: cpuSeconds([service.pid]) - cpu }
    },
  }
}

function copier(name: string, rows: BareTables, copy: (rows: BareTables) => Promise<number>): Contestant {
  return {
    name,
    rounds: [],
    memory: () => Number.NaN,
    run: async () => ({ seconds: await copy(rows), cpu: Number.NaN }),
  }
}

/** The same conversation under another id of its application, so that it is a new one. */
function renamed(line: string, suffix: string): string {
  const given = JSON.parse(line)
  return JSON.stringify({ ...given, applicationExternalID: `${given.applicationExternalID}-${suffix}` })
}

function print(contestants: readonly Contestant[], lines: readonly string[], rows: BareTables): void {
  const sent = lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0) / 1e6
  const stored = rows.reduce((bytes, table) => bytes + table.data.length, 0) / 1e6
  const secondsOf = (one: Contestant) => medianOf(one.rounds, 'seconds')
  printTable(
    `${lines.length} real conversations: ${short(sent)} MB of NDJSON, which become ${short(stored)} MB of rows ` +
      `(medians of ${options.rounds} rounds in turns)`,
    ['', 'conversations/s', 'MB/s sent', 'MB/s of rows', 'CPU ms each', 'peak MB', 'times COPY’s'],
    contestants.map((one, i) => {
      const seconds = secondsOf(one)
      const isCopy = i % 2 === 1
      const bare = contestants[i + 1]
      return [
        one.name,
        short(lines.length / seconds),
        isCopy ? '' : short(sent / seconds),
        short(stored / seconds),
        isCopy ? '' : short((medianOf(one.rounds, 'cpu') * 1000) / lines.length),
        isCopy ? '' : short(one.memory()),
        isCopy || bare === undefined ? '' : short(seconds / secondsOf(bare)),
      ]
    }),
  )
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { copies: { type: 'string', default: '2' }, rounds: { type: 'string', default: '3' } },
    })
    const [copies, rounds] = [Number(values.copies), Number(values.rounds)]
    if (!(copies >= 1 && copies <= 100 && rounds >= 1 && rounds <= 50))
      throw new Error('1 to 100 copies, 1 to 50 rounds')
    return { copies, rounds }
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n`)
    process.exit(2)
  }
}
