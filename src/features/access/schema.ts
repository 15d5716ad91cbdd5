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
