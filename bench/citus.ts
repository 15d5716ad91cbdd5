/**
 * `npm run test:citus-faults`: what happens to organizations when a server of a Citus cluster is killed, and when one of
 * them moves to another server, while clients of all organizations import and read.
 *
 *   --seconds 30       of load around each fault
 *   --organizations 6
 *
 * TEST_CITUS_URL names the coordinator. TEST_CITUS_CONTROL is a command that gets `kill N` and `up N`, where N is the number
 * of a server: 1 for the first one with data. Exit 1 if an acknowledged import is missing, or if a request of an
 * organization on another server failed.
 */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type pg from 'pg'
import { createOnCluster, dropOnCluster, workersOf } from '../src/testing/cluster.ts'
import { createDatabase, dropDatabase, withClient } from './database.ts'
import { endOnSignals } from './processes.ts'
import { numberWithin, optionsOf, run } from './program.ts'
import { printTable, tell } from './report.ts'
import { parley, type Service, startService } from './service.ts'

const DATABASE = 'parley_bench_citus'
/** Shorter than the load, so that the server is back before its end. */
const AWAY = 0.3
const PAUSE_MS = 20
/** Minimum number of organizations of each server. */
const EACH_MIN = 2
const ORGANIZATIONS_MAX = 50
const ATTEMPTS_MAX = 10

interface Tenant {
  readonly id: string
  readonly key: string
  /** Number of the server that has it. */
  readonly server: number
}

/** What one tenant saw. */
interface Seen {
  readonly tenant: Tenant
  readonly acknowledged: string[]
  readonly statuses: Map<number, number>
  /** Longest time without an acknowledged import, in milliseconds. */
  longestGap: number
}

endOnSignals()
const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '30' }, organizations: { type: 'string', default: '6' } },
  })
  return { seconds: numberWithin(values.seconds, 2, 600), organizations: numberWithin(values.organizations, 2, 100) }
})
const coordinator = process.env.TEST_CITUS_URL
const control = process.env.TEST_CITUS_CONTROL
if (!coordinator || !control) throw new Error('TEST_CITUS_URL and TEST_CITUS_CONTROL must be set.')

/** Not synchronous, because the load of this process goes on. */
async function command(what: 'kill' | 'up', server: number): Promise<void> {
  await promisify(execFile)(control ?? '', [what, String(server)])
}

/** Imports and reads until the time is over. */
async function load(service: Service, tenant: Tenant, isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { tenant, acknowledged: [], statuses: new Map(), longestGap: 0 }
  let last = performance.now()
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: tenant.key, 'content-type': 'application/json' }
    const { status, body } = await fetch(`${service.baseUrl}${path}`, { ...init, headers }).then(
      async (answer) => ({ status: answer.status, body: await answer.text() }),
      // The service doesn't answer.
      () => ({ status: 0, body: '' }),
    )
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
    return { status, body }
  }
  while (!isOver()) {
    const transcript = 'Ann: Hello, Bob.\nBob: We need the offer by Friday.'
    const imported = await ask('/conversations/import', { method: 'POST', body: JSON.stringify({ transcript }) })
    if (imported.status === 202) {
      seen.acknowledged.push(JSON.parse(imported.body).uuid)
      seen.longestGap = Math.max(seen.longestGap, performance.now() - last)
      last = performance.now()
    }
    await ask('/conversations/briefs?size=5')
    await pause(PAUSE_MS)
  }
  seen.longestGap = Math.max(seen.longestGap, performance.now() - last)
  return seen
}

/** Number of acknowledged conversations that the service doesn't find. */
async function countMissing(service: Service, seen: readonly Seen[]): Promise<number> {
  let missing = 0
  for (const { tenant, acknowledged } of seen) {
    for (const id of acknowledged) {
      const answer = await fetch(`${service.baseUrl}/conversations/${id}`, { headers: { authorization: tenant.key } })
      await answer.text()
      if (answer.status !== 200) missing++
    }
  }
  return missing
}

const PLACE = `
  select s.shardid::int as shard, s.nodeport::int as port from citus_shards s
  where s.table_name = 'organizations'::regclass
    and s.shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`

async function placeOf(client: pg.Client, id: string): Promise<{ shard: number; port: number }> {
  const { rows } = await client.query<{ shard: number; port: number }>(PLACE, [id])
  const [row] = rows
  if (row === undefined) throw new Error(`The organization ${id} is on no server.`)
  return row
}

async function readiness(service: Service): Promise<string> {
  const answer = await fetch(new URL('/readyz', service.baseUrl))
  const { status, dependencies } = (await answer.json()) as {
    status: string
    dependencies: { name: string; state: string }[]
  }
  const faulty = dependencies.filter(({ state }) => state !== 'ok').map(({ name, state }) => `${name} ${state}`)
  return [`${answer.status} ${status}`, ...faulty].join(', ')
}

function printSeen(title: string, seen: readonly Seen[], groupOf: (tenant: Tenant) => string): void {
  const groups = Map.groupBy(seen, ({ tenant }) => groupOf(tenant))
  printTable(
    title,
    ['organizations', 'imports acknowledged', 'answers by status', 'longest gap, s'],
    [...groups].map(([name, members]) => {
      const statuses = new Map<number, number>()
      for (const one of members)
        for (const [status, n] of one.statuses) statuses.set(status, (statuses.get(status) ?? 0) + n)
      return [
        name,
        String(members.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)),
        [...statuses].map(([status, n]) => `${status}: ${n}`).join(', '),
        (Math.max(...members.map(({ longestGap }) => longestGap)) / 1_000).toFixed(2),
      ]
    }),
  )
}

await run('bench', async () => {
  const workers = await workersOf(coordinator)
  const url = await createDatabase(coordinator, DATABASE)
  await dropOnCluster(coordinator, workers, DATABASE)
  await createOnCluster(coordinator, workers, DATABASE)
  await parley(url, 'distribute', '--parts', '8')
  const service = await startService(url)
  let faults = 0
  try {
    const tenants: Tenant[] = []
    await withClient(url, async (client) => {
      // Until each server has some.
      const isSpread = () =>
        workers.every((_, at) => tenants.filter(({ server }) => server === at + 1).length >= EACH_MIN)
      for (let n = 0; n < options.organizations || (!isSpread() && n < ORGANIZATIONS_MAX); n++) {
        const domain = `o${n}-${Date.now()}.example`
        const made = await parley(url, 'organization', 'create', `O${n}`, '--domain', domain, '--admin', `a@${domain}`)
        const id = made.organization_id ?? ''
        const key = await parley(url, 'key', 'create', '--organization', id, '--name', 'bench')
        const { port } = await placeOf(client, id)
        tenants.push({ id, key: key.token ?? key.key ?? '', server: 1 + workers.findIndex((one) => one.port === port) })
      }
    })
    const lost = tenants[0]?.server ?? 1
    tell(
      `${tenants.filter(({ server }) => server === lost).length} of ${tenants.length} organizations are on server ${lost}`,
    )

    let isOver = false
    const during = Promise.all(tenants.map((tenant) => load(service, tenant, () => isOver)))
    await pause((1_000 * options.seconds * (1 - AWAY)) / 2)
    await command('kill', lost)
    await pause(1_000 * options.seconds * AWAY)
    tell(`ready while server ${lost} is away: ${await readiness(service)}`)
    await command('up', lost)
    await pause((1_000 * options.seconds * (1 - AWAY)) / 2)
    isOver = true
    const seen = await during
    tell(`ready afterwards: ${await readiness(service)}`)
    printSeen('A killed server', seen, ({ server }) => (server === lost ? 'on the killed server' : 'on other servers'))
    const missing = await countMissing(service, seen)
    const failed = seen
      .filter(({ tenant }) => tenant.server !== lost)
      .flatMap(({ statuses }) => [...statuses])
      .reduce((sum, [status, n]) => (status >= 200 && status < 300 ? sum : sum + n), 0)
    tell(
      `acknowledged imports that are missing: ${missing}; failed requests of organizations on other servers: ${failed}`,
    )
    faults += missing + failed

    isOver = false
    const moving = tenants[0]
    if (moving === undefined) return
    const whileMoving = Promise.all(tenants.map((tenant) => load(service, tenant, () => isOver)))
    await pause(250 * options.seconds)
    const took = await withClient(url, async (client) => {
      const { shard, port } = await placeOf(client, moving.id)
      const from = workers.find((one) => one.port === port)
      const to = workers.find((one) => one.port !== port)
      const startedAt = performance.now()
      const move = () =>
        client.query('select citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
          ...[shard, from?.host, from?.port, to?.host, to?.port],
          'block_writes',
        ])
      // Citus ends the move if it and writes wait for each other.
      for (let attempt = 1; ; attempt++) {
        try {
          await move()
          tell(`moved at attempt ${attempt}`)
          break
        } catch (error) {
          if (attempt >= ATTEMPTS_MAX) throw error
          tell(`the move was ended: ${(error as Error).message}`)
          await pause(1_000)
        }
      }
      return (performance.now() - startedAt) / 1_000
    })
    await pause(250 * options.seconds)
    isOver = true
    const moved = await whileMoving
    printSeen(`An organization moved to another server in ${took.toFixed(1)} s`, moved, ({ id }) =>
      id === moving.id ? 'the moved one' : 'others',
    )
    const missingMoved = await countMissing(service, moved)
    tell(`acknowledged imports that are missing: ${missingMoved}`)
    faults += missingMoved
  } finally {
    await service.stop()
    await dropDatabase(coordinator, DATABASE)
    await dropOnCluster(coordinator, workers, DATABASE)
  }
  if (faults > 0) process.exitCode = 1
})
