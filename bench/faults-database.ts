/** PostgreSQL goes away in the middle of everything, again and again: connections end, new ones are refused for a while. */
import { setTimeout as pause } from 'node:timers/promises'
import { Gate } from '../src/testing/gate.ts'
import { startReceiver } from '../src/testing/receiver.ts'
import { createDatabase, databaseAt, dropDatabase, withClient } from './database.ts'
import {
  analyzedOnce,
  Door,
  type Given,
  Judge,
  noteSteps,
  openAnalyses,
  type Row,
  secondsSince,
  talkOf,
  until,
  untold,
} from './faults-door.ts'
import { breaches } from './kill-laws.ts'
import { Random } from './kill-random.ts'
import { type Place, withSql } from './kill-service.ts'
import { percentile, short, tell } from './report.ts'
import { startService } from './service.ts'

const NAME = `parley_faults_database_${process.pid}`
const OUTAGES = 20
const CLIENTS = 4
/** Refused for so long, at most. */
const AWAY_MS = 5_000
const BETWEEN_MS = 4_000
/** From the moment connections are taken again until the service says it is ready. */
const RECOVERY_SECONDS = 10
/** A run that was cut off is taken up again after a minute without a sign of life. */
const PATIENCE_SECONDS = 900

/** What clients were told; what they were not told may have happened or not. */
interface Ledger {
  readonly imported: Map<string, string>
  /** The title that was acknowledged last, by external id; undefined while nobody knows. */
  readonly titles: Map<string, string | undefined>
  readonly statuses: Map<number | string, number>
}

export async function databaseFaults({ server = '' }: Given): Promise<Row[]> {
  const direct = await createDatabase(server, NAME)
  const { hostname, port } = new URL(server)
  const gate = new Gate({ host: hostname, port: Number(port || 5432) })
  await gate.up()
  const through = new URL(databaseAt(server, NAME))
  through.host = `127.0.0.1:${gate.port}`
  const receiver = await startReceiver()
  let judge: Judge | undefined
  const service = await startService(through.toString(), { ALLOWED_PRIVATE_TARGETS: '127.0.0.1' })
  const place: Place = { dataDir: service.dataDir, databaseUrl: direct }
  const ledger: Ledger = { imported: new Map(), titles: new Map(), statuses: new Map() }
  const broken: string[] = []
  const over = new AbortController()
  try {
    const door = new Door(service)
    await noteSteps(place)
    const { data } = await door.done('POST', '/webhooks', { url: `${receiver.url}/hook` })
    judge = new Judge(receiver, data.secret)
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(door, ledger, at, over.signal))
    const random = new Random(1)
    const recoveries: number[] = []
    for (let at = 1; at <= OUTAGES; at++) {
      await pause(random.next() * BETWEEN_MS)
      await gate.down()
      await withClient(server, (admin) =>
        admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [NAME]),
      )
      await pause(random.next() * AWAY_MS)
      await gate.up()
      const from = performance.now()
      await until('the recovery of the service', 120, async () => {
        const answer = await fetch(new URL('/readyz', service.said.url)).catch(() => undefined)
        return answer?.status === 200
      })
      recoveries.push(secondsSince(from))
      if (at % 5 === 0) tell(`the database was away ${at} times, ${ledger.imported.size} imports acknowledged`)
    }
    over.abort()
    await Promise.all(clients)
    const from = performance.now()
    await until('the analysis of everything', PATIENCE_SECONDS, async () => (await openAnalyses(place)) === 0)
    const analyzed = secondsSince(from)
    const open = async () =>
      (await door.done('GET', `/webhooks/${data.id}/deliveries?status=pending&size=1`)).meta.totalRecords
    await until('the delivery of everything', PATIENCE_SECONDS, async () => (await open()) === 0)
    broken.push(...(await withSql(place, analyzedOnce)), ...(await withSql(place, breaches)))
    broken.push(...(await lost(place, ledger)))
    const worst = Math.max(...recoveries)
    if (worst > RECOVERY_SECONDS) broken.push(`it was ready ${short(worst)} s after the database`)
    const came = judge.end()
    broken.push(...(await withSql(place, (query) => untold(query, came.ids))))
    if (came.unverified > 0) broken.push(`${came.unverified} requests are not signed as they must be`)
    const odd = [...ledger.statuses].filter(([status]) => status !== 503 && status !== 'cut')
    return [
      {
        injected: `PostgreSQL away up to ${AWAY_MS / 1_000} s, all its connections ended`,
        times: OUTAGES,
        holds: 'no acknowledged import or title is lost; each step once; every event told; it recovers by itself',
        found:
          `${ledger.imported.size} imports and ${[...ledger.titles.values()].filter(Boolean).length} titles there; ` +
          `ready again in ${short(percentile(recoveries, 0.5))} s, worst ${short(worst)}; all analyzed ${short(analyzed)} s later; ` +
          `refusals meanwhile ${[...ledger.statuses].map(([status, n]) => `${status}: ${n}`).join(', ')}`,
        broken: [...broken, ...odd.map(([status, n]) => `${n} answers ${status}`)],
      },
    ]
  } finally {
    over.abort()
    await gate.up().catch(() => undefined)
    await service.stop()
    await gate.down()
    judge?.end()
    await receiver.close()
    await dropDatabase(server, NAME)
  }
}

/** Imports and renames until it is over; what is refused or cut off is sent again, as clients do. */
async function client(door: Door, ledger: Ledger, at: number, over: AbortSignal): Promise<void> {
  for (let n = 0; !over.aborted; n++) {
    const name = `${at}-${n}`
    const uuid = await insisting(ledger, over, async () => door.ask('POST', '/conversations/import', talkOf(name)))
    if (uuid === undefined) continue
    ledger.imported.set(name, uuid.body.uuid)
    const title = `Renamed ${name}`
    ledger.titles.set(name, undefined)
    const renamed = await insisting(ledger, over, () =>
      door.ask('PUT', `/conversations/${uuid.body.uuid}/title`, { title }),
    )
    if (renamed !== undefined) ledger.titles.set(name, title)
    await pause(100)
  }
}

async function insisting(ledger: Ledger, over: AbortSignal, ask: () => ReturnType<Door['ask']>) {
  while (!over.aborted) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer.status < 300) return answer
    const why = answer?.status ?? 'cut'
    ledger.statuses.set(why, (ledger.statuses.get(why) ?? 0) + 1)
    await pause(200)
  }
  return undefined
}

/** @returns a sentence for each acknowledged thing that is not there */
async function lost(place: Place, { imported, titles }: Ledger): Promise<string[]> {
  const rows = await withSql(place, (query) =>
    query<{ id: string; external_id: string; title: string }>('select id, external_id, title from conversations'),
  )
  const there = new Map(rows.map((row) => [row.external_id, row]))
  const gone = [...imported].filter(([name, uuid]) => there.get(name)?.id !== uuid)
  const unnamed = [...titles].filter(([name, title]) => title !== undefined && there.get(name)?.title !== title)
  return [
    ...gone.map(([name]) => `${name} was acknowledged and is not there`),
    ...unnamed.map(([name, title]) => `${name} is called ${there.get(name)?.title}, not ${title}`),
  ]
}
