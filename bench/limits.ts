/**
 * One tenant bursts, another one works: what limits and turns are worth to the second.
 *
 * `npm run bench:limits`. The same service is started twice, with and without limits. Each time, one organization sends
 * its burst over many connections, from a process of its own, while another one sends small requests one after the other.
 * The figures are ratios to what the second one has alone.
 */
import { Agent, request as send } from 'node:http'
import { parseArgs } from 'node:util'
import { limitSettings } from '../src/core/settings-limits.ts'
import { UNLIMITED } from '../src/testing/unlimited.ts'
import { startLoad } from './load.ts'
import { parleyAt, type Service, startService } from './service.ts'

const { values } = parseArgs({
  options: {
    /** Length of the burst. */
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

/** What holds when nothing is set. */
const DEFAULTS = Object.fromEntries(
  Object.keys(UNLIMITED).map((name) => [name, limitSettings[name as keyof typeof limitSettings].default ?? '']),
)
/** Tenants come through a proxy, from addresses of their own. */
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' }

interface Tenant {
  readonly key: string
  readonly address: string
}

interface Figures {
  readonly alone: number
  readonly beside: number
  readonly aloneTail: number
  readonly besideTail: number
  /** Part of the requests of the burst. */
  readonly refused: number
  readonly requestsPerSecond: number
}

const agent = new Agent({ keepAlive: true })
const load = startLoad()

function ask(service: Service, path: string, { key, address }: Tenant): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: key, 'x-forwarded-for': address }
    send(`${service.baseUrl}${path}`, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0)).once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}

/** Milliseconds of each small request, sent one after the other until the work beside it ends. */
async function times(service: Service, tenant: Tenant, isOver: () => boolean): Promise<number[]> {
  const found: number[] = []
  while (!isOver()) {
    const began = performance.now()
    const status = await ask(service, '/conversations/briefs', tenant)
    if (status !== 200) throw new Error(`A small request got ${status}.`)
    found.push(performance.now() - began)
    // As people do: far below any limit.
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return found
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN

async function measure(settings: Readonly<Record<string, string>>): Promise<Figures> {
  const service = await startService(values.database, { ...PROXY, ...settings })
  try {
    const noisy = await tenantOf(service, 'Noisy', '198.51.100.7')
    const quiet = await tenantOf(service, 'Quiet', '203.0.113.9')
    const warmUntil = performance.now() + 2_000
    await times(service, quiet, () => performance.now() > warmUntil)
    const until = performance.now() + 3_000
    const alone = (await times(service, quiet, () => performance.now() > until)).toSorted((a, b) => a - b)
    let isOver = false
    const beside = times(service, quiet, () => isOver)
    const { refused, requestsPerSecond } = await load
      .run({
        url: `${service.baseUrl}/conversations/briefs`,
        headers: { authorization: noisy.key, 'x-forwarded-for': noisy.address },
        ...{ connections, seconds, requestsMax: 1_000_000, acceptsRefusals: true },
      })
      .finally(() => {
        isOver = true
      })
    const sorted = (await beside).toSorted((a, b) => a - b)
    return {
      ...{ alone: at(alone, 0.5), aloneTail: at(alone, 0.95), beside: at(sorted, 0.5), besideTail: at(sorted, 0.95) },
      ...{ refused, requestsPerSecond },
    }
  } finally {
    await service.stop()
  }
}

async function tenantOf(service: Service, name: string, address: string): Promise<Tenant> {
  const place = { dataDir: service.dataDir, databaseUrl: values.database, settings: PROXY }
  const domain = `${name.toLowerCase()}-${Date.now()}.example`
  const made = await parleyAt(place, 'organization', 'create', name, '--domain', domain, '--admin', `a@${domain}`)
  const key = await parleyAt(place, 'key', 'create', '--organization', made.organization_id ?? '', '--name', 'bench')
  return { key: key.token ?? key.key ?? '', address }
}

const runs: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['without limits or turns', { ...UNLIMITED, LIMIT_CONCURRENT: '1000' }],
  ['with turns alone', UNLIMITED],
  ['with limits and turns', DEFAULTS],
]
for (const [name, settings] of runs) {
  const { alone, beside, aloneTail, besideTail, refused, requestsPerSecond } = await measure(settings)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  process.stdout.write(
    `${name}: a burst of ${seconds} s over ${connections} connections, ${Math.round(requestsPerSecond)} requests per second, ${(100 * refused).toFixed(0)} % refused\n` +
      `  the other tenant alone: p50 ${ms(alone)}, p95 ${ms(aloneTail)}\n` +
      `  beside the burst:       p50 ${ms(beside)} (${(beside / alone).toFixed(1)} times), p95 ${ms(besideTail)} (${(besideTail / aloneTail).toFixed(1)} times)\n`,
  )
}
agent.destroy()
load.stop()
