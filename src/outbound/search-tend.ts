/**
 * What the search index needs now and then beside what changes it: an index over the vectors of a space that has grown
 * large, and none over one that is gone. With the rights of the schema's owner, on one process or on several.
 */
import type { OwnerDatabase, Store } from '../core/db.ts'
import { createLoop, type Heartbeats } from '../core/heartbeat.ts'
import type { Log } from '../core/log.ts'
import { indexedVector } from './search-vectors.ts'

export interface TendingOptions {
  /** Builds while nobody else can use the database, and reckons with whole numbers more quickly than with halves. */
  readonly embedded: boolean
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly heartbeats: Heartbeats
  /** Vectors from which on they are not all looked at. */
  readonly large?: number
  readonly everySeconds?: number
}

export interface SearchTending {
  start(): void
  stop(): Promise<void>
  /** Once, now. */
  tend(): Promise<void>
}

/** Where looking at each takes about 30 ms; embedded, also where building takes the database for some seconds only. */
const LARGE = 30_000
const LARGE_EMBEDDED = 3_000

/** An index over many millions of vectors takes hours on a server. */
const STALL_MS = 6 * 3_600_000

/** Any constant: the key of the advisory lock of the one process that builds. */
const LOCK = 5_417_003

const nameOf = (space: number) => `passage_vectors_space_${space}`

export function createSearchTending(store: Pick<Store, 'owner' | 'outside'>, options: TendingOptions): SearchTending {
  const { embedded, log } = options
  const large = options.large ?? (embedded ? LARGE_EMBEDDED : LARGE)
  const type = embedded ? 'vector' : 'halfvec'
  async function tend(): Promise<void> {
    if (embedded) {
      return store.owner.transact(async (query) => {
        await query(`set local maintenance_work_mem = '128MB'`)
        await look(query, '')
      })
    }
    // Two that build at the same time would wait for each other.
    await store.outside(LOCK, (query) => look(query, 'concurrently'))
  }

  async function look(query: OwnerDatabase['query'], how: '' | 'concurrently'): Promise<void> {
    for (const { name } of await query<{ name: string }>(UNNEEDED)) {
      await query(`drop index ${how} if exists ${name}`)
    }
    const spaces = await query<{ id: number; dimension: number; isIndexed: boolean }>(LARGE_SPACES, [large])
    for (const { id, dimension, isIndexed } of spaces) {
      const startedAt = performance.now()
      if (!isIndexed) {
        await query(`create index ${how} ${nameOf(id)} on passage_vectors
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
    turn: tend,
    failed: (error) => log.warn({ error: error.message }, 'looking after the search index failed'),
  })
  return { tend, start: loop.start, stop: () => loop.stop() }
}

/** Indexes of spaces that are gone, and what a process that died left half built. */
const UNNEEDED = `
  select c.relname as name
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'passage_vectors'::regclass and c.relname like 'passage\\_vectors\\_space\\_%'
    and (not exists (select from vector_spaces s where c.relname = 'passage_vectors_space_' || s.id)
         or not i.indisvalid)`

/** Spaces that are large, and have no index that serves, as far as is known. */
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
