/**
 * Maintenance of the search index: creates an index for vectors of a large space, and drops indexes of unused spaces.
 * Runs with the permissions of the schema owner, in one or several processes.
 */
import type { OwnerDatabase, Store } from '../../core/db.ts'
import { createLoop, type Heartbeats } from '../../core/heartbeat.ts'
import type { Log } from '../../core/log.ts'
import { indexedVector } from './vectors.ts'

export interface MaintenanceOptions {
  /**
   * Whether the database is embedded. Then building an index blocks other clients, and full-precision vectors are
   * faster than half-precision ones.
   */
  readonly embedded: boolean
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly heartbeats: Heartbeats
  /** Number of vectors from which a space gets an index. */
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

const toIndexName = (space: number) => `passage_vectors_space_${space}`

export function createSearchMaintenance(
  store: Pick<Store, 'owner' | 'outside'>,
  options: MaintenanceOptions,
): SearchMaintenance {
  const { embedded, log } = options
  const large = options.large ?? (embedded ? LARGE_EMBEDDED : LARGE)
  const type = embedded ? 'vector' : 'halfvec'
  async function maintainIndexes(): Promise<void> {
    if (embedded) {
      return store.owner.transact(async (query) => {
        await query(`set local maintenance_work_mem = '128MB'`)
        await dropUnneeded(query, '')
      })
    }
    // Two concurrent builds would wait for each other.
    await store.outside(LOCK, (query) => dropUnneeded(query, 'concurrently'))
  }

  async function dropUnneeded(query: OwnerDatabase['query'], how: '' | 'concurrently'): Promise<void> {
    for (const { name } of await query<{ name: string }>(UNNEEDED)) {
      await query(`drop index ${how} if exists ${name}`)
    }
    const spaces = await query<{ id: number; dimension: number; isIndexed: boolean }>(LARGE_SPACES, [large])
    for (const { id, dimension, isIndexed } of spaces) {
      const startedAt = performance.now()
      if (!isIndexed) {
        await query(`create index ${how} ${toIndexName(id)} on passage_vectors
          using hnsw (${indexedVector({ dimension }, type)} ${type}_ip_ops) where space_id = ${id}`)
      }
      await query('update vector_spaces set indexed_as = $1 where id = $2', [type, id])
      log.info({ space: id, ms: Math.round(performance.now() - startedAt) }, 'vectors indexed')
    }
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

/** Indexes of deleted spaces, and invalid indexes of interrupted builds. */
const UNNEEDED = `
  select c.relname as name
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'passage_vectors'::regclass and c.relname like 'passage\\_vectors\\_space\\_%'
    and (not exists (select from vector_spaces s where c.relname = 'passage_vectors_space_' || s.id)
         or not i.indisvalid)`

/** Large spaces without a valid index. */
const LARGE_SPACES = `
  select s.id, s.dimension, i.indexrelid is not null as "isIndexed"
  from vector_spaces s
  left join pg_class c on c.relname = 'passage_vectors_space_' || s.id and c.relnamespace = 'public'::regnamespace
  left join pg_index i on i.indexrelid = c.oid and i.indisvalid
  where (s.indexed_as is null or i.indexrelid is null)
    and $1 <= (
      select sum(t.passages) from searched_texts t
      where t.organization_id = s.organization_id and t.space_id = s.id)
  order by s.id`
