/**
 * One read replica: its connections, and its state with the rules for leaving it out and trying it again.
 *
 * A replica that fails a read is left out immediately, and the caller repeats the read on the primary. Parley tries it again
 * after a second, then after 2, 4 and so on up to 30.
 */
import type { CompiledQuery, QueryResult } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../../core/log.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ReplicaReport } from '../../../core/replicas.ts'
import { doubleDelay } from '../../../core/retry-delays.ts'
import { isPrepared, sendRead, toQueryResult, toStatementName, vectorSettings } from '../postgres-batch.ts'
import { bindTo } from '../postgres-dialect.ts'
import { createPoolingProbe, isNameFault } from '../postgres-pooling.ts'
import { openingReadOnly, SETTINGS } from '../postgres-settings.ts'
import { type Candidate, hasReplayed } from './choose-replica.ts'
import {
  judgeReplica,
  type LagClock,
  NO_REPLICA,
  type PrimaryFacts,
  type ReplicaFacts,
  type Verdict,
} from './judge-replica.ts'
import { parseLsn } from './lsn.ts'
import { isPoolExhausted, ReplicaPool } from './replica-pool.ts'
import {
  CHECK,
  type CheckRow,
  type IdentityRow,
  type LineageRow,
  READ_IDENTITY,
  READ_LINEAGE,
} from './replica-statements.ts'
import { withinTime } from './within-time.ts'
import type { WriteMark } from './write-marks.ts'

/** Time limit for connecting and for an examination. A replica that needs longer is left out. */
const PATIENCE_MS = 2_000
const FIRST_DELAY_MS = 1_000
const DELAY_MS_MAX = 30_000
/** Time after which earlier failures no longer lengthen the delay. */
const STABLE_MS = 60_000
/** Minimum time between two refreshes of a position that was too old. */
const REFRESH_MS = 10

/** PostgreSQL error code of a statement that was canceled, such as by its timeout. */
const CANCELED = '57014'
/** Conflict with recovery, and a deadlock with it. The session stays usable. */
const CONFLICTS = new Set(['40001', '40P01'])

const BEGIN = openingReadOnly(SETTINGS, CHECK)

export interface ReplicaOptions {
  readonly url: string
  /** Maximum number of connections. */
  readonly max: number
  readonly lagSecondsMax: number
  readonly lagClock: LagClock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly now: () => number
}

export class Replica implements Candidate {
  readonly name: string
  readonly #options: ReplicaOptions
  readonly #pool: ReplicaPool
  /** Connection for examinations, which must not wait for reads. */
  readonly #examiners: ReplicaPool
  readonly #pooling = createPoolingProbe()
  #verdict: Verdict = { state: 'waiting', detail: 'The replica has not been examined yet.' }
  #seen: (WriteMark & { readonly at: number }) | undefined
  #lag: Pick<ReplicaReport, 'lagBytes' | 'lagSeconds'> = { lagBytes: undefined, lagSeconds: undefined }
  #failures = 0
  #okSince = Number.POSITIVE_INFINITY
  #retryAt = 0
  #refreshing = false

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.name = describeServer(options.url)
    // The error of an idle connection is the first sign of a server that ended.
    const lost = (error: Error) => this.#lose(error)
    this.#pool = new ReplicaPool({ url: options.url, max: options.max, connectMs: PATIENCE_MS, lost })
    this.#examiners = new ReplicaPool({ url: options.url, max: 1, connectMs: PATIENCE_MS, lost })
  }

  get isUsable(): boolean {
    return this.#verdict.state === 'ok'
  }

  get seen(): WriteMark | undefined {
    return this.#seen
  }

  get connections(): Candidate['connections'] {
    return { inUse: this.#pool.inUse, max: this.#options.max }
  }

  report(): ReplicaReport {
    return { name: this.name, ...this.#verdict, ...this.#lag }
  }

  /**
   * Runs a read as the organization. The same batch checks that the replica has replayed the mark.
   * @returns undefined if the caller must use the primary
   * @throws the error of a canceled statement
   */
  async read<R>(
    organizationId: OrganizationId,
    mark: WriteMark,
    query: CompiledQuery,
  ): Promise<QueryResult<R> | undefined> {
    // Another read can have failed since the operation chose the replica.
    if (!this.isUsable) return undefined
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      // Operations with many statements, or slow ones, can use all connections of a replica that works.
      if (!isPoolExhausted(error)) this.#lose(error)
      return undefined
    }
    let broken: Error | undefined
    try {
      const name = await this.#statementName(client, query)
      const more = vectorSettings(query)
      const begin = [BEGIN, ...bindTo(organizationId, 'server'), ...(more === '' ? [] : [more])].join('; ')
      const { begun, result, ended } = await sendRead(client, [begin], query, name)
      const failed = [begun, ended].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
      if (failed !== undefined) throw failed.reason
      const hasWrites = this.#observe((begun as PromiseFulfilledResult<pg.QueryResult[]>).value, mark)
      if (result.status === 'fulfilled') return hasWrites ? toQueryResult<R>(result.value) : undefined
      const { code } = result.reason as { code?: string }
      if (name !== undefined) broken = result.reason as Error
      if (isNameFault(result.reason)) this.#pooling.reset()
      else if (CONFLICTS.has(code ?? '')) this.#lose(result.reason, { keepsReads: true })
      else if (code === CANCELED) throw new CanceledRead(result.reason as Error)
      return undefined
    } catch (error) {
      if (error instanceof CanceledRead) throw error.reason
      broken = error as Error
      this.#lose(error)
      return undefined
    } finally {
      client.release(broken)
    }
  }

  /** Reads the position in the background, so that later reads can use a replica that has caught up. */
  refresh(): void {
    const age = this.#options.now() - (this.#seen?.at ?? Number.NEGATIVE_INFINITY)
    if (this.#refreshing || !this.isUsable || age < REFRESH_MS) return
    this.#refreshing = true
    this.#examine((client) => client.query<CheckRow>(CHECK))
      .then(
        (result) => void this.#observe([result], undefined),
        (error) => this.#lose(error),
      )
      .finally(() => {
        this.#refreshing = false
      })
  }

  /** Examines the replica, unless it waits for its next attempt. @param isForced also then */
  async check(primary: PrimaryFacts, isForced: boolean): Promise<void> {
    if (!isForced && this.#options.now() < this.#retryAt) return
    try {
      const facts = await this.#examine(readFacts)
      this.#judge(primary, facts)
    } catch (error) {
      this.#lose(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#examiners.close()])
  }

  #judge(primary: PrimaryFacts, facts: ReplicaFacts): void {
    const { lagClock, lagSecondsMax, now } = this.#options
    const isSameServer = facts.cluster === primary.cluster && facts.lsn !== undefined
    const lagSeconds = isSameServer ? lagClock.secondsBehind(now(), facts.lsn) : 0
    this.#lag = {
      lagBytes: isSameServer ? Math.max(0, primary.lsn - facts.lsn) : undefined,
      lagSeconds: isSameServer ? lagSeconds : undefined,
    }
    this.#seen =
      facts.epoch === undefined || facts.lsn === undefined
        ? undefined
        : { epoch: facts.epoch, lsn: facts.lsn, at: now() }
    this.#become(judgeReplica(primary, facts, lagSeconds, lagSecondsMax))
  }

  /** Stores the state in the results of a batch. @returns whether the replica has replayed the mark */
  #observe(results: readonly pg.QueryResult[], mark: WriteMark | undefined): boolean {
    const row = results.find(({ fields }) => fields?.[0]?.name === 'replica_recovers')?.rows[0] as CheckRow | undefined
    if (row === undefined) throw new Error('The replica returned no state.')
    if (!row.replica_recovers) this.#become(NO_REPLICA)
    if (!row.replica_recovers || row.replica_lsn === null || row.replica_epoch === null) {
      this.#seen = undefined
      return false
    }
    this.#seen = { epoch: row.replica_epoch, lsn: parseLsn(row.replica_lsn), at: this.#options.now() }
    return mark !== undefined && hasReplayed(this.#seen, mark)
  }

  /** @param options `keepsReads`: other reads that are running can succeed */
  #lose(error: unknown, { keepsReads = false } = {}): void {
    const now = this.#options.now()
    const reason = error instanceof Error ? error : new Error(String(error))
    if (now - this.#okSince > STABLE_MS) this.#failures = 0
    const isNew = this.#verdict.state !== 'unavailable'
    if (isNew || now >= this.#retryAt) {
      this.#failures += 1
      this.#retryAt = now + doubleDelay(this.#failures, FIRST_DELAY_MS, DELAY_MS_MAX)
    }
    this.#lag = { lagBytes: undefined, lagSeconds: undefined }
    this.#become({ state: 'unavailable', detail: `The replica failed: ${reason.message}` })
    if (!keepsReads) this.#pool.endAll(reason)
  }

  #become(verdict: Verdict): void {
    const { state, detail } = this.#verdict
    this.#verdict = verdict
    if (verdict.state === 'ok') {
      if (state === 'ok') return
      this.#okSince = this.#options.now()
      this.#options.log.info({ replica: this.name }, 'read replica in use')
    } else {
      this.#okSince = Number.POSITIVE_INFINITY
      // Details of states contain figures that change, so that a change of the state alone is logged.
      const isNew = verdict.state !== state || (verdict.state === 'refused' && verdict.detail !== detail)
      const fields = { replica: this.name, state: verdict.state, reason: verdict.detail }
      if (isNew) this.#options.log[verdict.state === 'refused' ? 'error' : 'warn'](fields, 'read replica left out')
    }
  }

  async #statementName(client: pg.PoolClient, query: CompiledQuery): Promise<string | undefined> {
    if (!isPrepared(query)) return undefined
    return (await this.#pooling.of(client)).keepsStatements ? toStatementName(query) : undefined
  }

  /** Runs statements on the connection for examinations, with a time limit. */
  async #examine<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#examiners.connect()
    let broken: Error | undefined
    try {
      return await withinTime(PATIENCE_MS, work(client))
    } catch (error) {
      broken = error as Error
      this.#examiners.endAll(broken)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Error of a statement that isn't repeated. */
class CanceledRead extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

async function readFacts(client: pg.PoolClient): Promise<ReplicaFacts> {
  const { rows: identities } = await client.query<IdentityRow>(READ_IDENTITY)
  const [identity] = identities
  if (identity === undefined) throw new Error('The replica returned no identity.')
  const { rows: lineages } = identity.isMigrated ? await client.query<LineageRow>(READ_LINEAGE) : { rows: [] }
  return {
    isRecovering: identity.recovers,
    ...{ cluster: identity.cluster, database: identity.database },
    schema: lineages[0]?.schema ?? undefined,
    epoch: lineages[0]?.epoch ?? undefined,
    lsn: identity.lsn === null ? undefined : parseLsn(identity.lsn),
  }
}

/** Host, port and database of a URL, without credentials. */
export function describeServer(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
