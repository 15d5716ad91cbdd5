/**
 * The audit log: who did what to which thing, when and from where.
 *
 * Every operation that writes leaves one **entry**, in the same transaction as what it changed: no change without its
 * entry, no entry without its change. It tells ids and names of operations, never contents. The things of the path are
 * told by themselves; an operation that makes something names it (`ctx.names`). Nothing of it can be changed or deleted
 * through the service, and only admins read it.
 */
import type { RecordAudit } from '../../core/audit.ts'
import { insertEntry } from './queries.ts'

export const recordAudit: RecordAudit = insertEntry
