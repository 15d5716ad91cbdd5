/** Makes the databases that search is measured on: talk through the product's own door, vectors by SQL. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { createDatabase, databaseAt, dropDatabase, exists } from './database.ts'
import { tell } from './report.ts'
import { indexVectors, type VectorIndex, writeVectors } from './search-fill-vectors.ts'
import { inTransaction, rowsOf, withSearchSql } from './search-sql.ts'
import { PASSAGES_OF_CONVERSATION, talk } from './search-text.ts'
import type { Palette } from './search-vectors.ts'
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
  readonly index: VectorIndex
  drop(): Promise<void>
}

/** Conversations in one request of the import. */
const LINES_MAX = 500
/** Rows that are written bare. */
const BARE_MAX = 100_000

export async function registerSearchCommand(
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
  // Nothing happens in the background while it is filled; what would is done at the end, and timed.
  const service = await startServiceAt(place, '--no-worker')
  try {
    const conversations = Math.max(1, Math.round(size / PASSAGES_OF_CONVERSATION))
    const organizationId = service.said.organization_id ?? ''
    const made = await parleyAt(place, 'key', 'create', '--organization', organizationId, '--name', 'bench')
    const key = made.token ?? ''
    const held = await count(place, organizationId)
    const isWhole = held.texts === conversations
    const seconds = isWhole ? Number.NaN : await importTalk(service, key, 0, conversations)
    const { passages } = await count(place, organizationId)
    const importRate = (passages - held.passages) / seconds
    const bareRate = await withSearchSql(place, (client) => copyBare(client, organizationId))
    await writeVectors(place, organizationId, from)
    await withSearchSql(place, (client) => settle(client, place))
    const index = await indexVectors(place, passages)
    return { kind, size, place, organizationId, key, conversations, passages, importRate, bareRate, index, drop }
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

export const externalId = (number: number) => `talk-${number}`

function* lines(from: number, to: number): Generator<string> {
  for (let number = from; number < to; number++) {
    const transcript = talk(number)
    yield `${JSON.stringify({ transcript, applicationName: 'bench', applicationExternalID: externalId(number) })}\n`
  }
}

async function count(place: Place, organizationId: string): Promise<{ texts: number; passages: number }> {
  const [counted] = await rowsOf<{ texts: number; passages: number }>(
    place,
    `select count(*)::int as texts, coalesce(sum(passages), 0)::int as passages
     from searched_texts where organization_id = $1`,
    [organizationId],
  )
  return counted ?? { texts: 0, passages: 0 }
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
