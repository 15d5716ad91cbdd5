/**
 * What a server's autovacuum does, which PGlite has not: tables in which much has changed are vacuumed (their dead rows
 * make room, and what is indexed alone can be answered from the index alone) and analyzed (their plans fit again). When
 * that is due is PostgreSQL's own rule, with its own settings ("Routine Vacuuming", section "The Autovacuum Daemon"). It
 * counts rows since the process began; what came before shows in pages of which nobody knows that all see them, or that
 * were not there when the table was analyzed.
 *
 * There is one session, and a table is tidied in one piece: so they come one by one, between the transactions of others,
 * who have the session for as long again after each.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedSession } from './db-embedded-session.ts'

/** A quarter of a megabyte is nothing to tidy up for. */
const PAGES_MIN = 32

/** Small tables first: they take a moment, and waiting for a large one would let them grow. */
const DUE = `
  with setting as (
    select current_setting('autovacuum_vacuum_threshold')::float8 as dead_min,
      current_setting('autovacuum_vacuum_scale_factor')::float8 as dead_share,
      current_setting('autovacuum_vacuum_insert_threshold')::float8 as new_min,
      current_setting('autovacuum_vacuum_insert_scale_factor')::float8 as new_share,
      current_setting('autovacuum_analyze_threshold')::float8 as changed_min,
      current_setting('autovacuum_analyze_scale_factor')::float8 as changed_share
  ), counted as (
    select oid as relid, pg_stat_get_dead_tuples(oid) as dead, pg_stat_get_ins_since_vacuum(oid) as new,
      pg_stat_get_mod_since_analyze(oid) as changed, greatest(reltuples, 0) as held,
      pg_relation_size(oid) / current_setting('block_size')::int8 as pages,
      relpages as pages_known, relallvisible as pages_visible
    from pg_class where relkind in ('r', 'm') and relpersistence <> 't'
  ), judged as (
    select relid, held,
      dead > dead_min + dead_share * held
        or new > new_min + new_share * held
        or pages - pages_visible > ${PAGES_MIN} + new_share * pages as is_worn,
      changed > changed_min + changed_share * held
        or abs(pages - pages_known) > ${PAGES_MIN} + changed_share * pages as is_unknown
    from counted, setting
  )
  select format(
    case when is_worn and is_unknown then 'vacuum (analyze) %s' when is_worn then 'vacuum %s' else 'analyze %s' end,
    relid::regclass
  )
  from judged where is_worn or is_unknown order by held, relid`

/** How long nobody looks, and how long after a table could not be tidied: a server's autovacuum looks once a minute. */
const LOOK_MS = 5_000
const LOOK_AFTER_FAULT_MS = 60_000

export interface TidyingEvents {
  /** Called with what PostgreSQL refused; it is tried again with the next look, a minute later. */
  readonly failed: (error: Error) => void
  /** Called after each look, failed or not: a sign that tidying goes on. */
  readonly turned?: () => void
}

/**
 * Looks every few seconds what is due.
 * @returns ends it, behind the table it is at
 */
export function startTidying(session: SharedSession, { failed, turned }: TidyingEvents): () => Promise<void> {
  const ending = new AbortController()
  let current = Promise.resolve()
  let next = setTimeout(look, LOOK_MS)
  function look(): void {
    current = tidy(session, ending.signal)
      .then(() => LOOK_MS, told)
      .then((wait) => {
        turned?.()
        if (!ending.signal.aborted) next = setTimeout(look, wait)
      })
  }
  function told(error: Error): number {
    failed(error)
    return LOOK_AFTER_FAULT_MS
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
    // Refused only to who ends it, and does not wait for the pause.
    await pause(performance.now() - begun, undefined, { signal }).catch(() => undefined)
  }
  if (errors.length > 0) throw errors[0]
  return done
}
