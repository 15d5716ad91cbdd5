/** Tables of single sign-on. */

declare module '../../../core/db.ts' {
  interface Tables {
    sign_in_identities: {
      organization_id: string
      provider_id: string
      subject: string
      user_id: string
      linked_at: Instant
      last_used_at: Instant
    }
    sign_in_requests: {
      organization_id: string
      state_hash: string
      provider_id: string
      browser_hash: string
      secrets: string
      return_to: string | null
      created_at: Instant
      expires_at: Instant
    }
  }
}

export type {}
