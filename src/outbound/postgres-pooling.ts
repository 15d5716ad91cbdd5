/**
 * What stands between this process and PostgreSQL: nothing, or a connection pooler such as PgBouncer. A pooler in
 * transaction mode gives each transaction another session, so nothing may be kept in one: settings travel with each
 * transaction (`postgres-settings.ts`), and statements are prepared under a name only where that reaches any session.
 */
import type pg from 'pg'

export interface Pooling {
  /** Whether a connection is a session of the server, so that its settings and locks last from one statement to the next. */
  readonly keepsSession: boolean
  /** Whether a statement that was prepared under a name is found again by it. */
  readonly keepsStatements: boolean
}

/** No pooler: each connection is a session. */
export const NO_POOLER: Pooling = { keepsSession: true, keepsStatements: true }

export interface PoolingProbe {
  /** Examines the first connection, and returns the same for all of them. */
  of(client: pg.ClientBase): Promise<Pooling>
  /** Examines the next connection again, after a statement wasn't found by its name. */
  reset(): void
}

/** The probe for a server that is known, such as the embedded one. */
export const fixedPooling = (pooling: Pooling): PoolingProbe => ({ of: async () => pooling, reset() {} })

export function createPoolingProbe(): PoolingProbe {
  let pooling: Promise<Pooling> | undefined
  return {
    of(client) {
      if (pooling === undefined) {
        const probing = probe(client)
        pooling = probing
        // The next connection tries again.
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
/** PostgreSQL's codes for a name without a prepared statement, and for a name that has one already. */
const NAME_CODES = new Set(['26000', '42P05'])

/** Whether a statement failed, before it ran, because of what is prepared under its name in this session. */
export const isNameFault = (error: unknown): boolean => NAME_CODES.has(String((error as { code?: unknown }).code))

/**
 * A pooler answers the connection with a process id of its own. One that supports prepared statements (PgBouncer 1.21 with
 * `max_prepared_statements`) prepares them under names of its own, which is how the session shows it.
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
