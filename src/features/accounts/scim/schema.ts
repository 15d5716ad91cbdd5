/** Tables of SCIM: attributes without a column in users or teams. */
import type { Json } from '../../../core/wire.ts'

type StoredJson = { [name: string]: Json }

declare module '../../../core/db.ts' {
  interface Tables {
    scim_users: {
      organization_id: string
      user_id: string
      user_name: string
      user_name_folded: string
      external_id: string | null
      attributes: StoredJson
      created_at: Instant
      updated_at: Instant
      deleted_at: NullableInstant
    }
    scim_groups: {
      organization_id: string
      team_id: string
      external_id: string | null
      extensions: StoredJson
      created_at: Instant
      updated_at: Instant
    }
  }
}
