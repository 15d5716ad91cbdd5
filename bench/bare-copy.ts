/** COPY into tables that are nothing but columns: the most a database can take. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PGlite } from '@electric-sql/pglite'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withClient } from './database.ts'

/** The tables that hold what an import brings. */
const TABLES = ['conversations', 'conversation_details', 'transcripts']

export type BareTables = readonly {
  readonly name: string
  /** Names and types, as CREATE TABLE takes them. */
  readonly columns: string
  /** The rows in COPY's text form. */
  readonly data: Buffer
}[]

/** What an import made, ready to be copied elsewhere. */
export async function readRows(url: string): Promise<BareTables> {
  return withClient(url, async (client) => {
    const tables = []
    for (const name of TABLES) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as columns
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [name],
      )
      const chunks: Buffer[] = []
      for await (const chunk of client.query(copyTo(`copy (select * from ${name}) to stdout`))) chunks.push(chunk)
      tables.push({ name, columns: rows[0]?.columns ?? '', data: Buffer.concat(chunks) })
    }
    return tables
  })
}

/** @returns seconds, the commit included */
export async function copyServer(url: string, tables: BareTables): Promise<number> {
  return withClient(url, async (client) => {
    for (const { name, columns } of tables) {
      await client.query(`drop table if exists ${name}; create table ${name} (${columns})`)
    }
    const begun = performance.now()
    await client.query('begin')
    for (const { name, data } of tables) {
      await pipeline(Readable.from(pieces(data)), client.query(copyFrom(`copy ${name} from stdin`)))
    }
    await client.query('commit')
    return (performance.now() - begun) / 1000
  })
}

/** By the engine's own means, in this process, on disk as the service keeps it. */
export async function copyEmbedded(tables: BareTables): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-copy-'))
  const database = await PGlite.create({ dataDir: join(folder, 'database') })
  try {
    for (const { name, columns } of tables) await database.exec(`create table ${name} (${columns})`)
    const begun = performance.now()
    await database.transaction(async (tx) => {
      for (const { name, data } of tables) {
        await tx.query(`copy ${name} from '/dev/blob'`, [], { blob: new Blob([new Uint8Array(data)]) })
      }
    })
    return (performance.now() - begun) / 1000
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function* pieces(data: Buffer): Generator<Buffer> {
  const LENGTH = 64 * 1024
  for (let at = 0; at < data.length; at += LENGTH) yield data.subarray(at, at + LENGTH)
}
