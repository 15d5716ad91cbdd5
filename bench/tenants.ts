/**
 * What ten thousand organizations in one database cost one of them.
 *
 * `npm run bench:tenants`. A few calls go through the product. Copies of them, of sizes by a power law, fill one database
 * (tenants-fill.ts). One organization, the middle one in the order of sizes without `--rank`, also gets a database that holds it alone, with
 * the same rows. The same requests go to both in turns: first while nothing else happens, then while the giant of the large
 * database imports calls, and a new tracker looks back over all its calls. Judge the ratios of one run.
 */
import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConversations } from './conversations.ts'
import { createDatabase, databaseAt, dropDatabase, serverFromEnvironment, withClient } from './database.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { type Goal, percentile, printGoals, printTable, short, tell } from './report.ts'
import { importLines, type Place, parleyAt, type Service, startServiceAt } from './service.ts'
import { type Client, clientOf, KINDS, type Kind } from './tenants-clients.ts'
import { fillTenants, organizationIdOf, sizesOf, type Tenant } from './tenants-fill.ts'

const [ALONE, FULL] = ['parley_bench_tenant', 'parley_bench_tenants']
/** Calls that go through the product: of moderate length, with about this many characters. */
const TEMPLATES = 12
const CHARACTERS = 20_000
/** What the measured organization may need, relative to a database of its own. */
const RATIO_MAX = 1.5
const READY_SECONDS_MAX = 7_200
const GIANT = 1

const seconds = (startedAt: number) => Math.round((performance.now() - startedAt) / 1_000)

const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: {
      organizations: { type: 'string', default: '10000' },
      /** Passages of all organizations together, about. */
      passages: { type: 'string', default: '10000000' },
      /** Place of the measured organization in the order of sizes. The middle without it. */
      rank: { type: 'string' },
      /** Requests of each kind in each phase and database. */
      requests: { type: 'string', default: '200' },
      /** Calls that the giant imports meanwhile. */
      imports: { type: 'string', default: '400' },
    },
  })
  const organizations = wholeFrom(values.organizations, 3)
  const rank = wholeFrom(values.rank ?? String(Math.floor(organizations / 2) + 1), 2)
  if (rank > organizations) throw new Error(`--rank ${rank} should be a place among ${organizations} organizations`)
  return {
    ...{ organizations, rank },
    passages: wholeFrom(values.passages, 100),
    requests: wholeFrom(values.requests, 5),
    imports: wholeFrom(values.imports, 1),
  }
})

type Phase = 'idle' | 'giant'
interface Sample {
  readonly kind: Kind
  readonly phase: Phase
  readonly database: 'alone' | 'full'
  readonly ms: number
}

await run('bench', async () => {
  const server = serverFromEnvironment()
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const aloneUrl = await createDatabase(server, ALONE)
    const { template, lines } = await importTemplates({ dataDir: join(dataDir, 'alone'), databaseUrl: aloneUrl })
    // Both databases belong to the installation of these files.
    await cp(join(dataDir, 'alone'), join(dataDir, 'full'), { recursive: true })
    await dropDatabase(server, FULL)
    await withClient(server, (client) => client.query(`create database ${FULL} template ${ALONE}`))
    const fullUrl = databaseAt(server, FULL)
    const { tenants, measured } = await fill({ aloneUrl, fullUrl, template })
    await describe(fullUrl, tenants, measured)
    report(await measure({ dataDir, aloneUrl, fullUrl, measured, lines }))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    for (const name of [ALONE, FULL]) await dropDatabase(server, name)
  }
})

async function importTemplates(place: Place) {
  const all = (await readConversations()).toSorted(
    (a, b) => Math.abs(a.length - CHARACTERS) - Math.abs(b.length - CHARACTERS),
  )
  const service = await startServiceAt(place)
  try {
    const { organization_id: template = '', api_key: key = '' } = service.said
    await importLines(service.baseUrl, key, all.slice(0, TEMPLATES))
    tell(`${TEMPLATES} calls through the product`)
    await whenReady(place.databaseUrl ?? '', 'analyses', `state = 'idle'`)
    await whenReady(place.databaseUrl ?? '', 'searched_texts', 'is_complete and space_id is not null')
    return { template, lines: all.slice(TEMPLATES, TEMPLATES + 200) }
  } finally {
    await service.stop()
  }
}

/** Waits until a condition holds for each row of a table. @throws Error after two hours */
async function whenReady(url: string, table: string, condition: string): Promise<void> {
  await withClient(url, async (client) => {
    const until = performance.now() + READY_SECONDS_MAX * 1_000
    while (performance.now() < until) {
      const { rows } = await client.query<{ ready: boolean | null }>(
        `select bool_and(${condition}) as ready from ${table}`,
      )
      if (rows[0]?.ready === true) return
      await pause(500)
    }
    throw new Error(`${table} isn't ready after ${READY_SECONDS_MAX} s`)
  })
}

async function fill({ aloneUrl, fullUrl, template }: { aloneUrl: string; fullUrl: string; template: string }) {
  const passagesOfCall = await withClient(aloneUrl, async (client) => {
    const { rows } = await client.query<{ mean: number }>('select avg(passages)::float8 as mean from searched_texts')
    return rows[0]?.mean ?? Number.NaN
  })
  const calls = Math.round(options.passages / passagesOfCall)
  const tenants = sizesOf(options.organizations, calls)
  const measured = tenants[options.rank - 1] as Tenant
  const total = tenants.reduce((sum, one) => sum + one.calls, 0)
  const startedAt = performance.now()
  let next = 0
  await fillTenants(fullUrl, {
    ...{ template, tenants },
    onProgress: (written) => {
      if (written / total < next) return
      tell(`${Math.round((100 * written) / total)} % of ${total} calls after ${seconds(startedAt)} s`)
      next = written / total + 0.05
    },
  })
  await fillTenants(aloneUrl, { template, tenants: [measured], onProgress: () => undefined })
  for (const url of [fullUrl, aloneUrl]) await withClient(url, (client) => client.query('vacuum analyze'))
  tell(`filled and analyzed after ${seconds(startedAt)} s`)
  return { tenants, measured }
}

async function describe(url: string, tenants: readonly Tenant[], measured: Tenant): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; rows: string; megabytes: string }>(`
      select relname as name, n_live_tup as rows, round(pg_total_relation_size(relid) / 1e6) as megabytes
      from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 8`),
  )
  const calls = tenants.reduce((sum, one) => sum + one.calls, 0)
  printTable(
    `${tenants.length} organizations with ${calls} calls; the giant has ${tenants[0]?.calls}, the measured one ${measured.calls}`,
    ['largest tables', 'rows', 'MB'],
    rows.map(({ name, rows: count, megabytes }) => [name, String(count), String(megabytes)]),
  )
}

interface Setup {
  readonly dataDir: string
  readonly aloneUrl: string
  readonly fullUrl: string
  readonly measured: Tenant
  readonly lines: readonly string[]
}

async function measure({ dataDir, aloneUrl, fullUrl, measured, lines }: Setup): Promise<Sample[]> {
  const places = {
    alone: { dataDir: join(dataDir, 'alone'), databaseUrl: aloneUrl },
    full: { dataDir: join(dataDir, 'full'), databaseUrl: fullUrl },
  }
  const opened: (() => Promise<unknown>)[] = []
  try {
    const open = async (place: Place) => {
      const service = await startServiceAt(place)
      opened.push(() => service.stop())
      const client = await clientOf(service, place, organizationIdOf(measured.number), lines)
      opened.push(() => client.close())
      return { service, client }
    }
    const alone = await open(places.alone)
    const full = await open(places.full)
    tell('indexes of the vectors of large organizations')
    await whenIndexed(fullUrl)
    const samples: Sample[] = []
    const clients = { alone: alone.client, full: full.client }
    await round(clients, 'idle', 5)
    tell('requests of the measured organization')
    samples.push(...(await round(clients, 'idle', options.requests)))
    tell('the same, while the giant imports and looks back')
    const busy = await startGiant(full.service, places.full, lines)
    samples.push(...(await round(clients, 'giant', options.requests)))
    tell(busy.isOver() ? 'the import of the giant ended before: take more --imports' : 'measured')
    await busy.imported
    return samples
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

/** All kinds of requests, to both databases in turns. An import is followed by its analysis. */
async function round(clients: Record<'alone' | 'full', Client>, phase: Phase, requests: number): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let number = 0; number < requests; number++)
    for (const database of number % 2 === 0 ? (['alone', 'full'] as const) : (['full', 'alone'] as const))
      for (const kind of KINDS) samples.push({ kind, phase, database, ms: await clients[database].time(kind, number) })
  return samples
}

/** Waits until each organization with 30,000 vectors has its own table. */
async function whenIndexed(url: string): Promise<void> {
  const startedAt = performance.now()
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select space_id as id from passage_vectors group by space_id having count(*) >= 30000',
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    await whenReady(url, `vector_spaces where id in (${ids.join(',')})`, 'own_table_ready')
    tell(`${ids.length} indexes after ${seconds(startedAt)} s`)
  })
}

async function startGiant(service: Service, place: Place, lines: readonly string[]) {
  const organization = organizationIdOf(GIANT)
  const { token: key = '' } = await parleyAt(place, 'key', 'create', '--organization', organization, '--name', 'giant')
  const created = await fetch(`${service.baseUrl}/trackers`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Price', phrases: ['price', 'cost', 'budget'] }),
  })
  if (!created.ok) throw new Error(`creating a tracker: ${created.status} ${await created.text()}`)
  let over = false
  const many = Array.from({ length: options.imports }, (_, number) =>
    JSON.stringify({ ...JSON.parse(lines[number % lines.length] ?? '{}'), applicationExternalID: `giant-${number}` }),
  )
  const imported = importLines(service.baseUrl, key, many).finally(() => {
    over = true
  })
  return { imported, isOver: () => over }
}

function report(samples: readonly Sample[]): void {
  const times = (kind: Kind, phase: Phase, database: Sample['database']) =>
    samples.filter((one) => one.kind === kind && one.phase === phase && one.database === database).map(({ ms }) => ms)
  const ratio = (kind: Kind, phase: Phase, share: number) =>
    percentile(times(kind, phase, 'full'), share) / percentile(times(kind, phase, 'alone'), share)
  const goals: Goal[] = []
  for (const phase of ['idle', 'giant'] as const) {
    printTable(
      phase === 'idle' ? 'Milliseconds, nothing else happens' : 'Milliseconds, while the giant imports and looks back',
      ['request', 'alone p50', 'p99', 'among all p50', 'p99', 'ratio p50', 'p99'],
      KINDS.map((kind) => [
        kind,
        ...(['alone', 'full'] as const).flatMap((database) =>
          [0.5, 0.99].map((share) => short(percentile(times(kind, phase, database), share))),
        ),
        ...[0.5, 0.99].map((share) => short(ratio(kind, phase, share))),
      ]),
    )
    for (const kind of KINDS)
      for (const share of [0.5, 0.99])
        goals.push({
          what: `${kind}, p${100 * share}${phase === 'giant' ? ' beside the giant' : ''}`,
          measured: ratio(kind, phase, share),
          ...{ limit: RATIO_MAX, sense: 'at most', unit: ' ×' },
        })
  }
  printGoals(goals)
}
