/** Finds out whether a database is distributed over several servers, before the store opens its connections. */
import pg from 'pg'
import type { Log } from '../../../core/log.ts'
import { createErrorMapper } from '../postgres-away.ts'
import { CONNECTION_MS_MAX, toConnection } from '../postgres-pool.ts'
import type { Engine } from '../postgres-settings.ts'

export interface DistributionState {
  readonly engine: Engine
  /** Whether no foreign key is missing. An interrupted distribution leaves some out. */
  readonly isComplete: boolean
}

/**
 * Reads the state. A database is distributed if Citus stores the table of organizations in parts.
 * @throws AppError if the server can't be reached
 */
export async function readDistributionState(url: string, log: Pick<Log, 'warn'>): Promise<DistributionState> {
  const client = new pg.Client(
    toConnection({ connectionString: url, connectionTimeoutMillis: CONNECTION_MS_MAX }, false),
  )
  client.on('error', () => {})
  try {
    await client.connect()
    const has = async (condition: string) => (await client.query(`select 1 where ${condition}`)).rows.length > 0
    if (!(await has("exists (select 1 from pg_extension where extname = 'citus')"))) {
      return { engine: 'server', isComplete: true }
    }
    const isDistributed = await has(
      "exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('public.organizations'))",
    )
    const isComplete =
      !(await has("to_regclass('installation.removed_keys') is not null")) ||
      !(await has('exists (select 1 from installation.removed_keys)'))
    return { engine: isDistributed ? 'distributed' : 'server', isComplete }
  } catch (error) {
    throw createErrorMapper(log)(error)
  } finally {
    await client.end()
  }
}
