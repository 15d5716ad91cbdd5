/**
 * Maintenance of the search index: copies the vectors of a large space to a table of their own with an index, and drops the
 * tables of deleted spaces. Runs with the permissions of the schema owner, in one or several processes.
 */
import type { OwnerDatabase, Store } from '../../core/db.ts'
import { createLoop, type Heartbeats } from '../../core/heartbeat.ts'
import type { Log } from '../../core/log.ts'
import { toVectorTable } from './vectors.ts'

export interface MaintenanceOptions {
  /**
   * Whether the database is embedded. Then building an index blocks other clients, and full-precision vectors are
   * faster than half-precision ones.
   */
  readonly embedded: boolean
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly heartbeats: Heartbeats
  /** Number of vectors from which a space gets a table and an index. */
  readonly large?: number
  readonly everySeconds?: number
}

export interface SearchMaintenance {
  start(): void
  stop(): Promise<void>
  /** Runs the maintenance once. */
  runOnce(): Promise<void>
}

/**
 * Below this number, scanning all vectors takes about 30 ms. In the embedded database, building the index then blocks
 * it for a few seconds only.
 */
const LARGE = 30_000
const LARGE_EMBEDDED = 3_000

/** Maximum time without a beat: an index over many millions of vectors takes hours. */
const STALL_MS = 6 * 3_600_000

/** Key of the advisory lock that limits builds to one process. The value is arbitrary. */
const LOCK = 5_417_003

/** Number of texts whose vectors are copied per statement. Their rows are locked until it ends. */
const COPIED_AT_ONCE = 200

const NIL = '00000000-0000-0000-0000-000000000000'

type Query = OwnerDatabase['query']

export function createSearchMaintenance(
  store: Pick<Store, 'owner' | 'outside' | 'isDistributed'>,
  options: MaintenanceOptions,
): SearchMaintenance {
  const { embedded, log } = options
  const large = options.large ?? (embedded ? LARGE_EMBEDDED : LARGE)
  const type = embedded ? 'vector' : 'halfvec'
  async function maintainIndexes(): Promise<void> {
    // A trigger on another server can't write to a table of this one (docs/decisions/0093). All vectors are compared.
    if (store.isDistributed) return
    if (embedded) {
      return store.owner.transact(async (query) => {
        await query(`set local maintenance_work_mem = '128MB'`)
        await maintainTables(query, '')
      })
    }
    // Two concurrent builds would wait for each other.
    await store.outside(LOCK, (query) => maintainTables(query, 'concurrently'))
  }

  async function maintainTables(query: Query, how: '' | 'concurrently'): Promise<void> {
    for (const { space } of await query<{ space: number }>(DELETED_SPACES)) {
      await query(`drop table if exists ${toVectorTable(space)}`)
    }
    for (const { id, organizationId, dimension } of await query<LargeSpace>(LARGE_SPACES, [large])) {
      const startedAt = performance.now()
      await query('select create_vector_table($1, $2)', [id, type])
      await copyVectors(query, { id, organizationId, dimension })
      await createIndex(query, id, how)
      await query(`analyze ${toVectorTable(id)}`)
      await query('update vector_spaces set own_table_ready = true where id = $1', [id])
      log.info({ space: id, ms: Math.round(performance.now() - startedAt) }, 'vectors indexed')
    }
    // Earlier versions created an index for each space on the table of all spaces.
    for (const { name } of await query<{ name: string }>(EARLIER_INDEXES)) {
      await query(`drop index ${how} if exists ${name}`)
    }
  }

  /** Can be repeated after an interruption. Triggers copy vectors that are added during this time. */
  async function copyVectors(query: Query, space: LargeSpace): Promise<void> {
    let after: string | undefined = NIL
    while (after !== undefined) {
      const copied: { last: string }[] = await query<{ last: string }>(
        `with texts as materialized (
           select id from searched_texts where organization_id = $1 and id > $2 order by id limit ${COPIED_AT_ONCE}
         ),
         copied as (
           insert into ${toVectorTable(space.id)} (text_id, passage_id, vector)
           select v.text_id, v.passage_id, v.vector::${type}(${space.dimension})
           from passage_vectors v
           where v.organization_id = $1 and v.space_id = $3 and v.text_id in (select id from texts)
           -- A vector that is deleted now leaves the copy by its trigger, which runs after this statement.
           for key share of v
           on conflict do nothing
         )
         select id as last from texts order by id desc limit 1`,
        [space.organizationId, after, space.id],
      )
      after = copied[0]?.last
    }
  }

  async function createIndex(query: Query, space: number, how: '' | 'concurrently'): Promise<void> {
    const name = `space_${space}_nearest`
    const [index] = await query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [`search_vectors.${name}`],
    )
    if (index?.isValid === true) return
    // An interrupted build leaves an invalid index.
    if (index !== undefined) await query(`drop index ${how} search_vectors.${name}`)
    await query(`create index ${how} ${name} on ${toVectorTable(space)} using hnsw (vector ${type}_ip_ops)`)
  }

  const loop = createLoop(options.heartbeats, {
    name: 'search maintenance',
    everyMs: (options.everySeconds ?? 60) * 1_000,
    stallMs: STALL_MS,
    turn: maintainIndexes,
    failed: (error) => log.warn({ error: error.message }, 'looking after the search index failed'),
  })
  return { runOnce: maintainIndexes, start: loop.start, stop: () => loop.stop() }
}

interface LargeSpace {
  readonly id: number
  readonly organizationId: string
  readonly dimension: number
}

/** Spaces that have a table but no row. */
const DELETED_SPACES = `
  select substring(c.relname from 7)::integer as space
  from pg_class c
  where c.relnamespace = 'search_vectors'::regnamespace and c.relkind = 'r' and c.relname ~ '^space_[0-9]+$'
    and not exists (select from vector_spaces s where c.relname = 'space_' || s.id)`

/** Large spaces without a complete table. */
const LARGE_SPACES = `
  select s.id, s.organization_id as "organizationId", s.dimension
  from vector_spaces s
  where not s.own_table_ready
    and (s.own_table is not null or $1 <= (
      select sum(t.passages) from searched_texts t
      where t.organization_id = s.organization_id and t.space_id = s.id))
  order by s.id`

const EARLIER_INDEXES = `
  select c.relname as name
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'passage_vectors'::regclass and c.relname like 'passage\\_vectors\\_space\\_%'`
