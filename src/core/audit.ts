/** Who did what to which thing, when and from where. Written in the same transaction as what it tells of. */
import type { Writer } from './db.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** A thing that an operation changed: what it is, in words (`field configuration`), and its id. */
export interface Thing {
  readonly kind: string
  readonly id: string
}

export interface AuditEntry {
  /** Id of the operation. */
  readonly operation: string
  readonly principal: Principal
  readonly source: RequestSource
  readonly at: Date
  /** From the outermost to the innermost; the last one is what the entry is about. Empty when nothing has an id. */
  readonly things: readonly Thing[]
}

/** Where a request came from. */
export interface RequestSource {
  readonly requestId?: string
  /** Network address of the sender. */
  readonly address?: string
}

export type RecordAudit = (tx: Writer, org: OrganizationId, entry: AuditEntry) => Promise<void>
