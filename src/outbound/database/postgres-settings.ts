/**
 * PostgreSQL settings that Parley requires. They are sent with each transaction and end with it, so that they also work
 * with a connection pooler, which rejects or loses settings of connections (docs/decisions/0003).
 */

export type Settings = readonly (readonly [name: string, value: string])[]

/** Cost settings: on current storage, index pages are read about as fast as table pages. */
export const PLANNING: Settings = [
  ['timezone', 'UTC'],
  ['random_page_cost', '1.1'],
]

const LIMITS: Settings = [
  ['statement_timeout', '60000'],
  ['idle_in_transaction_session_timeout', '60000'],
]

export const SETTINGS: Settings = [...PLANNING, ...LIMITS]

/**
 * Settings for scans of vector indexes. A scan examines enough entries to find almost all of the nearest vectors, and
 * continues until enough of them are permitted.
 */
export const VECTOR_SETTINGS: readonly (readonly [string, string])[] = [
  ['hnsw.ef_search', '400'],
  ['hnsw.iterative_scan', 'relaxed_order'],
]

/** Disables repeated cost comparisons with custom plans. Statements with the `PREPARED` prefix don't need them. */
export const GENERIC_PLAN: Settings[number] = ['plan_cache_mode', 'force_generic_plan']

export const setLocal = ([name, value]: readonly [string, string]) => `set local ${name} = '${value}'`

/** SQL that starts a transaction with the settings. @param more further statements */
export const opening = (engine: Engine, settings: Settings, ...more: string[]): string =>
  ['begin', ...(engine === 'distributed' ? [setHere(settings)] : settings.map(setLocal)), ...more].join('; ')

/** SQL that changes settings of this server only. Citus repeats a `set local` on the other servers, but no function. */
const setHere = (settings: Settings): string =>
  `select ${settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`

/** Same, for a transaction that only reads, also on a server that was a replica and accepts writes now. */
export const openingReadOnly = (settings: Settings, ...more: string[]): string =>
  ['begin read only', ...settings.map(setLocal), ...more].join('; ')

/**
 * How transactions start. `server`: with the settings, in one message. `embedded`: without them, because the only session
 * has them permanently. `distributed`: with limits only, because the database has the others. There, each statement is a
 * message, because Citus sends the message of a `set local` to the other servers as it is.
 */
export type Engine = 'server' | 'embedded' | 'distributed'

/** Settings that each transaction of a request sends. */
export const getSettings = (engine: Engine): Settings =>
  engine === 'server' ? SETTINGS : engine === 'distributed' ? LIMITS : []

/**
 * Settings of transactions of the schema owner, which work on all organizations. `citus.multi_task_query_log_level` can be
 * `error` for a connection (`docs/scaling.md`): then only these transactions can read several parts of a table.
 */
export const getOwnerSettings = (engine: Engine): Settings =>
  engine === 'distributed'
    ? [
        ['citus.multi_task_query_log_level', 'off'],
        ['citus.propagate_set_commands', 'none'],
      ]
    : getSettings(engine)

/**
 * SQL that gives a transaction the role of requests. Citus connects to the other servers as the current role, and
 * would repeat a `set local role` there, also in functions with the rights of the owner.
 */
export const setRole = (engine: Engine): string =>
  engine === 'distributed' ? setHere([['role', 'parley_app']]) : 'set local role parley_app'

/** Splits SQL of a transaction's start, and of settings, into messages. */
export const toMessages = (engine: Engine, statements: string): readonly string[] =>
  engine === 'distributed' ? statements.split('; ') : [statements]

/** SQL that sets the settings that the installed pgvector supports: `hnsw.iterative_scan` requires 0.8. */
export const VECTOR_SEARCH_SETTINGS = `${VECTOR_SETTINGS.slice(0, 1).map(setLocal).join('; ')};
  select ${VECTOR_SETTINGS.slice(1)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}
  from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}'`
