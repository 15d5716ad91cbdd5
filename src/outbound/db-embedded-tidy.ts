/**
 * What a server's autovacuum does, which PGlite has not: tables in which much has changed are vacuumed (their dead rows
 * make room, and what is indexed alone can be answered from the index alone) and analyzed (their plans fit again). When
 * that is due is PostgreSQL's own rule, with its own settings ("Routine Vacuuming", section "The Autovacuum Daemon"). It
 * counts rows since the process began; what came before shows in pages that were not there when a table was tidied last.
 *
 * There is one session, and a table is tidied in one piece: so they come one by one, between the transactions of others,
 * who have the session for as long again after each.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedSession } from './db-embedded-session.ts'

/** So many kilobytes more are nothing to tidy up for. */
const GROWTH_KB = 256

/** Small tables first: they take a moment, and waiting for a large one would let them grow. */
const DUE = `
  with counted as (
    select t.relid, t.n_dead_tup, t.n_ins_since_vacuum, t.n_mod_since_analyze, greatest(c.reltuples, 0) as held,
      pg_relation_size(t.relid) - c.relpages * current_setting('block_size')::int8
        > ${GROWTH_KB} * 1024 + current_setting('autovacuum_vacuum_insert_scale_factor')::float8
          * c.relpages * current_setting('block_size')::int8 as has_grown
    from pg_stat_all_tables t join pg_class c on c.oid = t.relid
    where t.schemaname not in ('pg_toast', 'information_schema') and c.relpersistence <> 't'
  ), judged as (
    select relid, held,
      has_grown
        or n_dead_tup > current_setting('autovacuum_vacuum_threshold')::float8
          + current_setting('autovacuum_vacuum_scale_factor')::float8 * held
        or n_ins_since_vacuum > current_setting('autovacuum_vacuum_insert_threshold')::float8
          + current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * held as is_worn,
      has_grown or n_mod_since_analyze > current_setting('autovacuum_analyze_threshold')::float8
        + current_setting('autovacuum_analyze_scale_factor')::float8 * held as is_unknown
    from counted
  )
  select format(
    case when is_worn and is_unknown then 'vacuum (analyze) %s' when is_worn then 'vacuum %s' else 'analyze %s' end,
    relid::regclass
  )
  from judged where is_worn or is_unknown order by held, relid`

/** How long nobody looks. */
const LOOK_MS = 5_000

/**
 * Looks every few seconds what is due.
 * @param failed hears of what PostgreSQL refused; it is tried again with the next look
 * @returns ends it, behind the table it is at
 */
export function startTidying(session: SharedSession, failed: (error: Error) => void): () => Promise<void> {
  const ending = new AbortController()
  let current = Promise.resolve()
  let next = setTimeout(look, LOOK_MS)
  function look(): void {
    current = tidy(session, ending.signal)
      .catch(failed)
      .then(() => {
        if (!ending.signal.aborted) next = setTimeout(look, LOOK_MS)
      })
  }
  return async () => {
    ending.abort()
    clearTimeout(next)
    await current
  }
}

/**
 * Once.
 * @returns the statements that ran; a table that nobody let it come to is for the next time
 * @throws Error the first of PostgreSQL's, behind all tables
 */
export async function tidy(session: SharedSession, signal?: AbortSignal): Promise<string[]> {
  const done: string[] = []
  const errors: unknown[] = []
  for (const [statement = ''] of (await session.between(DUE)) ?? []) {
    if (signal?.aborted) break
    const begun = performance.now()
    try {
      if ((await session.between(statement)) !== undefined) done.push(statement)
    } catch (error) {
      // A table that is damaged must not keep the others waiting.
      errors.push(error)
    }
    if (!signal?.aborted) await pause(performance.now() - begun)
  }
  if (errors.length > 0) throw errors[0]
  return done
}
