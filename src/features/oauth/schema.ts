/** Tables of connections and their tokens, and what answers say of a connected app. Snake case, as API keys have it. */
import { z } from 'zod'

declare module '../../core/db.ts' {
  interface Tables {
    oauth_grants: {
      organization_id: string
      id: string
      user_id: string
      client_id: string
      client_name: string
      redirect_host: string
      scope: string
      payload: OAuthPayload
      created_at: Instant
      expires_at: Instant
      last_used_at: NullableInstant
    }
    oauth_tokens: {
      organization_id: string
      token_hash: string
      kind: TokenKind
      grant_id: string
      scope: string
      audience: string | null
      payload: OAuthPayload
      created_at: Instant
      expires_at: Instant
      consumed_at: NullableInstant
    }
    oauth_interactions: {
      organization_id: string
      id_hash: string
      payload: OAuthPayload
      expires_at: Instant
    }
  }
}

/** What the protocol library wants to find again. */
export type OAuthPayload = Readonly<Record<string, unknown>>

export type TokenKind = 'code' | 'access' | 'refresh'

export const connectedApp = z
  .object({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string(),
    redirect_host: z.string().describe('Where the program gets its answers.'),
    scopes: z.array(z.string()),
    user: z.object({ uuid: z.string(), email: z.string() }),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expires_at: z.string(),
  })
  .meta({ id: 'ConnectedApp' })
