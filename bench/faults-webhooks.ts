/** Targets of webhooks that hang, fail, are slow, send elsewhere or change their address, beside one that is well. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Receiver, startReceiver } from '../src/testing/receiver.ts'
import { createDatabase, dropDatabase } from './database.ts'
import { Door, type Given, Judge, type Row, secondsSince, until } from './faults-door.ts'
import { percentile, short, tell } from './report.ts'
import { startService } from './service.ts'

const DATABASE = `parley_faults_webhooks_${process.pid}`
const CONVERSATIONS = 60
/** How long targets are out of order. */
const OUTAGE_MS = 60_000
/** The fourth try comes about three minutes after the first. */
const PATIENCE_SECONDS = 900
/** From an event to the target that is well. */
const UNHURT_SECONDS = 5
/** The one private address that the operator allows, and one of those that are not. */
const [ALLOWED, FORBIDDEN] = ['127.0.0.1', '127.0.0.2']
const NAME = 'hooks.faults.example'

interface Target {
  readonly name: string
  readonly receiver: Receiver
  readonly judge: Judge
  readonly id: string
}

export async function webhookFaults({ server }: Given): Promise<Row[]> {
  const names = await startNames()
  const trap = await startTrap()
  const url = server === undefined ? undefined : await createDatabase(server, DATABASE)
  const service = await startService(url, {
    ALLOWED_PRIVATE_TARGETS: ALLOWED,
    FAULTS_NAMES: names.url,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('./faults-names.ts', import.meta.url))}`,
  })
  const targets: Target[] = []
  try {
    const door = new Door(service)
    const make = async (name: string, of = (receiver: Receiver) => `${receiver.url}/hook`) => {
      const receiver = await startReceiver()
      const { data } = await door.done('POST', '/webhooks', { url: of(receiver) })
      const target = { name, receiver, id: data.id, judge: new Judge(receiver, data.secret) }
      targets.push(target)
      return target
    }
    const well = await make('is well')
    const hangs = await make('hangs')
    const halfway = await make('hangs after its headers')
    const fails = await make('answers 500')
    const slow = await make('answers after 3 s')
    const redirects = await make('redirects to a private address')
    await make('name whose address changes', ({ url }) => `http://${NAME}:${new URL(url).port}/hook`)
    const refusals = await Promise.all(
      [`http://${FORBIDDEN}:${trap.port}/`, `https://${FORBIDDEN}:${trap.port}/`, 'http://169.254.169.254/latest'].map(
        async (address) => (await door.ask('POST', '/webhooks', { url: address })).status,
      ),
    )
    hangs.receiver.answer = () => ({ hangs: 'at once' })
    halfway.receiver.answer = () => ({ status: 500, hangs: 'after its headers', body: 'Well' })
    fails.receiver.answer = () => ({ status: 500 })
    slow.receiver.answer = () => ({ after: new Promise((done) => setTimeout(done, 3_000)) })
    redirects.receiver.answer = () => ({
      status: 307,
      headers: { location: `http://${FORBIDDEN}:${trap.port}/` },
    })
    names.answer = (asked) => [[FORBIDDEN], [ALLOWED, FORBIDDEN], [ALLOWED]][asked % 3] ?? []
    const arrivals: number[] = []
    well.receiver.answer = ({ body }) => {
      arrivals.push((Date.now() - Date.parse(JSON.parse(body).timestamp)) / 1_000)
      return {}
    }
    tell('targets are out of order')
    for (let i = 0; i < CONVERSATIONS; i++) {
      await door.talk(String(i))
      await new Promise((done) => setTimeout(done, OUTAGE_MS / CONVERSATIONS))
    }
    const duringOutage = [...arrivals]
    const wanted = 2 * CONVERSATIONS
    const trapped = () => trap.connections
    for (const { receiver } of targets) receiver.answer = () => ({})
    names.answer = () => [ALLOWED]
    const back = performance.now()
    tell('targets are well again')
    const open = async () => {
      const pages = await Promise.all(
        targets.map(({ id }) => door.done('GET', `/webhooks/${id}/deliveries?status=pending&size=1`)),
      )
      return pages.reduce((sum, { meta }) => sum + meta.totalRecords, 0)
    }
    await until('the delivery of everything', PATIENCE_SECONDS, async () => (await open()) === 0)
    const seconds = secondsSince(back)
    const { ids } = well.judge.end()
    const rows: Row[] = []
    for (const target of targets) {
      rows.push(
        await rowOf(target, { ids, wanted, door, arrivals: target === well ? duringOutage : undefined, seconds }),
      )
    }
    const broken = trapped() > 0 ? [`${trapped()} connections to an address that is not allowed`] : []
    if (refusals.some((status) => status !== 400)) broken.push(`webhooks at private addresses: ${refusals}`)
    if (names.asked === 0) broken.push('nobody asked for the name')
    rows.push({
      injected: 'private addresses: named, by redirect, by a name that changes',
      times: 3 + redirects.receiver.received.length + names.asked,
      holds: 'never connected to; refused with 400 when named',
      found: `${trapped()} connections; ${refusals.join(', ')}; the name was looked up ${names.asked} times`,
      broken,
    })
    return rows
  } finally {
    await service.stop()
    for (const { receiver, judge } of targets) {
      judge.end()
      await receiver.close()
    }
    await names.close()
    await trap.close()
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
}

interface Seen {
  readonly ids: ReadonlySet<string>
  readonly wanted: number
  readonly door: Door
  /** Seconds from event to target; undefined where it does not count. */
  readonly arrivals: readonly number[] | undefined
  /** From the return of the targets until all was delivered. */
  readonly seconds: number
}

async function rowOf({ name, id, receiver, judge }: Target, seen: Seen): Promise<Row> {
  const { ids, wanted, door, arrivals, seconds } = seen
  const came = judge.end()
  const missing = [...ids].filter((one) => !came.ids.has(one)).length
  const told = async (status: string): Promise<number> =>
    (await door.done('GET', `/webhooks/${id}/deliveries?status=${status}&size=1`)).meta.totalRecords
  const [delivered, failed] = [await told('delivered'), await told('failed')]
  const broken: string[] = []
  if (came.ids.size !== wanted) broken.push(`${came.ids.size} of ${wanted} events came`)
  if (missing > 0) broken.push(`${missing} events of the target that is well did not come`)
  if (came.unverified > 0) broken.push(`${came.unverified} requests are not signed as they must be`)
  if (delivered !== wanted || failed > 0) broken.push(`${delivered} are told as delivered, ${failed} as failed`)
  const p95 = arrivals === undefined ? 0 : percentile(arrivals, 0.95)
  if (p95 > UNHURT_SECONDS) broken.push(`it was told ${short(p95)} s after the event`)
  return {
    injected: `webhook target ${name}`,
    times: receiver.received.length - came.ids.size,
    holds:
      arrivals === undefined ? 'each event at least once, verified' : 'told at once meanwhile, each event, verified',
    found:
      `${came.ids.size} of ${wanted} events in ${receiver.received.length} requests, ${came.unverified} not verified` +
      (arrivals === undefined ? `; all ${short(seconds)} s after its return` : `; p95 ${short(p95)} s after the event`),
    broken,
  }
}

/** What the service asks for the addresses of a name; each time another answer. */
async function startNames() {
  const names = {
    url: '',
    asked: 0,
    answer: (_asked: number): string[] => [ALLOWED],
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createHttpServer((_, response) => {
    response.end(JSON.stringify(names.answer(names.asked)))
    names.asked += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  names.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return names
}

/** An address that nobody may come to. */
async function startTrap() {
  const trap = { port: 0, connections: 0, close: async () => void (await new Promise((done) => server.close(done))) }
  const server = createServer((socket) => {
    trap.connections += 1
    socket.destroy()
  })
  server.listen(0, FORBIDDEN)
  await once(server, 'listening')
  trap.port = (server.address() as AddressInfo).port
  return trap
}
