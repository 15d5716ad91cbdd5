/** What goes wrong around the embedded database: its disk is full, again and again, and another program misuses its socket. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { mountSmallDisk } from '../src/testing/small-disk.ts'
import { Door, type Given, type Row, secondsSince, talkOf, until } from './faults-door.ts'
import { tell } from './report.ts'
import { type Service, startServiceAt } from './service.ts'

const DISK_MEGABYTES = 220
const FILLINGS = 5
const CLIENTS = 4
const FULL_MS = 3_000
const MISUSES = 100
/** The service ends itself after 28 seconds at the latest. */
const STOP_SECONDS = 30
const RECOVERY_SECONDS = 60

interface Ledger {
  readonly acknowledged: string[]
  readonly statuses: Map<number | string, number>
}

/** Imports and reads until it is to end, and notes what it was answered. */
async function client(door: Door, { acknowledged, statuses }: Ledger, name: string, over: AbortSignal): Promise<void> {
  const note = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  for (let n = 0; !over.aborted; n++) {
    try {
      const imported = await door.ask('POST', '/conversations/import', talkOf(`${name}-${n}`))
      note(imported.status)
      if (imported.status < 300) acknowledged.push(imported.body.uuid)
      note((await door.ask('GET', '/conversations?size=1')).status)
    } catch (error) {
      note((error as Error).name)
    }
    await pause(50)
  }
}

/** @returns a sentence for each thing that is not as it must be */
async function judge(door: Door, { acknowledged, statuses }: Ledger, allowed: readonly number[]): Promise<string[]> {
  const strange = [...statuses].filter(([status]) => typeof status !== 'number' || !allowed.includes(status))
  const broken = strange.map(([status, times]) => `${status} was answered ${times} times`)
  for (const id of acknowledged) {
    if ((await door.ask('GET', `/conversations/${id}`)).status !== 200)
      broken.push(`${id} was acknowledged and is lost`)
  }
  return broken
}

const told = ({ acknowledged, statuses }: Ledger) =>
  `${acknowledged.length} imports there; ${[...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')}`

const isReady = async (service: Service) =>
  (await fetch(new URL('/readyz', service.said.url)).catch(() => undefined))?.status === 200

async function inTime(service: Service, broken: string[]): Promise<number> {
  const from = performance.now()
  await service.stop()
  const seconds = secondsSince(from)
  if (seconds > STOP_SECONDS) broken.push(`it ended ${seconds.toFixed(0)} s after SIGTERM`)
  return seconds
}

/** @param reserve megabytes that the service keeps free; 0: it runs into the full disk */
async function fullDisk(reserve: number): Promise<Row> {
  const holds = 'acknowledged imports there; only 202, 507 and 503; ready again by itself; SIGTERM ends it'
  const injected = reserve === 0 ? 'the disk is full, nothing kept free' : `less than ${reserve} MB are free`
  const disk = mountSmallDisk(DISK_MEGABYTES)
  if ('reason' in disk) return { injected, times: 0, holds, found: `skipped: ${disk.reason}`, broken: [] }
  const settings = { DISK_RESERVE_MB: String(reserve) }
  const dataDir = join(disk.folder, 'data')
  const ledger: Ledger = { acknowledged: [], statuses: new Map() }
  const broken: string[] = []
  let slowest = 0
  try {
    const service = await startServiceAt({ dataDir, settings })
    const door = new Door(service)
    const over = new AbortController()
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(door, ledger, `${reserve}-${at}`, over.signal))
    for (let at = 1; at <= FILLINGS; at++) {
      await pause(1_000)
      await disk.fill(reserve === 0 ? 0 : reserve / 2)
      if (reserve === 0) await writeLog(dataDir)
      await pause(FULL_MS)
      disk.empty()
      const from = performance.now()
      await until('readiness', RECOVERY_SECONDS, () => isReady(service))
      slowest = Math.max(slowest, secondsSince(from))
    }
    over.abort()
    await Promise.all(clients)
    broken.push(...(await judge(door, ledger, [200, 202, 503, 507])))
    await disk.fill(0)
    const stopped = await inTime(service, broken)
    const found = `${told(ledger)}; ready after ${slowest.toFixed(1)} s at the latest; ended in ${stopped.toFixed(1)} s`
    return { injected, times: FILLINGS, holds, found, broken }
  } finally {
    disk.remove()
  }
}

/** Fills PostgreSQL's log, which ends it where there is no room for more. */
async function writeLog(dataDir: string): Promise<void> {
  const client = await connect(dataDir)
  for (let n = 0; n < 8; n++) {
    const write = client.query(`select pg_logical_emit_message(false, 'faults', repeat('x', 4000000))`)
    if (await write.then(() => false).catch(() => true)) break
  }
  await client.end().catch(() => undefined)
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Each leaves the session in a way that once stopped everybody else. */
const MISUSE: readonly ((client: pg.Client) => Promise<unknown>)[] = [
  (client) => client.query('select $1::int / 0', [1]),
  (client) => client.query('begin; lock table conversations'),
  (client) => client.query({ name: 'S_1', text: `select ${Math.random()}` }),
  (client) => client.query(`set statement_timeout = 1; set search_path = nowhere; set role parley_app`),
  (client) => client.query('select nonsense', [1]),
]

async function misusedSocket(): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-'))
  const ledger: Ledger = { acknowledged: [], statuses: new Map() }
  const broken: string[] = []
  const service = await startServiceAt({ dataDir })
  try {
    const door = new Door(service)
    const over = new AbortController()
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(door, ledger, `socket-${at}`, over.signal))
    for (let at = 0; at < MISUSES; at++) {
      const other = await connect(dataDir)
      await MISUSE[at % MISUSE.length]?.(other).catch(() => undefined)
      // Gone without a word, in the middle of whatever it did.
      ;(other as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    over.abort()
    await Promise.all(clients)
    broken.push(...(await judge(door, ledger, [200, 202])))
    if (!(await isReady(service))) broken.push('it is not ready')
    return {
      ...{ injected: 'another program misuses the socket of the database', times: MISUSES },
      ...{ holds: 'only 200 and 202; all imports there; ready', found: told(ledger), broken },
    }
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export async function embeddedFaults(_given: Given): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of [() => fullDisk(64), () => fullDisk(0), misusedSocket]) {
    rows.push(await part())
    tell(`${rows.at(-1)?.injected}: ${rows.at(-1)?.found}`)
  }
  return rows
}
