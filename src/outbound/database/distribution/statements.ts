/** Adapts statements to a distributed database. */
import type { OrganizationId } from '../../../core/principal.ts'

const INSERT_OF_SELECT = /^\s*(?:with\b[\s\S]*\)\s*)?insert into [\s\S]*?\bselect\b/i
const HAS_RESULT = /\breturning\b|\bon conflict\b/i
const TABLE_WITHOUT_ALIAS = /\binsert into ("?\w+"?)\s*\(/gi
/** Comparison of two tables by their organization: `m.organization_id = u.organization_id`, also with quotes. */
const SAME_ORGANIZATION = /("?\w+"?\."?organization_id"?) = "?\w+"?\."?organization_id"?(?!\w)/g

/**
 * Changes a statement of one organization so that Citus sends it to the server of the organization.
 *
 * A comparison of two organizations becomes a comparison with this one. Row-level security admits only its rows, so the
 * result is the same. Citus doesn't conclude it for subqueries, and would ask all servers.
 *
 * The table of `insert … select` gets an alias, because Citus names columns of `returning` by it. The statement returns
 * rows. Otherwise Citus writes with COPY, which row-level security refuses.
 */
export function toDistributed(sql: string, organizationId: OrganizationId): string {
  const ofOne = sql.replaceAll(SAME_ORGANIZATION, `$1 = '${organizationId}'::uuid`)
  if (!INSERT_OF_SELECT.test(ofOne)) return ofOne
  const named = ofOne.replaceAll(TABLE_WITHOUT_ALIAS, 'insert into $1 as $1 (')
  return HAS_RESULT.test(named) ? named : `${named} returning true`
}
