/** Table of the audit log. */

declare module '../../../core/db.ts' {
  interface Tables {
    audit_log: {
      organization_id: string
      id: string
      at: Instant
      operation: string
      user_id: string | null
      user_email: string | null
      key_id: string | null
      via: string
      request_id: string | null
      address: string | null
      entity_type: string | null
      entity_id: string | null
      entities: AuditedEntity[]
    }
  }
}

export interface AuditedEntity {
  readonly type: string
  readonly id: string
}
