/**
 * PostgreSQL settings that Parley requires. They are sent with each transaction and end with it, so that they also work
 * with a connection pooler, which rejects or loses settings of connections (docs/decisions/0003).
 */

/** Cost settings: on current storage, index pages are read about as fast as table pages. */
export const SETTINGS: readonly (readonly [string, string])[] = [
  ['timezone', 'UTC'],
  ['statement_timeout', '60000'],
  ['idle_in_transaction_session_timeout', '60000'],
  ['random_page_cost', '1.1'],
]

/**
 * Settings for scans of vector indexes. A scan examines enough entries to find almost all of the nearest vectors, and
 * continues until enough of them are permitted.
 */
export const VECTOR_SETTINGS: readonly (readonly [string, string])[] = [
  ['hnsw.ef_search', '400'],
  ['hnsw.iterative_scan', 'relaxed_order'],
]

const setLocal = ([name, value]: readonly [string, string]) => `set local ${name} = '${value}'`

/** SQL that starts a transaction with the settings. @param more further statements */
export const opening = (settings: readonly (readonly [string, string])[], ...more: string[]): string =>
  ['begin', ...settings.map(setLocal), ...more].join('; ')

/** Same, for a transaction that only reads, also on a server that was a replica and accepts writes now. */
export const openingReadOnly = (settings: readonly (readonly [string, string])[], ...more: string[]): string =>
  ['begin read only', ...settings.map(setLocal), ...more].join('; ')

/** SQL that sets the settings that the installed pgvector supports: `hnsw.iterative_scan` requires 0.8. */
export const VECTOR_SEARCH_SETTINGS = `${VECTOR_SETTINGS.slice(0, 1).map(setLocal).join('; ')};
  select ${VECTOR_SETTINGS.slice(1)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}
  from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}'`
