/**
 * Statements that a distributed database refuses. Tests of the app fail on them with any database, because the tests on
 * a cluster run on request only.
 */
import type { CompiledQuery } from 'kysely'
import { TenantConnection } from '../outbound/database/postgres-dialect.ts'

const INSERT_OF_VALUES = /\binsert into [\w".]+(?: as [\w"]+)?\s*(?:\([^()]*\)\s*)?values\s*\(/i
const AFTER_VALUES = /\bon conflict\b|\breturning\b/i
const SUBQUERY = /\(\s*select\b/i

/** Reason why Citus refuses a statement. Undefined if none is known. */
export function findRefusal(sql: string): string | undefined {
  const values = INSERT_OF_VALUES.exec(sql)
  if (values === null) return undefined
  const [rows = ''] = sql.slice(values.index + values[0].length).split(AFTER_VALUES, 1)
  return SUBQUERY.test(rows)
    ? 'Citus supports no subquery in the values of an insert. Use insert … select, or read the value before.'
    : undefined
}

let isRequired = false

/** From now on, statements of organizations that Citus refuses are errors. */
export function requireDistributable(): void {
  if (isRequired) return
  isRequired = true
  const { executeQuery } = TenantConnection.prototype
  TenantConnection.prototype.executeQuery = async function <R>(this: TenantConnection, query: CompiledQuery) {
    const refusal = findRefusal(query.sql)
    if (refusal !== undefined) throw new Error(`${refusal} The statement is: ${query.sql}`)
    return executeQuery.call<TenantConnection, [CompiledQuery], ReturnType<typeof executeQuery<R>>>(this, query)
  }
}
