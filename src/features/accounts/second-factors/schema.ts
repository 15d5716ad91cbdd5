/** Tables of second factors. */
declare module '../../../core/db.ts' {
  interface Tables {
    authenticator_apps: {
      organization_id: string
      user_id: string
      secret: string
      created_at: Instant
      confirmed_at: NullableInstant
      last_step: string | number | null
    }
    recovery_codes: { organization_id: string; user_id: string; code_hash: string }
    passkeys: {
      organization_id: string
      id: string
      user_id: string
      name: string
      credential_id: string
      public_key: string
      counter: string | number
      transports: string[]
      backed_up: boolean
      created_at: Instant
      last_used_at: NullableInstant
    }
    passkey_registrations: { organization_id: string; session_id: string; challenge: string; expires_at: Instant }
    sign_in_settings: { organization_id: string; second_factor_required: boolean; updated_at: Instant }
  }
}

/** Second factors of a user. */
export interface SecondFactors {
  /** Time at which the authenticator app was confirmed. Undefined: no app. */
  readonly appSince: string | undefined
  readonly recoveryCodesLeft: number
  readonly passkeys: number
}
