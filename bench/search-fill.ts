/** Makes the databases that search is measured on: talk through the product's own door, vectors by SQL. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { createDatabase, databaseAt, dropDatabase, exists } from './database.ts'
import { tell } from './report.ts'
import { PASSAGES_OF_CONVERSATION, talk } from './search-text.ts'
import { DIMENSION, type Palette, printed } from './search-vectors.ts'
import { type Place, parleyAt, type Service, startServiceAt } from './service.ts'

export const databases = ['postgres', 'embedded'] as const
export type DatabaseKind = (typeof databases)[number]

export interface FilledSearch {
  readonly kind: DatabaseKind
  readonly size: number
  readonly place: Place
  readonly organizationId: string
  readonly key: string
  readonly conversations: number
  readonly passages: number
  /** Passages a second through the import, words searchable when it answers; NaN when a kept database has them all. */
  readonly importRate: number
  /** The same texts by a bare client into a table without index or constraint. */
  readonly bareRate: number
  drop(): Promise<void>
}

/** Texts whose passages get their vectors in one statement; the embedded database answers nobody else meanwhile. */
const TEXTS_AT_ONCE = 100
/** Conversations in one request of the import. */
const LINES_MAX = 500
const PALETTE_AT_ONCE = 500
/** Rows that are written bare. */
const BARE_MAX = 100_000

export async function fillSearch(
  { kind, size, server, keep }: { kind: DatabaseKind; size: number; server: string | undefined; keep: boolean },
  from: { palette: Palette; space: string },
): Promise<FilledSearch> {
  const name = `parley_bench_search_${size}`
  const dataDir = join(tmpdir(), `${name.replaceAll('_', '-')}-${kind}`)
  const isKept = keep && existsSync(dataDir) && (server === undefined || (await exists(server, name)))
  if (!isKept) await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const url = server === undefined ? undefined : isKept ? databaseAt(server, name) : await createDatabase(server, name)
  const place: Place = { dataDir, databaseUrl: url, settings: { EMBEDDING_PROVIDER: 'none' } }
  const drop = async () => {
    if (server !== undefined) await dropDatabase(server, name)
    await rm(dataDir, { recursive: true, force: true })
  }
  const service = await startServiceAt(place)
  try {
    const conversations = Math.max(1, Math.round(size / PASSAGES_OF_CONVERSATION))
    const organizationId = service.said.organization_id ?? ''
    const made = await parleyAt(place, 'key', 'create', '--organization', organizationId, '--name', 'bench')
    const key = made.token ?? ''
    const held = await withSearchSql(place, (client) => count(client, organizationId))
    const isWhole = held.texts === conversations
    const seconds = isWhole ? Number.NaN : await importTalk(service, key, 0, conversations)
    const { passages } = await withSearchSql(place, (client) => count(client, organizationId))
    const importRate = (passages - held.passages) / seconds
    const bareRate = await withSearchSql(place, (client) => copyBare(client, organizationId))
    await writeVectors(place, organizationId, from)
    await withSearchSql(place, (client) => settle(client, place))
    return { kind, size, place, organizationId, key, conversations, passages, importRate, bareRate, drop }
  } catch (error) {
    await drop()
    throw error
  } finally {
    await service.stop()
  }
}

/** @returns seconds until the last was answered */
export async function importTalk({ baseUrl }: Service, key: string, first: number, count: number): Promise<number> {
  const begun = performance.now()
  for (let from = first; from < first + count; from += LINES_MAX) {
    const to = Math.min(first + count, from + LINES_MAX)
    const answer = await fetch(`${baseUrl}/conversations/import`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/x-ndjson' },
      body: Readable.toWeb(Readable.from(lines(from, to), { objectMode: false })),
      duplex: 'half',
    } as RequestInit)
    const answered = (await answer.text()).trim().split('\n')
    const refused = answered.find((line) => JSON.parse(line).uuid === undefined)
    if (refused !== undefined || answered.length !== to - from) {
      throw new Error(`the import refused a conversation: ${refused?.slice(0, 500)}`)
    }
    if (count > LINES_MAX) tell(`  ${to - first} of ${count} conversations`)
  }
  return (performance.now() - begun) / 1000
}

function* lines(from: number, to: number): Generator<string> {
  for (let number = from; number < to; number++) {
    const transcript = talk(number)
    yield `${JSON.stringify({ transcript, applicationName: 'bench', applicationExternalID: `talk-${number}` })}\n`
  }
}

/** Work on the data itself beside the service, as their owner: a client of the server, or a guest of the embedded database. */
export async function withSearchSql<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionOf(place), application_name: 'parley_bench' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const connectionOf = ({ dataDir, databaseUrl }: Place): pg.ClientConfig =>
  databaseUrl === undefined
    ? { host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }
    : { connectionString: databaseUrl }

/** Guests of the embedded database share its one session: nobody may be left outside a transaction. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function count(client: pg.Client, organizationId: string): Promise<{ texts: number; passages: number }> {
  const { rows } = await inTransaction(client, () =>
    client.query<{ texts: number; passages: number }>(
      `select count(*)::int as texts, coalesce(sum(passages), 0)::int as passages
       from searched_texts where organization_id = $1`,
      [organizationId],
    ),
  )
  return rows[0] ?? { texts: 0, passages: 0 }
}

/** @returns passages a second: the rows that the import made, once more, into a table that is nothing but columns */
async function copyBare(client: pg.Client, organizationId: string): Promise<number> {
  const copy = async () => {
    const begun = performance.now()
    const { rowCount } = await client.query(
      `create temporary table bare on commit drop as
       select * from passages where organization_id = $1 limit $2`,
      [organizationId, BARE_MAX],
    )
    const seconds = (performance.now() - begun) / 1000
    return (rowCount ?? 0) / seconds
  }
  return inTransaction(client, copy)
}

async function writeVectors(
  place: Place,
  organizationId: string,
  { palette, space }: { palette: Palette; space: string },
): Promise<void> {
  const begun = performance.now()
  await withSearchSql(place, async (client) => {
    await inTransaction(client, () => writePalette(client, palette))
    for (let done = 0; ; ) {
      const some = await inTransaction(client, () => writeSome(client, organizationId, { palette, space }))
      if (some === 0) break
      done += some
      if (done % (TEXTS_AT_ONCE * 20) === 0) tell(`  ${done} conversations have vectors`)
    }
    await inTransaction(client, () => client.query('drop table bench_palette'))
  })
  tell(`  vectors drawn in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

async function writePalette(client: pg.Client, palette: Palette): Promise<void> {
  await client.query('drop table if exists bench_palette')
  await client.query(`create table bench_palette (list int, i int, v vector(${DIMENSION}), primary key (list, i))`)
  for (const [list, vectors] of palette.entries()) {
    for (let first = 0; first < vectors.length; first += PALETTE_AT_ONCE) {
      const some = vectors.slice(first, first + PALETTE_AT_ONCE)
      await client.query(
        'insert into bench_palette select $1, i, v::vector from unnest($2::int[], $3::text[]) as t (i, v)',
        [list, some.map((_, index) => first + index), some.map(printed)],
      )
    }
  }
}

/** Passages in a row have one centre, as a stretch of talk has one subject. @returns how many texts */
async function writeSome(
  client: pg.Client,
  organizationId: string,
  { palette, space }: { palette: Palette; space: string },
): Promise<number> {
  await client.query(
    `insert into vector_spaces (organization_id, name, dimension) values ($1, $2, $3)
     on conflict (organization_id, name) do nothing`,
    [organizationId, space, DIMENSION],
  )
  const { rows } = await client.query<{ id: string }>(
    'select id from searched_texts where organization_id = $1 and space_id is null and passages > 0 limit $2',
    [organizationId, TEXTS_AT_ONCE],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `insert into passage_vectors (organization_id, text_id, passage_id, space_id, vector)
     select p.organization_id, p.text_id, p.id, s.id, l2_normalize(a.v + b.v + c.v + d.v)::halfvec
     from passages p
     join vector_spaces s on s.organization_id = p.organization_id and s.name = $3
     join bench_palette a on a.list = 0 and a.i = (hashtext(p.text_id::text || p.position / 16) & 2147483647) % $4
     join bench_palette b on b.list = 1 and b.i = (hashtext('b' || p.id) & 2147483647) % $5
     join bench_palette c on c.list = 2 and c.i = (hashtext('c' || p.id) & 2147483647) % $6
     join bench_palette d on d.list = 3 and d.i = (hashtext('d' || p.id) & 2147483647) % $7
     where p.organization_id = $1 and p.text_id = any($2::uuid[])
     on conflict do nothing`,
    [organizationId, ids, space, ...palette.map((list) => list.length)],
  )
  await client.query(
    `update searched_texts set space_id = (select id from vector_spaces where organization_id = $1 and name = $3)
     where organization_id = $1 and id = any($2::uuid[])`,
    [organizationId, ids, space],
  )
  return ids.length
}

/** What would happen by itself in time: statistics, and on a server the visibility map. */
async function settle(client: pg.Client, { databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== undefined) await client.query('vacuum (analyze)')
  else await inTransaction(client, () => client.query('analyze'))
}

/** Megabytes that the database takes on disk. */
export async function megabytesOf({ dataDir, databaseUrl }: Place): Promise<number> {
  if (databaseUrl !== undefined) {
    return withSearchSql({ dataDir, databaseUrl }, async (client) => {
      const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
      return Number(rows[0]?.bytes) / 1e6
    })
  }
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const file of files) if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size
  return bytes / 1e6
}
