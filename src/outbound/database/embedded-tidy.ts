/**
 * Replacement for autovacuum, which PGlite doesn't have. Tables with many changes are vacuumed, so that space of dead
 * rows is reused and index-only scans work. They are also analyzed, so that query plans fit the data. The conditions
 * are PostgreSQL's own rule with its own settings ("Routine Vacuuming", section "The Autovacuum Daemon"). PostgreSQL
 * counts rows since the start of the process. Earlier changes are detected by pages that aren't marked all-visible, or
 * that were added after the last analyze.
 *
 * There is one session, and a table is processed in one statement. Therefore tables are processed one by one, between
 * transactions of clients. After each table, the session is free for the same duration.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedSession } from './embedded-session.ts'

/** Minimum size in pages. Smaller tables (256 KB) don't need vacuuming. */
const PAGES_MIN = 32

/** Small tables first. They take little time, and waiting for a large table would let them grow. */
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

/** Interval of checks, and the delay after a failed table. Autovacuum on a server checks once a minute. */
const LOOK_MS = 5_000
const LOOK_AFTER_FAULT_MS = 60_000

export interface TidyingEvents {
  /** Called with PostgreSQL's error. A check one minute later tries again. */
  readonly failed: (error: Error) => void
  /** Called after each check, also a failed one, as a heartbeat. */
  readonly turned?: () => void
}

/**
 * Starts the periodic checks.
 * @returns function that stops them after the current table
 */
export function startTidying(session: SharedSession, { failed, turned }: TidyingEvents): () => Promise<void> {
  const ending = new AbortController()
  let current = Promise.resolve()
  let next = setTimeout(runTidy, LOOK_MS)
  function runTidy(): void {
    current = runTidyCheck(session, ending.signal)
      .then(() => LOOK_MS, reportFailure)
      .then((wait) => {
        turned?.()
        if (!ending.signal.aborted) next = setTimeout(runTidy, wait)
      })
  }
  function reportFailure(error: Error): number {
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
 * Runs one check. If clients leave no gap between transactions, a table waits for the next check.
 * @returns the statements that ran
 * @throws Error the first PostgreSQL error, after all tables
 */
export async function runTidyCheck(session: SharedSession, signal?: AbortSignal): Promise<string[]> {
  const done: string[] = []
  const errors: unknown[] = []
  for (const [statement = ''] of (await session.between(DUE)) ?? []) {
    if (signal?.aborted) break
    const begun = performance.now()
    try {
      if ((await session.between(statement)) !== undefined) done.push(statement)
    } catch (error) {
      // A damaged table must not block the others.
      errors.push(error)
    }
    // Rejects only when aborted, and then the loop ends.
    await pause(performance.now() - begun, undefined, { signal }).catch(() => undefined)
  }
  if (errors.length > 0) throw errors[0]
  return done
}
