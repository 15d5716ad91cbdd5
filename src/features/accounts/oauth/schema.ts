/** Tables of connections and tokens, and the API schema of a connected app. Snake case, like API keys. */
import { z } from 'zod'

declare module '../../../core/db.ts' {
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

/** State that the protocol library stores and reads back. */
export type OAuthPayload = Readonly<Record<string, unknown>>

export type TokenKind = 'code' | 'access' | 'refresh'

export const connectedApp = z
  .object({
    id: z.string().describe('ID of the connection.'),
    client_id: z
      .string()
      .describe('ID of the OAuth client: its sealed registration, or the URL of its client metadata document.'),
    client_name: z.string().describe("Name that the app registered for itself. Parley doesn't verify it."),
    redirect_host: z.string().describe('Host of the redirect URL to which Parley sent the authorization code.'),
    scopes: z.array(z.string()).describe('Scopes that the user granted, such as `read`.'),
    user: z
      .object({
        uuid: z.string().describe('ID of the user.'),
        email: z.string().describe('Email address of the user.'),
      })
      .describe('User the app acts for.'),
    created_at: z.string().describe('When the user connected the app.'),
    last_used_at: z.string().nullable().describe("When the app last made a request, to the minute; null if it hasn't."),
    expires_at: z.string().describe('When the connection ends unless the app refreshes its tokens.'),
  })
  .meta({ id: 'ConnectedApp' })
