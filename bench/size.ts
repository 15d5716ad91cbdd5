/**
 * `npm run bench:size`: what a call needs: bytes in the database and in its log, processor time and memory. docs/sizing.md
 * calculates installations with these figures.
 *
 *   --conversations 60      recorded ones, from the shortest to the longest
 *   --database postgres     or embedded
 *
 * The service imports the calls and analyzes them completely, without a language model and recordings. The database is
 * vacuumed before its size is read, and a migrated database without calls is subtracted. An hour of talk has 9,000 words.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConversations } from './conversations.ts'
import { createDatabase, describeMachine, dropDatabase, serverFromEnvironment, withClient } from './database.ts'
import { cpuSeconds, endOnSignals, familyCpuSeconds, peakMegabytes, residentMegabytes } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { printTable, short, tell } from './report.ts'
import { importLines, type Service, settingsGiven, startServiceAt, untilQuiet } from './service.ts'

const DATABASE = 'parley_bench_size'
const WORDS_PER_HOUR = 9_000
/** Tables that the report lists. */
const TABLES_SHOWN = 8

interface Bytes {
  readonly database: number
  readonly log: number
}

endOnSignals()
const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: {
      conversations: { type: 'string', default: '60' },
      database: { type: 'string', default: 'postgres' },
    },
  })
  if (!['embedded', 'postgres'].includes(values.database)) throw new Error('--database is embedded or postgres')
  return { conversations: wholeFrom(values.conversations, 1), isEmbedded: values.database === 'embedded' }
})

await run('bench', async () => {
  const server = options.isEmbedded ? undefined : serverFromEnvironment()
  const databaseUrl = server === undefined ? undefined : await createDatabase(server, DATABASE)
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const service = await startServiceAt({ dataDir, databaseUrl, settings: settingsGiven(/^EMBEDDING_/) })
  try {
    console.log(await describeMachine(server))
    await measure(service, databaseUrl)
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
})

async function measure(service: Service, databaseUrl: string | undefined): Promise<void> {
  const all = (await readConversations()).toSorted((a, b) => a.length - b.length)
  // From the shortest to the longest.
  const lines = all.filter(
    (_, index) =>
      Math.floor(((index + 1) * options.conversations) / all.length) >
      Math.floor((index * options.conversations) / all.length),
  )
  const words = lines.reduce((sum, line) => sum + countWords(line), 0)
  const before = await readBytes(service, databaseUrl)
  const cpu = await readCpu(service, databaseUrl)
  tell(`importing ${lines.length} calls`)
  const from = performance.now()
  await importLines(service.baseUrl, service.said.api_key ?? '', lines)
  if (!(await untilQuiet(service.baseUrl, service.said.api_key ?? ''))) throw new Error('The analyses did not end.')
  const seconds = (performance.now() - from) / 1_000
  const used = await readCpu(service, databaseUrl)
  const tables = databaseUrl === undefined ? [] : await readTables(databaseUrl)
  const after = await readBytes(service, databaseUrl)
  const hours = words / WORDS_PER_HOUR
  const each = (value: number) => [short(value / lines.length), short(value / hours)]
  printTable(
    `What a call needs, ${lines.length} calls with ${words} words, ${short(hours)} hours of talk, in ${short(seconds)} s`,
    ['', 'per call', 'per hour of talk'],
    [
      ['database, KB', ...each((after.database - before.database) / 1_000)],
      ['log of the database, KB', ...each((after.log - before.log) / 1_000)],
      ['text as imported, KB', ...each(lines.reduce((sum, line) => sum + line.length, 0) / 1_000)],
      ['processor time of the service, s', ...each(used.service - cpu.service)],
      ['processor time of PostgreSQL, s', ...each(used.server - cpu.server)],
    ],
  )
  printTable(
    'Memory of the service, MB',
    ['at the end', 'peak'],
    [[short(residentMegabytes(service.pid)), short(peakMegabytes(service.pid))]],
  )
  if (tables.length === 0) return
  printTable(
    'Largest tables, with their indexes',
    ['table', 'KB', 'KB per call'],
    tables.map(({ name, bytes }) => [name, short(bytes / 1_000), short(bytes / 1_000 / lines.length)]),
  )
}

function countWords(line: string): number {
  const { transcript } = JSON.parse(line) as { transcript: { segments: readonly { text: string }[] } }
  return transcript.segments.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

/** The log of the embedded database is in its folder, and is written again and again. */
async function readBytes({ dataDir }: Service, databaseUrl: string | undefined): Promise<Bytes> {
  if (databaseUrl === undefined) return { database: sumFolder(join(dataDir, 'database', 'base')), log: 0 }
  return withClient(databaseUrl, async (client) => {
    await client.query('vacuum')
    const { rows } = await client.query<{ database: string; log: string }>(
      `select pg_database_size(current_database())::text as database, (pg_current_wal_lsn() - '0/0')::text as log`,
    )
    return { database: Number(rows[0]?.database), log: Number(rows[0]?.log) }
  })
}

function sumFolder(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
}

async function readCpu({ pid }: Service, databaseUrl: string | undefined) {
  return { service: cpuSeconds([pid]), server: databaseUrl === undefined ? 0 : await readServerCpu(databaseUrl) }
}

/** Of the whole server, so other work on it counts too. @returns NaN if the server runs on another machine */
async function readServerCpu(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const path = `/proc/${rows[0]?.pid}/status`
    const parent = existsSync(path) ? /^PPid:\s+(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
    return parent === undefined ? Number.NaN : familyCpuSeconds(Number(parent))
  })
}

async function readTables(databaseUrl: string): Promise<{ name: string; bytes: number }[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::text as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
       order by pg_total_relation_size(c.oid) desc limit ${TABLES_SHOWN}`,
    )
    return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
  })
}
