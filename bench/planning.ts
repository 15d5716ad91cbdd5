/**
 * Cost of a statement on vectors, by the number of organizations in the database.
 *
 * `npm run bench:planning`. Each organization is large: its vectors have an index, which is the worst case for the planner of
 * PostgreSQL. One of them is a giant. The same database gets the indexes of earlier versions (one for each organization on
 * the table of all vectors) for comparison, and loses them again.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import type { App } from '../src/app.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { createSearchMaintenance } from '../src/outbound/search-index/maintenance.ts'
import { createSearchIndex } from '../src/outbound/search-index/postgres.ts'
import { createDatabase, dropDatabase, serverFromEnvironment } from './database.ts'
import { withApp } from './fairness-queue.ts'
import { addOrganizations, DIMENSION, organizationAt, SPACE } from './planning-fill.ts'
import { type Goal, percentile, printGoals, printTable, short, tell } from './report.ts'

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '1,100,1000' },
    /** Vectors of each organization. */
    vectors: { type: 'string', default: '40' },
    /** Vectors of the giant. */
    giant: { type: 'string', default: '20000' },
    /** Maximum number of organizations with indexes of earlier versions. */
    earlier: { type: 'string', default: '1000' },
    repetitions: { type: 'string', default: '200' },
    questions: { type: 'string', default: '20' },
  },
})
const counts = values.organizations.split(',').map(Number)
const vectors = Number(values.vectors)
const repetitions = Number(values.repetitions)
/** Number of the giant, and of an organization that is too small for an index. */
const [GIANT, SMALL] = [900_000, 900_001]
/** The small organization has half as many vectors as are large. */
const large = vectors - 10
const NEAREST = 10
const DATABASE = 'parley_bench_planning'

interface Measured {
  readonly organizations: number
  /** Milliseconds of the planner for a look-up by primary key. */
  readonly planning: number
  /** The same with the indexes of earlier versions; NaN without a measurement. */
  readonly earlier: number
  /** Milliseconds of the planner for the nearest vectors of a large organization. */
  readonly nearest: number
  /** Milliseconds of a search by meaning, in the program. */
  readonly search: number
}

const index = createSearchIndex()
const PARAMETERS = `organization_id = '${organizationAt(0)}'`
const LOOK_UP = `select vector from passage_vectors where ${PARAMETERS}
  and text_id = '${organizationAt(1)}' and passage_id = '${organizationAt(2)}' and space_id = 1`

/** Low percentile, because others use the machine too. */
const quick = (times: readonly number[]): number => percentile(times, 0.1)

async function planningTime(client: pg.Client, statement: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repetitions + 5; i++) {
    const { rows } = await client.query<{ 'QUERY PLAN': { 'Planning Time': number }[] }>(
      `explain (format json, summary) ${statement}`,
    )
    // The first ones fill the caches of the session.
    if (i >= 5) times.push(rows[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? Number.NaN)
  }
  return quick(times)
}

async function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley_bench' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Index of each space on the table of all vectors, as earlier versions created them. */
async function withEarlierIndexes<T>(url: string, count: number, work: () => Promise<T>): Promise<T> {
  return withSession(url, async (client) => {
    const { rows } = await client.query<{ id: number }>('select id from vector_spaces order by id limit $1', [count])
    const name = (id: number) => `passage_vectors_space_${id}`
    for (const { id } of rows)
      await client.query(`create index ${name(id)} on passage_vectors
        using hnsw ((vector::halfvec(${DIMENSION})) halfvec_ip_ops) where space_id = ${id}`)
    try {
      return await work()
    } finally {
      for (const { id } of rows) await client.query(`drop index ${name(id)}`)
    }
  })
}

const maintain = (app: App) =>
  createSearchMaintenance(app.store, { embedded: false, log: app.log, heartbeats: app.heartbeats, large }).runOnce()

const ask = (app: App, org: OrganizationId, vector: Float32Array) =>
  index.find(
    app.store.of(org).read,
    org,
    { conversations: sql`true` },
    { terms: [], phrases: [], without: [], speakers: [], vector: { model: SPACE, values: vector } },
    NEAREST,
  )

const randomVector = (): Float32Array => Float32Array.from({ length: DIMENSION }, () => Math.random() - 0.5)

async function searchTime(app: App, org: OrganizationId): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < Math.max(20, repetitions / 4); i++) {
    const startedAt = performance.now()
    await ask(app, org, randomVector())
    times.push(performance.now() - startedAt)
  }
  return quick(times)
}

/** Share of the ten nearest vectors that a search finds, compared with all distances. */
async function recall(app: App, org: OrganizationId): Promise<number> {
  let found = 0
  const questions = Number(values.questions)
  for (let i = 0; i < questions; i++) {
    const question = randomVector()
    const hits = await ask(app, org, question)
    const exact = await app.store.owner.transact(async (query) => {
      await query('set local enable_indexscan = off; set local enable_bitmapscan = off')
      return query<{ id: string }>(
        `select passage_id as id from passage_vectors where organization_id = $1 order by vector <#> $2::halfvec limit ${NEAREST}`,
        [org, `[${question.join(',')}]`],
      )
    })
    const nearest = hits.toSorted((a, b) => (b.semantic ?? -1) - (a.semantic ?? -1)).slice(0, NEAREST)
    const ids = new Set(exact.map(({ id }) => id))
    found += nearest.filter(({ id }) => ids.has(id)).length / ids.size
  }
  return found / questions
}

async function measure(app: App, url: string, organizations: number): Promise<Measured> {
  // Only these: a statement over all tables would lock more than the server permits.
  await app.store.owner.query('analyze vector_spaces, conversations, searched_texts, passages, passage_vectors')
  const [{ id } = { id: 0 }] = await app.store.owner.query<{ id: number }>(
    'select id from vector_spaces where organization_id = $1',
    [organizationAt(0)],
  )
  const plan = (statement: string) => withSession(url, (client) => planningTime(client, statement))
  const planning = await plan(LOOK_UP)
  const nearest = await plan(
    `select passage_id from search_vectors.space_${id} order by vector <#> '[${randomVector().join(',')}]' limit 10`,
  )
  const search = await searchTime(app, organizationAt(0))
  const isCompared = organizations <= Number(values.earlier)
  const earlier = isCompared ? await withEarlierIndexes(url, organizations, () => plan(LOOK_UP)) : Number.NaN
  return { organizations, planning, earlier, nearest, search }
}

const url = await createDatabase(serverFromEnvironment(), DATABASE)
try {
  await withApp(url, async (app) => {
    const { owner } = app.store
    tell(`giant with ${values.giant} vectors`)
    await addOrganizations(owner, { first: GIANT, end: GIANT + 1, vectors: Number(values.giant) })
    await addOrganizations(owner, { first: SMALL, end: SMALL + 1, vectors: Math.max(10, large - 10) })
    const measured: Measured[] = []
    let there = 0
    for (const count of counts.toSorted((a, b) => a - b)) {
      tell(`${count} organizations: writing`)
      await addOrganizations(owner, { first: there, end: count, vectors })
      there = count
      tell(`${count} organizations: indexing`)
      await maintain(app)
      tell(`${count} organizations: measuring`)
      const row = await measure(app, url, count)
      tell(`${count} organizations: ${row.planning} ms, ${row.earlier} ms with earlier indexes`)
      measured.push(row)
    }
    const recalls = {
      giant: await recall(app, organizationAt(GIANT)),
      large: await recall(app, organizationAt(there - 1)),
      small: await recall(app, organizationAt(SMALL)),
    }
    printTable(
      'Milliseconds by the number of organizations with an index',
      ['organizations', 'look-up planned', 'with earlier indexes', 'nearest planned', 'search'],
      measured.map((row) => [
        String(row.organizations),
        ...[row.planning, row.earlier, row.nearest, row.search].map((ms) => ms.toFixed(3)),
      ]),
    )
    console.log(
      `\nTrue ones of the nearest ${NEAREST}: ${short(recalls.giant)} of the giant, ${short(recalls.large)} of a large organization, ${short(recalls.small)} of a small one.`,
    )
    const [first, last] = [measured[0], measured.at(-1)]
    const goals: Goal[] = [
      {
        what: `planning with ${last?.organizations} organizations, times that with ${first?.organizations}`,
        measured: (last?.planning ?? Number.NaN) / (first?.planning ?? Number.NaN),
        limit: 1.3,
        sense: 'at most',
      },
      {
        what: 'recall of a small organization beside a giant',
        measured: recalls.small,
        limit: 0.95,
        sense: 'at least',
      },
      {
        what: 'recall of a large organization beside a giant',
        measured: recalls.large,
        limit: 0.95,
        sense: 'at least',
      },
    ]
    printGoals(goals)
  })
} finally {
  await dropDatabase(serverFromEnvironment(), DATABASE)
}
