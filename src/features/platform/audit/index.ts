/**
 * Audit log: records who changed what, when and from where.
 *
 * Every operation that writes inserts one **entry** in the transaction of its change, so neither exists without the
 * other. An entry contains IDs and operation names, never contents. Resources in the path are recorded automatically.
 * An operation that creates a resource records it with `ctx.addAuditTarget`. The command line creates users and keys without an
 * operation, and records entries in the same way. No operation changes or deletes entries, and only admins can read
 * them. The daily job of `privacy/retention` deletes old entries, if an admin limited their period.
 */
import type { AuditTarget, RecordAudit, RequestSource } from '../../../core/audit.ts'
import type { Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { insertEntry } from './queries.ts'

export { createPartContext } from './part-context.ts'
export { deleteEntriesBefore, selectOldestEntry } from './queries.ts'
export { createServiceContext } from './service-context.ts'
export { listAuditEntries }

export const operations: readonly AnyOperation[] = [listAuditEntries]

export const recordAudit: RecordAudit = insertEntry

/** Records an action on the machine itself, by the command line or at the first start. */
export function recordOperator(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  at: Date,
  things: readonly AuditTarget[],
): Promise<void> {
  const principal = { organizationId: org, role: 'ADMIN', scopes: ['read', 'write'], via: 'command_line' } as const
  return insertEntry(tx, org, { operation, principal, source: {}, at, targets: things })
}

/**
 * Records what a user does in a browser without an operation, such as signing in. The entry identifies the user, not
 * their permissions.
 */
export function recordPerson(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  by: { readonly user: { readonly id: string; readonly email: string }; readonly source: RequestSource },
  at: Date,
  things: readonly AuditTarget[],
): Promise<void> {
  const user = { ...by.user, teamIds: [] }
  const principal = { organizationId: org, user, role: 'SALES_REP', scopes: [], via: 'session' } as const
  return insertEntry(tx, org, { operation, principal, source: by.source, at, targets: things })
}

/** Records what a background job deletes or changes because of an earlier instruction, such as a retention policy. */
export function recordService(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  at: Date,
  things: readonly AuditTarget[],
): Promise<void> {
  const principal = { organizationId: org, role: 'ADMIN', scopes: ['read', 'write'], via: 'service' } as const
  return insertEntry(tx, org, { operation, principal, source: {}, at, targets: things })
}
