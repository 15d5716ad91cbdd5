/** Adapts statements to a distributed database. */

const INSERT_OF_SELECT = /^\s*(?:with\b[\s\S]*\)\s*)?insert into [\s\S]*?\bselect\b/i
const HAS_RESULT = /\breturning\b|\bon conflict\b/i
const TABLE_WITHOUT_ALIAS = /\binsert into ("?\w+"?)\s*\(/gi

/**
 * Changes `insert … select`:
 *
 * - The table gets an alias, because Citus names columns of `returning` by it.
 * - The statement returns rows, or has `on conflict`. Otherwise Citus writes with COPY, which row-level security refuses.
 */
export function toDistributed(sql: string): string {
  if (!INSERT_OF_SELECT.test(sql)) return sql
  const named = sql.replaceAll(TABLE_WITHOUT_ALIAS, 'insert into $1 as $1 (')
  return HAS_RESULT.test(named) ? named : `${named} returning true`
}
