/** Converts API keys to responses. */
import type { KeyRow } from './queries.ts'

export const serializeKey = (row: KeyRow) => ({
  id: row.id,
  name: row.name,
  org_level: row.user_id === null,
  user: row.user_id === null ? null : { uuid: row.user_id, email: row.email ?? '' },
  last_four: row.last_four,
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  revoked_at: row.revoked_at,
})
