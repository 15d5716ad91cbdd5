/** Audit entries: who changed what, when and from where. They are written in the same transaction as the change. */
import type { Writer } from './db.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** Resource that an operation changed: its kind in words, such as `field configuration`, and its ID. */
export interface AuditTarget {
  readonly kind: string
  readonly id: string
}

export interface AuditEntry {
  /** ID of the operation. */
  readonly operation: string
  readonly principal: Principal
  readonly source: RequestSource
  readonly at: Date
  /**
   * Resources from the outermost to the innermost. The last one is the subject of the entry. Empty if no resource has
   * an ID.
   */
  readonly targets: readonly AuditTarget[]
}

/** Origin of a request. */
export interface RequestSource {
  readonly requestId?: string
  /** Network address of the sender. */
  readonly address?: string
}

export type RecordAudit = (tx: Writer, org: OrganizationId, entry: AuditEntry) => Promise<void>
