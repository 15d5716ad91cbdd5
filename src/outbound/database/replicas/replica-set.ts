/**
 * All read replicas of this process: examines them once a second, chooses one for each operation that only reads, and
 * counts where operations read.
 */

import { Kysely } from 'kysely'
import type { Database, OperationReader, OwnerDatabase, StoreReplicas, Tables } from '../../../core/db.ts'
import { fixedReader } from '../../../core/db.ts'
import { createLoop, type Heartbeats, type Loop } from '../../../core/heartbeat.ts'
import type { Log } from '../../../core/log.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { READ_OUTCOMES, type ReadOutcome, type ReplicasReport } from '../../../core/replicas.ts'
import { currentScope } from '../../../core/request-scope.ts'
import type { Marking, TenantDriver } from '../postgres-dialect.ts'
import { tenantDialect } from '../postgres-dialect.ts'
import { chooseReplica } from './choose-replica.ts'
import { LagClock, type PrimaryFacts } from './judge-replica.ts'
import { parseLsn } from './lsn.ts'
import { OperationDriver } from './operation-driver.ts'
import { Replica } from './replica.ts'
import { type PrimaryRow, READ_PRIMARY, START_EPOCH } from './replica-statements.ts'
import { upsertMark, WriteMarks } from './write-marks.ts'

export interface ReplicaSettings {
  readonly urls: readonly string[]
  /** Maximum number of connections to each replica. */
  readonly max: number
  /** Maximum lag of a replica in use, in seconds. */
  readonly lagSecondsMax: number
}

const CHECK_EVERY_MS = 1_000
/** Time limit of statements on the primary. */
const PATIENCE_MS = 2_000
const MARK_AGAIN_MS = 1_000

export class ReplicaSet implements StoreReplicas, Marking {
  readonly marks = new WriteMarks()
  readonly #replicas: readonly Replica[]
  readonly #owner: OwnerDatabase
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly #lagClock = new LagClock()
  readonly #reads = Object.fromEntries(READ_OUTCOMES.map((outcome) => [outcome, 0])) as Record<ReadOutcome, number>
  #turn = 0
  #loop: Loop | undefined
  #isPrimaryAway = false
  #markTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(settings: ReplicaSettings, owner: OwnerDatabase, log: Pick<Log, 'info' | 'warn' | 'error'>) {
    const { urls, max, lagSecondsMax } = settings
    const now = () => performance.now()
    this.#owner = owner
    this.#log = log
    this.#replicas = urls.map((url) => new Replica({ url, max, lagSecondsMax, lagClock: this.#lagClock, log, now }))
  }

  startMarking(): void {
    this.marks.activate()
  }

  watch(heartbeats: Heartbeats): void {
    if (this.#loop !== undefined || this.#isClosed) return
    this.#loop = createLoop(heartbeats, {
      name: 'read replicas',
      everyMs: CHECK_EVERY_MS,
      stallMs: 60 * CHECK_EVERY_MS,
      turn: () => this.#check(false),
      failed: (error) => this.#reportPrimary(error),
    })
    this.#loop.start()
  }

  check(): Promise<void> {
    return this.#check(true)
  }

  report(): ReplicasReport {
    return { replicas: this.#replicas.map((replica) => replica.report()), reads: { ...this.#reads } }
  }

  isReading(): boolean {
    return this.#replicas.some(({ isUsable }) => isUsable)
  }

  /** Creates the reader of one operation. Outside of requests, such as in jobs, it reads from the primary. */
  openReader(organizationId: OrganizationId, read: Database['read'], primary: TenantDriver): OperationReader {
    if (currentScope()?.startedAt === undefined) return fixedReader(read)
    const driver = new OperationDriver({
      organizationId,
      findMark: () => this.marks.find(organizationId),
      choose: (mark) => {
        this.#turn += 1
        const choice = chooseReplica(this.#replicas, mark, this.#turn)
        if ('reason' in choice && choice.reason === 'behind') for (const replica of this.#replicas) replica.refresh()
        return choice
      },
      acquirePrimary: () => primary.acquireConnection(),
      count: (outcome) => {
        this.#reads[outcome] += 1
      },
    })
    return { db: new Kysely<Tables>({ dialect: tenantDialect(driver) }), usePrimary: () => driver.usePrimary() }
  }

  async markAgain(organizationId: OrganizationId, error: Error): Promise<void> {
    this.marks.holdBack(organizationId)
    try {
      await this.#mark(organizationId)
    } catch {
      this.#log.warn({ error: error.message }, 'a write could not be marked for read replicas; trying again')
      this.#markLater()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#markTimer)
    await this.#loop?.stop()
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async #mark(organizationId: string): Promise<void> {
    await this.#owner.quick(upsertMark(organizationId), [], PATIENCE_MS)
    this.marks.release(organizationId)
  }

  /** Reads of these organizations stay on the primary in this process until their writes are marked. */
  #markLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#markTimer)
    this.#markTimer = setTimeout(() => {
      Promise.all(this.marks.unmarked.map((organizationId) => this.#mark(organizationId))).catch(() =>
        this.#markLater(),
      )
    }, MARK_AGAIN_MS).unref()
  }

  async #check(isForced: boolean): Promise<void> {
    const primary = await this.#readPrimary()
    this.#isPrimaryAway = false
    this.#lagClock.add(performance.now(), primary.lsn)
    await Promise.all(this.#replicas.map((replica) => replica.check(primary, isForced)))
  }

  async #readPrimary(): Promise<PrimaryFacts> {
    const read = async () => {
      const [row] = await this.#owner.quick<PrimaryRow>(READ_PRIMARY, [], PATIENCE_MS)
      if (row === undefined) throw new Error('The primary returned no state.')
      return row
    }
    let row = await read()
    if (!row.isEpochValid) {
      await this.#owner.transact(async (query) => {
        for (const statement of START_EPOCH) await query(statement)
      })
      row = await read()
    }
    const { cluster, database, schema, epoch, lsn, unmarked } = row
    if (epoch === null) throw new Error('The epoch of the marks of writes is missing.')
    return { cluster, database, schema, epoch, lsn: parseLsn(lsn), unmarked }
  }

  /** Logs an outage once. States of replicas don't change, because every request reads from the primary first. */
  #reportPrimary(error: Error): void {
    if (this.#isPrimaryAway) return
    this.#isPrimaryAway = true
    this.#log.warn({ error: error.message }, 'read replicas could not be compared with the primary')
  }
}
