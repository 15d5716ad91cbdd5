/**
 * Detects a connection pooler, such as PgBouncer, between this process and PostgreSQL. In transaction mode, a pooler
 * can use another session for each transaction, so sessions can't store state. Settings are sent with each transaction
 * (`postgres-settings.ts`), and statements are prepared by name only if the pooler supports it.
 */
import type pg from 'pg'

export interface Pooling {
  /** Whether a connection is a server session, so that settings and locks last between statements. */
  readonly keepsSession: boolean
  /** Whether named prepared statements work. */
  readonly keepsStatements: boolean
}

/** Result for connections without a pooler: each connection is a session. */
export const NO_POOLER: Pooling = { keepsSession: true, keepsStatements: true }

export interface PoolingProbe {
  /** Examines the first connection, and returns the same result for all others. */
  of(client: pg.ClientBase): Promise<Pooling>
  /** Examines the next connection again, after a prepared statement wasn't found. */
  reset(): void
}

/** Probe with a fixed result, such as for the embedded server. */
export const fixedPooling = (pooling: Pooling): PoolingProbe => ({ of: async () => pooling, reset() {} })

export function createPoolingProbe(): PoolingProbe {
  let pooling: Promise<Pooling> | undefined
  return {
    of(client) {
      if (pooling === undefined) {
        const probing = probe(client)
        pooling = probing
        // After a failure, the next connection is examined.
        probing.catch(() => {
          if (pooling === probing) pooling = undefined
        })
      }
      return pooling
    },
    reset() {
      pooling = undefined
    },
  }
}

const PROBE = 'parley_probe'
/** PostgreSQL error codes for a missing prepared statement and for a name in use. */
const NAME_CODES = new Set(['26000', '42P05'])

/** Whether a statement failed before it ran, because of its name in this session. */
export const isNameFault = (error: unknown): boolean => NAME_CODES.has(String((error as { code?: unknown }).code))

/**
 * Examines a connection. A pooler reports its own process ID at connect. If it supports prepared statements (PgBouncer
 * 1.21 with `max_prepared_statements`), it uses its own names for them, which the session shows.
 */
async function probe(client: pg.ClientBase): Promise<Pooling> {
  const { processID } = client as unknown as { processID: number }
  await client.query('begin')
  try {
    const { rows } = await client.query<{ pid: number }>({ name: PROBE, text: 'select pg_backend_pid() as pid' })
    const keepsSession = rows[0]?.pid === processID
    const { rows: kept } = await client.query(`select from pg_prepared_statements where name = '${PROBE}'`)
    if (kept.length > 0) await client.query(`deallocate ${PROBE}`)
    return { keepsSession, keepsStatements: keepsSession || kept.length === 0 }
  } catch (error) {
    if (isNameFault(error)) return { keepsSession: false, keepsStatements: false }
    throw error
  } finally {
    await client.query('rollback')
  }
}
