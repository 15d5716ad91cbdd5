/** Serializes connected apps. */
import type { ConnectedAppRow } from './queries.ts'

export const serializeConnectedApp = (row: ConnectedAppRow) => ({
  id: row.id,
  client_id: row.client_id,
  client_name: row.client_name,
  redirect_host: row.redirect_host,
  scopes: row.scope.split(' '),
  user: { uuid: row.user_id, email: row.email },
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
})
