/**
 * The audit log: who did what to which thing, when and from where.
 *
 * Every operation that writes leaves one **entry**, in the same transaction as what it changed: no change without its
 * entry, no entry without its change. It tells ids and names of operations, never contents. The things of the path are
 * told by themselves; an operation that makes something names it (`ctx.names`). The command line's making of people and
 * keys, which runs no operation, leaves entries in the same way. Nothing of it can be changed or deleted through the
 * service, and only admins read it.
 */
import type { RecordAudit, RequestSource, Thing } from '../../core/audit.ts'
import type { Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { insertEntry } from './queries.ts'

export { listAuditEntries }

export const operations: readonly AnyOperation[] = [listAuditEntries]

export const recordAudit: RecordAudit = insertEntry

/** An entry for what is done on the machine itself, by the command line or the first start. */
export function recordOperator(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  at: Date,
  things: readonly Thing[],
): Promise<void> {
  const principal = { organizationId: org, role: 'ADMIN', scopes: ['read', 'write'], via: 'command_line' } as const
  return insertEntry(tx, org, { operation, principal, source: {}, at, things })
}

/** An entry for what somebody does at a browser while no operation runs, such as signing in. It tells who, not what they may. */
export function recordPerson(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  by: { readonly user: { readonly id: string; readonly email: string }; readonly source: RequestSource },
  at: Date,
  things: readonly Thing[],
): Promise<void> {
  const user = { ...by.user, teamIds: [] }
  const principal = { organizationId: org, user, role: 'SALES_REP', scopes: [], via: 'session' } as const
  return insertEntry(tx, org, { operation, principal, source: by.source, at, things })
}

/** An entry for what a job takes away, because somebody has said once that it should. */
export function recordService(
  tx: Writer,
  org: OrganizationId,
  operation: string,
  at: Date,
  things: readonly Thing[],
): Promise<void> {
  const principal = { organizationId: org, role: 'ADMIN', scopes: ['read', 'write'], via: 'service' } as const
  return insertEntry(tx, org, { operation, principal, source: {}, at, things })
}
