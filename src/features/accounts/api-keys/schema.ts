/** Table and response schemas of API keys. The contract uses snake case for these endpoints. */
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    api_keys: {
      organization_id: string
      id: string
      user_id: string | null
      name: string
      last_four: string
      created_at: Instant
      expires_at: NullableInstant
      revoked_at: NullableInstant
      last_used_at: NullableInstant
    }
  }
}

export const keyName = () => text({ min: 1, max: 128, trim: true })

export const apiKey = z.object({
  id: z.string().describe('ID of the API key.'),
  name: z.string().describe('Name of the API key.'),
  org_level: z.boolean().describe('Whether the key acts for the organization with the admin role.'),
  user: z
    .object({ uuid: z.string().describe('ID of the user.'), email: z.string().describe('Email address of the user.') })
    .nullable()
    .describe('User that the key acts as. Null for an organization-level key.'),
  last_four: z.string().describe('Last four characters of the token.'),
  created_at: z.string().describe('When the key was created, ISO 8601.'),
  updated_at: updatedAtField(),
  expires_at: z.string().nullable().describe("When the key expires. Null if it doesn't expire."),
  last_used_at: z.string().nullable().describe('When the key was last used, to the minute. Null if never.'),
  revoked_at: z.string().nullable().describe('When the key was revoked. Null if it is not revoked.'),
})

/** The response to `createApiKey`. No other response contains the token. */
export const newApiKey = apiKey.extend({
  token: z.string().describe('Secret to send in the `Authorization` header. Returned only once: store it safely.'),
})
