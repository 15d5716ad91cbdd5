/** Finds out whether a database is distributed over several servers. */
import pg from 'pg'
import type { Engine } from '../postgres-settings.ts'

/** A database is distributed if Citus stores the table of organizations in parts. */
export async function readEngine(url: string): Promise<Engine> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const citus = await client.query(`select 1 from pg_extension where extname = 'citus'`)
    if (citus.rows.length === 0) return 'server'
    const parts = await client.query(
      `select 1 from pg_dist_partition where logicalrelid = to_regclass('public.organizations')`,
    )
    return parts.rows.length === 0 ? 'server' : 'distributed'
  } finally {
    await client.end()
  }
}
