/**
 * Vectors of talk that was imported, drawn and written by SQL, and the index over them. A text counts as embedded when
 * all have theirs: the service takes no notice of them before, so that none of them is added to an index one by one.
 */
import type pg from 'pg'
import { createHeartbeats } from '../src/core/heartbeat.ts'
import { createLog } from '../src/core/log.ts'
import { createSearchMaintenance } from '../src/outbound/search-index/maintenance.ts'
import { tell } from './report.ts'
import { inTransaction, rowsOf, withSearchSql, withStore } from './search-sql.ts'
import { DIMENSION, type Palette, printed } from './search-vectors.ts'
import type { Place } from './service.ts'

/** Texts whose passages get their vectors in one statement; the embedded database answers nobody else meanwhile. */
const TEXTS_AT_ONCE = 100
const PALETTE_AT_ONCE = 500
/** Bytes of memory that a vector takes while an index is built, with what it is joined to. */
const BYTES_A_VECTOR = 2_500

interface Drawn {
  readonly palette: Palette
  /** What the vectors are called. */
  readonly space: string
}

export async function writeVectors(place: Place, organizationId: string, drawn: Drawn): Promise<void> {
  const begun = performance.now()
  await withSearchSql(place, async (client) => {
    await inTransaction(client, () => writePalette(client, drawn.palette))
    const space = await inTransaction(client, () => makeSpace(client, organizationId, drawn.space))
    let done = 0
    for (let after: string | undefined = NIL; after !== undefined; ) {
      const texts = await inTransaction(client, () =>
        writeSome(client, { organizationId, space, after: after ?? NIL }, drawn.palette),
      )
      after = texts.at(-1)
      done += texts.length
      if (done % (TEXTS_AT_ONCE * 10) === 0 && after !== undefined) tell(`  ${done} conversations have vectors`)
    }
    await inTransaction(client, () =>
      client.query(
        `update searched_texts set space_id = $2
         where organization_id = $1 and space_id is distinct from $2 and passages > 0`,
        [organizationId, space],
      ),
    )
    await inTransaction(client, () => client.query('drop table bench_palette'))
  })
  tell(`  vectors drawn in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

const NIL = '00000000-0000-0000-0000-000000000000'

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

async function makeSpace(client: pg.Client, organizationId: string, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into vector_spaces (organization_id, name, dimension) values ($1, $2, $3)
     on conflict (organization_id, name) do update set dimension = $3 returning id`,
    [organizationId, name, DIMENSION],
  )
  if (rows[0] === undefined) throw new Error('no space of vectors was made')
  return rows[0].id
}

/** Passages in a row have one centre, as a stretch of talk has one subject. @returns the texts, in order of their ids */
async function writeSome(
  client: pg.Client,
  { organizationId, space, after }: { organizationId: string; space: number; after: string },
  palette: Palette,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from searched_texts
     where organization_id = $1 and id > $2 and space_id is distinct from $3 and passages > 0
     order by id limit $4`,
    [organizationId, after, space, TEXTS_AT_ONCE],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `insert into passage_vectors (organization_id, text_id, passage_id, space_id, vector)
     select p.organization_id, p.text_id, p.id, $3, l2_normalize(a.v + b.v + c.v + d.v)::halfvec
     from passages p
     join bench_palette a on a.list = 0 and a.i = (hashtext(p.text_id::text || p.position / 16) & 2147483647) % $4
     join bench_palette b on b.list = 1 and b.i = (hashtext('b' || p.id) & 2147483647) % $5
     join bench_palette c on c.list = 2 and c.i = (hashtext('c' || p.id) & 2147483647) % $6
     join bench_palette d on d.list = 3 and d.i = (hashtext('d' || p.id) & 2147483647) % $7
     where p.organization_id = $1 and p.text_id = any($2::uuid[])
     on conflict do nothing`,
    [organizationId, ids, space, ...palette.map((list) => list.length)],
  )
  return ids
}

/** The index over a space's vectors, as the service makes it. */
export interface VectorIndex {
  /** Undefined where there are too few for one: all distances are computed. */
  readonly name: string | undefined
  /** NaN when an earlier run made it. */
  readonly seconds: number
}

/**
 * Lets the service's own housekeeping do now what it would do within a minute. On a server it gets the memory that the
 * graph takes: with less, PostgreSQL writes it to disk vector by vector, which takes hours at a million.
 */
export async function indexVectors(place: Place, passages: number): Promise<VectorIndex> {
  const before = await indexOf(place)
  const embedded = place.databaseUrl === undefined
  if (!embedded) await giveMemory(place, passages * BYTES_A_VECTOR)
  const begun = performance.now()
  const log = createLog('warn')
  const heartbeats = createHeartbeats(log)
  await withStore(place, (store) => createSearchMaintenance(store, { embedded, log, heartbeats }).runOnce())
  heartbeats.stop()
  const seconds = (performance.now() - begun) / 1000
  const name = await indexOf(place)
  return { name, seconds: name === before ? Number.NaN : seconds }
}

async function giveMemory(place: Place, bytes: number): Promise<void> {
  await withSearchSql(place, (client) =>
    client.query(`
      do $$ begin
        if pg_size_bytes(current_setting('maintenance_work_mem')) < ${bytes} then
          execute format('alter database %I set maintenance_work_mem = %L', current_database(), '${Math.ceil(bytes / 1024)}kB');
        end if;
      end $$`),
  )
}

async function indexOf(place: Place): Promise<string | undefined> {
  const [index] = await rowsOf<{ name: string }>(
    place,
    `select 'search_vectors.space_' || id || '_nearest' as name from vector_spaces where own_table_ready`,
  )
  return index?.name
}
