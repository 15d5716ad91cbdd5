/** Adapts statements to a distributed database. */

const INSERT_OF_SELECT = /^\s*(?:with\b[\s\S]*\)\s*)?insert into [\s\S]*?\bselect\b/i
const HAS_RESULT = /\breturning\b|\bon conflict\b/i

/**
 * Citus writes the rows of `insert … select` with COPY, which row-level security refuses, unless the statement returns
 * rows or has `on conflict`.
 */
export const toDistributed = (sql: string): string =>
  INSERT_OF_SELECT.test(sql) && !HAS_RESULT.test(sql) ? `${sql} returning true` : sql
