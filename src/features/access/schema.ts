/** The table of API keys, and what answers say of one. Snake case, as the contract has this family. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'

declare module '../../core/db.ts' {
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
  id: z.string(),
  name: z.string(),
  org_level: z.boolean(),
  user: z.object({ uuid: z.string(), email: z.string() }).nullable(),
  last_four: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})

/** The only time the token is told. */
export const newApiKey = apiKey.extend({ token: z.string() })
