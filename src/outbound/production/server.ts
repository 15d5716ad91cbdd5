/** PostgreSQL servers of an installation, measured on a connection of their own. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import type { ConnectionFacts, DatabaseFacts } from '../../core/production.ts'
import { APPLICATION_PATTERN, CONNECTION_MS_MAX, toConnection } from '../database/postgres-pool.ts'
import { createPoolingProbe } from '../database/postgres-pooling.ts'
import { isPublicAddress } from '../http/public-addresses.ts'
import { isOwnAddress } from './connections.ts'

/** Settings that later versions don't have are 0. Connections of other databases count machines of no installation. */
const FACTS = `
  select current_setting('server_version_num')::int as version,
    (select extversion from pg_extension where extname = 'vector') as vector,
    current_setting('max_connections')::int as "maxConnections",
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true), '0')::int as "reservedConnections",
    (select count(distinct application_name) from pg_stat_activity
     where datname = current_database() and application_name like '${APPLICATION_PATTERN}')::int as machines,
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('archive_mode') <> 'off' as archives,
    (select to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from pg_stat_archiver) as "archivedAt",
    (select to_char(last_failed_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from pg_stat_archiver) as "failedAt"`

type FactsRow = Omit<DatabaseFacts, 'archive' | 'isPooled'> & {
  readonly archives: boolean
  readonly archivedAt: string | null
  readonly failedAt: string | null
}

interface ServerFacts {
  readonly connection: ConnectionFacts
  readonly database: DatabaseFacts
}

/** @param setting that contains the URL @throws Error of the server */
export async function readServer(setting: string, connectionString: string): Promise<ServerFacts> {
  const connection = { connectionString, connectionTimeoutMillis: CONNECTION_MS_MAX }
  const client = new pg.Client(toConnection(connection, false))
  client.on('error', () => {})
  await client.connect()
  try {
    const { keepsSession } = await createPoolingProbe().of(client)
    const { rows } = await client.query<FactsRow>(FACTS)
    const [row] = rows
    if (row === undefined) throw new Error('The server returned no settings.')
    const { archives, archivedAt, failedAt, ...facts } = row
    return {
      connection: describeSocket(setting, client),
      database: { ...facts, isPooled: !keepsSession, archive: archives ? { archivedAt, failedAt } : undefined },
    }
  } finally {
    await client.end()
  }
}

/** State of the connection itself. The URL and the environment variables of PostgreSQL can state another one. */
function describeSocket(setting: string, client: pg.Client): ConnectionFacts {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const { remoteAddress } = stream
  // A socket in the file system has no address.
  const isOwn = remoteAddress === undefined || isOwnAddress(remoteAddress)
  return {
    ...{ setting, title: setting === 'DATABASE_URL' ? 'Database' : 'Read replica', host: client.host },
    distance: isOwn ? 'machine' : isPublicAddress(remoteAddress) ? 'public' : 'private',
    isEncrypted: stream instanceof TLSSocket,
    isVerified: stream instanceof TLSSocket && stream.authorized,
  }
}
