/**
 * A statement and its settings with a single Sync message. Both form an implicit transaction, which PostgreSQL commits
 * at the Sync. It responds once, instead of once for each of begin, statement and commit (docs/decisions/0153).
 *
 * The class of queries of `pg` ends each query with a Sync, so this uses its internal methods (`pg/lib/query.js`).
 */
import pg from 'pg'
import { inOneWrite, type ReadBatch, type Statement, toStatement, toStatementName } from './postgres-batch.ts'
import { GENERIC_PLAN, type Settings } from './postgres-settings.ts'

/** Settings of a transaction as one statement, which each connection prepares once. */
interface SettingsStatement {
  readonly sql: string
  /** Connections of `pg` on which the statement is prepared. */
  readonly preparedOn: WeakSet<object>
}

/** Settings of transactions of one kind, for statements with and without a name. */
export interface TransactionSettings {
  readonly named: SettingsStatement
  readonly unnamed: SettingsStatement
}

/** @param parameters names of settings whose values `sendWithSettings` receives */
export function toTransactionSettings(fixed: Settings, parameters: readonly string[]): TransactionSettings {
  const toStatement = (...more: Settings): SettingsStatement => {
    const calls = [
      ...[...fixed, ...more].map(([name, value]) => `set_config('${name}', '${value}', true)`),
      ...parameters.map((name, index) => `set_config('${name}', $${index + 1}, true)`),
    ]
    return { sql: `select ${calls.join(', ')}`, preparedOn: new WeakSet() }
  }
  return { named: toStatement(GENERIC_PLAN), unnamed: toStatement() }
}

/** Names of prepared statements that a connection supports. */
export interface Naming {
  readonly keepsStatements: boolean
  /** Name of the statement. Undefined if it isn't prepared. */
  readonly name: string | undefined
}

export const NO_NAMES: Naming = { keepsStatements: false, name: undefined }

/**
 * Sends a statement with its settings. The result arrives after the commit.
 * @param values parameters of the settings
 */
export async function sendWithSettings(
  client: pg.PoolClient,
  { named, unnamed }: TransactionSettings,
  values: readonly string[],
  query: Statement,
  { keepsStatements, name }: Naming,
): Promise<ReadBatch> {
  const settings = { statement: name === undefined ? unnamed : named, values, keepsStatements }
  const batch = new QueryWithSettings({ ...toStatement(query, name), queryMode: 'extended' }, settings)
  const { error, result } = await new Promise<Response>((resolve) =>
    inOneWrite(client, () =>
      (client as unknown as InternalClient).query(batch, (error, result) => resolve({ error, result })),
    ),
  )
  if (error === null) return { ...SUCCEEDED, result: { status: 'fulfilled', value: result } }
  // The stack of the driver starts at its socket.
  Error.captureStackTrace(error)
  return { ...SUCCEEDED, [batch.step]: { status: 'rejected', reason: error } }
}

interface Response {
  readonly error: Error | null
  readonly result: pg.QueryResult
}

const NOTHING: PromiseFulfilledResult<pg.QueryResult> = {
  status: 'fulfilled',
  value: { rows: [], fields: [], command: '', rowCount: null, oid: 0 },
}
const SUCCEEDED: ReadBatch = { begun: NOTHING, result: NOTHING, ended: NOTHING }

/** Connection of `pg`, which sends messages of the extended protocol. */
interface Connection {
  parse(message: { readonly text: string; readonly name: string }): void
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void
  execute(message: object): void
}

/** Methods that `pg` calls when a query is sent and when messages arrive. */
interface InternalQuery {
  submit(connection: Connection): Error | null
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
}

interface InternalClient {
  query(query: InternalQuery, respond: (error: Error | null, result: pg.QueryResult) => void): void
}

const InternalQuery = pg.Query as unknown as new (config: object) => InternalQuery

interface SentSettings {
  readonly statement: SettingsStatement
  readonly values: readonly string[]
  readonly keepsStatements: boolean
}

class QueryWithSettings extends InternalQuery {
  /** Part of the batch that runs. */
  step: keyof ReadBatch = 'begun'
  readonly #settings: SentSettings

  constructor(config: object, settings: SentSettings) {
    super(config)
    this.#settings = settings
  }

  override submit(connection: Connection): Error | null {
    const { statement, values, keepsStatements } = this.#settings
    const name = (keepsStatements ? toStatementName(statement) : undefined) ?? ''
    if (name === '' || !statement.preparedOn.has(connection)) connection.parse({ text: statement.sql, name })
    // If the settings fail, the caller closes the connection.
    if (name !== '') statement.preparedOn.add(connection)
    connection.bind({ statement: name, values })
    // Without a description, because nothing reads the row of the settings.
    connection.execute({})
    return super.submit(connection)
  }

  override handleDataRow(message: object): void {
    if (this.step === 'result') super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.step === 'result') super.handleCommandComplete(message, connection)
    this.step = this.step === 'begun' ? 'result' : 'ended'
  }
}
