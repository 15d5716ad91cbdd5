/** Databases on a Citus cluster, where TEST_DATABASE_URL names its coordinator. */
import pg from 'pg'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'
import { distributeDatabase } from '../services.ts'

interface Node {
  readonly host: string
  readonly port: number
}

async function queryOn<Row extends pg.QueryResultRow>(url: URL, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Address of a database on a server of the cluster. */
function urlOf(coordinator: URL, { host, port }: Node, database: string): URL {
  const url = new URL(coordinator)
  url.hostname = host
  url.port = String(port)
  url.pathname = `/${database}`
  return url
}

/** Servers that store data. Empty if the server isn't the coordinator of a Citus cluster. */
export async function workersOf(server: string): Promise<Node[]> {
  const url = new URL(server)
  const [citus] = await queryOn(url, `select from pg_extension where extname = 'citus'`)
  if (citus === undefined) return []
  return queryOn<Node & pg.QueryResultRow>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and shouldhaveshards`,
  )
}

/** Creates a database on all servers and joins them, as an operator does. */
export async function createOnCluster(server: string, workers: readonly Node[], database: string): Promise<void> {
  const coordinator = new URL(server)
  const own: Node = { host: coordinator.hostname, port: Number(coordinator.port || 5432) }
  for (const node of workers) await queryOn(urlOf(coordinator, node, 'postgres'), `create database ${database}`)
  for (const node of [own, ...workers]) {
    await queryOn(urlOf(coordinator, node, database), 'create extension citus; create extension vector')
  }
  const url = urlOf(coordinator, own, database)
  await queryOn(url, `select citus_set_coordinator_host('${own.host}', ${own.port})`)
  for (const { host, port } of workers) await queryOn(url, `select citus_add_node('${host}', ${port})`)
}

export async function dropOnCluster(server: string, workers: readonly Node[], database: string): Promise<void> {
  for (const node of workers) {
    await queryOn(urlOf(new URL(server), node, 'postgres'), `drop database if exists ${database} with (force)`)
  }
}

/** Distributes a database that no process uses. */
export const distributeWith = (environment: Readonly<Record<string, string>>): Promise<void> =>
  distributeDatabase(readConfig({ LOG_LEVEL: 'warn', ...environment }), createLog('warn'), { parts: 4, report() {} })
