/** Serializes providers, without their secret. */
import type { z } from 'zod'
import type { ProviderRow } from './queries.ts'
import type { signInProvider } from './schema.ts'

/** Redirect path of all providers. The `state` parameter identifies the provider. */
export const CALLBACK_PATH = '/sign-in/callback'

export const serializeProvider = (row: ProviderRow, publicUrl: string): z.input<typeof signInProvider> => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  has_client_secret: row.client_secret !== null,
  domains: row.domains,
  required: row.required,
  vouches_for_addresses: row.vouches_for_addresses,
  makes_users: row.makes_users,
  default_role: row.default_role,
  default_team_uuid: row.default_team_id,
  callback_url: publicUrl + CALLBACK_PATH,
  users: row.users,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
