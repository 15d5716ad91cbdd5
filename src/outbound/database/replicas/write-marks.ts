/**
 * Marks of the last write of each organization, shared by all processes (docs/decisions/0090).
 *
 * After each commit, and in the same round trip, the writer stores the position of the write-ahead log behind it in an
 * unlogged table of the primary. The first read of a request, which authenticates its caller on the primary, reads the
 * mark of the organization too. So a process knows all writes that were acknowledged before the request arrived, also
 * those of other processes, and needs no additional round trip.
 */
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { currentScope } from '../../../core/request-scope.ts'
import { parseLsn } from './lsn.ts'

/** Least state that a replica must have. */
export interface WriteMark {
  /** Epoch of the marks, which a replica shows if it follows the same server. */
  readonly epoch: string
  /** Position behind the last write of the organization. 0 if it hasn't written in this epoch. */
  readonly lsn: number
}

interface KnownMark extends WriteMark {
  /** When the statement that read it was sent, in milliseconds of the monotonic clock. */
  readonly readAt: number
}

interface MarkRow {
  readonly mark_epoch: string | null
  readonly mark_lsn: string | null
}

/** Age after which a mark is read again, such as in a request that works for minutes. */
const AGE_MS_MAX = 5_000
const ORGANIZATIONS_MAX = 10_000

const EPOCH = '(select id from parley_replicas.epoch)::text as mark_epoch'

/** SQL that reads the mark of an organization. @param organizationId a UUID, inlined because it is part of a batch */
export const selectMark = (organizationId: string): string =>
  `select ${EPOCH},
    (select lsn::text from parley_replicas.writes where organization_id = '${organizationId}') as mark_lsn`

/**
 * SQL that marks a write after its commit. With synchronous commits, the flushed position includes the commit, and a
 * replica reaches it immediately. Without them, only the inserted position does.
 */
export const upsertMark = (organizationId: string): string =>
  `insert into parley_replicas.writes as w (organization_id, lsn)
   values ('${organizationId}', case when current_setting('synchronous_commit') = 'off'
     then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)
   on conflict (organization_id) do update set lsn = greatest(w.lsn, excluded.lsn)
   returning ${EPOCH}, lsn::text as mark_lsn`

/** Marks that this process has read, and writes that it couldn't mark. */
export class WriteMarks {
  readonly #known = new LRUCache<string, KnownMark>({ max: ORGANIZATIONS_MAX })
  /** Organizations with an acknowledged write whose mark couldn't be stored. */
  readonly #unmarked = new Set<string>()
  readonly #now: () => number
  #isActive = false

  /** @param now milliseconds of the monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether writes are marked. False until the database is migrated. */
  get isActive(): boolean {
    return this.#isActive
  }

  activate(): void {
    this.#isActive = true
  }

  /** Whether the next read on the primary should read the mark too: once for each request, and later when it is old. */
  isNeeded(organizationId: string): boolean {
    return this.#isActive && currentScope()?.startedAt !== undefined && this.find(organizationId) === undefined
  }

  /** Mark that was read since the current request arrived. Undefined outside of requests. */
  find(organizationId: string): WriteMark | undefined {
    const startedAt = currentScope()?.startedAt
    const known = this.#known.get(organizationId)
    if (startedAt === undefined || known === undefined || this.#unmarked.has(organizationId)) return undefined
    return known.readAt >= startedAt && this.#now() - known.readAt <= AGE_MS_MAX ? known : undefined
  }

  /** Stores the mark in the results of a batch. @param sentAt `now` when the batch was sent */
  learn(organizationId: string, results: pg.QueryResult | readonly pg.QueryResult[], sentAt: number): void {
    const list = Array.isArray(results) ? (results as readonly pg.QueryResult[]) : [results as pg.QueryResult]
    const row = list.find(({ fields }) => fields?.[0]?.name === 'mark_epoch')?.rows[0] as MarkRow | undefined
    if (row === undefined) throw new Error('The batch returned no mark.')
    if (row.mark_epoch === null) {
      // A crash or a promotion emptied the tables, and no process has started a new epoch yet.
      this.#known.delete(organizationId)
      return
    }
    const known = this.#known.get(organizationId)
    const lsn = row.mark_lsn === null ? 0 : parseLsn(row.mark_lsn)
    const isSame = known?.epoch === row.mark_epoch
    // Batches can arrive in another order than they were sent. In one epoch, marks only grow.
    if (known !== undefined && !isSame && known.readAt > sentAt) return
    this.#known.set(organizationId, {
      epoch: row.mark_epoch,
      lsn: isSame ? Math.max(known.lsn, lsn) : lsn,
      readAt: isSame ? Math.max(known.readAt, sentAt) : sentAt,
    })
  }

  /** Keeps all reads of the organization on the primary until its write is marked. */
  holdBack(organizationId: string): void {
    this.#unmarked.add(organizationId)
  }

  release(organizationId: string): void {
    this.#unmarked.delete(organizationId)
  }

  get unmarked(): readonly string[] {
    return [...this.#unmarked]
  }
}
