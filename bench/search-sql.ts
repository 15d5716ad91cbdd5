/** Work on the data themselves beside a service, as their owner: a client of the server, or a guest of the embedded database. */
import { join } from 'node:path'
import pg from 'pg'
import { createLog } from '../src/core/log.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import type { Place } from './service.ts'

export async function withSearchSql<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionOf(place), application_name: 'parley_bench' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The service's own way to the same data. */
export async function withStore<T>(
  place: Place,
  work: (store: ReturnType<typeof createStore>) => Promise<T>,
): Promise<T> {
  const store = createStore({ ...connectionOf(place), max: 2 }, createLog('warn'))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const connectionOf = ({ dataDir, databaseUrl }: Place): pg.ClientConfig =>
  databaseUrl === undefined
    ? { host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }
    : { connectionString: databaseUrl }

/** Guests of the embedded database share its one session: nobody may be left outside a transaction. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The rows of one statement, over a connection of its own. */
export const rowsOf = <Row extends object>(place: Place, text: string, values: readonly unknown[] = []) =>
  withSearchSql(place, (client) => inTransaction(client, async () => (await client.query<Row>(text, [...values])).rows))
