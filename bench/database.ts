/** Databases of the benchmarks' own on the server that the environment names, and what its backends have used. */
import { cpus } from 'node:os'
import pg from 'pg'

/** Asked for in this order; without either there is nothing to measure against. */
const NAMES = ['BENCH_DATABASE_URL', 'TEST_DATABASE_URL'] as const

/** The server's address, or the end of the program with a message: exit 2. */
export function serverFromEnvironment(): string {
  for (const name of NAMES) {
    const url = process.env[name]
    if (url !== undefined && url !== '') return url
  }
  process.stderr.write(
    `bench: set ${NAMES.join(' or ')} to a PostgreSQL server on which databases may be made, such as\n` +
      '  postgres://postgres@127.0.0.1:5432/postgres\n',
  )
  process.exit(2)
}

/** The address of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley_bench' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function exists(server: string, name: string): Promise<boolean> {
  const { rowCount } = await withClient(server, (client) =>
    client.query('select 1 from pg_database where datname = $1', [name]),
  )
  return rowCount === 1
}

/** Names are ours, never a caller's, so they may stand in the statement. */
export async function createDatabase(server: string, name: string): Promise<string> {
  await dropDatabase(server, name)
  await withClient(server, (client) => client.query(`create database ${name}`))
  return databaseAt(server, name)
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
}

/** Process ids of the server's backends that serve `applicationName` on the database; of use when it runs here. */
export async function backendsOf(url: string, applicationName: string): Promise<number[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and (application_name = $1 or application_name like $1 || '@%')",
      [applicationName],
    ),
  )
  return rows.map((row) => row.pid)
}

/** What figures were measured on. @param server undefined: the embedded database alone */
export async function describeMachine(server: string | undefined): Promise<string> {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
  if (server === undefined) return machine
  const { rows } = await withClient(server, (client) =>
    client.query<{ server: string }>(
      `select format('%s, shared_buffers %s', split_part(version(), ' on ', 1), current_setting('shared_buffers')) as server`,
    ),
  )
  return `${machine}, ${rows[0]?.server}`
}
