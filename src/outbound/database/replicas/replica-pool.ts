/**
 * Connections to one replica. After a failure, all of them end without waiting for the server. An idle connection from
 * before an outage can be dead, and the first read on it would wait for minutes.
 */
import type pg from 'pg'
import { createPool, toConnection } from '../postgres-pool.ts'

interface ReplicaPoolOptions {
  readonly url: string
  readonly max: number
  /** Time limit for connecting, in milliseconds. */
  readonly connectMs: number
  /** Receives the error of an idle connection that ended by itself. */
  readonly lost: (error: Error) => void
}

export class ReplicaPool {
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  #isEnding = false

  constructor({ url, max, connectMs, lost }: ReplicaPoolOptions) {
    const connection = toConnection({ connectionString: url, max, connectionTimeoutMillis: connectMs }, true)
    // The replica logs its own changes of state.
    this.#pool = createPool(connection, { warn() {} })
    this.#pool.on('connect', (client) => this.#clients.add(client))
    this.#pool.on('remove', (client) => this.#clients.delete(client as pg.PoolClient))
    this.#pool.on('error', (error) => {
      if (!this.#isEnding) lost(error)
    })
  }

  /** Connections in use, and callers that wait for one. */
  get inUse(): number {
    return this.#pool.totalCount - this.#pool.idleCount + this.#pool.waitingCount
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect()
  }

  /** Ends all connections. Statements on them reject, and the next `connect` opens a new one. */
  endAll(reason: Error): void {
    this.#isEnding = true
    for (const client of this.#clients) {
      const { stream } = (client as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection
      stream.destroy(reason)
    }
    this.#clients.clear()
    // The errors of these connections arrive in the next turns.
    setImmediate(() =>
      setImmediate(() => {
        this.#isEnding = false
      }),
    )
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/** Whether all connections were in use for too long. The message of `pg-pool` differs from that of a failed connection. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
