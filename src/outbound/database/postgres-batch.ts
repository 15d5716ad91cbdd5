/** Batches of messages that travel to PostgreSQL together: a read with its begin and commit is one round trip. */
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { CompiledQuery, QueryResult } from 'kysely'
import type pg from 'pg'
import { PREPARED, VECTOR_SEARCH } from '../../core/db.ts'
import { GENERIC_PLAN, setLocal, VECTOR_SEARCH_SETTINGS } from './postgres-settings.ts'

/** Sends all messages of `ask` in one write, because several writes would cost more than the statement. */
export function inOneWrite<T>(client: pg.PoolClient, ask: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

/** Responses to a read in its own transaction. */
export interface ReadBatch {
  /** Several results if the opening has several statements. */
  readonly begun: PromiseSettledResult<pg.QueryResult | pg.QueryResult[]>
  readonly result: PromiseSettledResult<pg.QueryResult>
  readonly ended: PromiseSettledResult<pg.QueryResult>
}

/** Text and parameters of a statement. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/**
 * Sends a statement with its begin and commit.
 * @param opening messages that start the transaction
 * @param name name of the prepared statement. Undefined for a statement that isn't prepared.
 */
export async function sendRead(
  client: pg.PoolClient,
  opening: readonly string[],
  query: Statement,
  name: string | undefined,
): Promise<ReadBatch> {
  const [begun, result, ended] = await inOneWrite(client, () =>
    Promise.allSettled([
      sendOpening(client, opening, name === undefined ? '' : KEEP_PLAN),
      client.query(toStatement(query, name)),
      client.query('commit'),
    ]),
  )
  return { begun, result, ended }
}

/** @returns the response to the last message */
async function sendOpening(
  client: pg.PoolClient,
  [first = 'begin', ...others]: readonly string[],
  more: string,
): Promise<pg.QueryResult | pg.QueryResult[]> {
  const responses = await Promise.all([client.query(first + more), ...others.map((message) => client.query(message))])
  return responses[0]
}

export const toStatement = ({ sql, parameters }: Statement, name: string | undefined): pg.QueryConfig => {
  const values = parameters as unknown[]
  return name === undefined ? { text: sql, values } : { name, text: sql, values }
}

export function toQueryResult<R>(result: pg.QueryResult): QueryResult<R> {
  const affected = result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }
  return { rows: result.rows as R[], ...affected }
}

/** Additional settings of a statement with the prefix `VECTOR_SEARCH`. Empty for others. */
export const vectorSettings = ({ sql }: CompiledQuery): string =>
  sql.trimStart().startsWith(VECTOR_SEARCH) ? VECTOR_SEARCH_SETTINGS : ''

export const isPrepared = ({ sql }: Pick<CompiledQuery, 'sql'>): boolean => sql.trimStart().startsWith(PREPARED)

const KEEP_PLAN = `; ${setLocal(GENERIC_PLAN)}`

/** Maximum number of prepared statements per connection. Others are planned each time. */
const KEPT_MAX = 256
const kept = new Map<string, string>()

export function toStatementName({ sql }: Pick<CompiledQuery, 'sql'>): string | undefined {
  const known = kept.get(sql)
  if (known !== undefined || kept.size >= KEPT_MAX) return known
  // Derived from the text, because other processes share the session of the embedded database.
  const name = `parley_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
  kept.set(sql, name)
  return name
}
