/** Tables of sign-in. */

declare module '../../core/db.ts' {
  interface Tables {
    sign_in_links: {
      organization_id: string
      id: string
      user_id: string
      token_hash: string
      return_to: string | null
      created_at: Instant
      expires_at: Instant
    }
    sessions: {
      organization_id: string
      id: string
      user_id: string
      token_hash: string
      created_at: Instant
      last_used_at: Instant
      expires_at: Instant
      user_agent: string
    }
  }
}

export type {}
