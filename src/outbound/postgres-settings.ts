/**
 * Settings of PostgreSQL that Parley relies on. They are sent with each transaction and end with it, so that they also hold
 * behind a connection pooler, which refuses or forgets what a connection brings along (docs/decisions/0003).
 */

/** Costs: indexes are read about as quickly as tables on the storage that databases use today. */
export const SETTINGS: readonly (readonly [string, string])[] = [
  ['timezone', 'UTC'],
  ['statement_timeout', '60000'],
  ['idle_in_transaction_session_timeout', '60000'],
  ['random_page_cost', '1.1'],
]

/**
 * How an index of vectors is scanned: it examines enough entries to miss hardly any of the nearest ones, and goes on beyond
 * them until enough are permitted.
 */
export const VECTOR_SETTINGS: readonly (readonly [string, string])[] = [
  ['hnsw.ef_search', '400'],
  ['hnsw.iterative_scan', 'relaxed_order'],
]

const setLocal = ([name, value]: readonly [string, string]) => `set local ${name} = '${value}'`

/** Opens a transaction with the settings. @param more statements for its beginning */
export const opening = (settings: readonly (readonly [string, string])[], ...more: string[]): string =>
  ['begin', ...settings.map(setLocal), ...more].join('; ')

/** Sets for the rest of the transaction what the installed pgvector knows: `hnsw.iterative_scan` came with 0.8. */
export const VECTOR_SEARCH_SETTINGS = `${VECTOR_SETTINGS.slice(0, 1).map(setLocal).join('; ')};
  select ${VECTOR_SETTINGS.slice(1)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}
  from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}'`
