declare module '../../../core/db.ts' {
  interface Tables {
    kept_answers: {
      organization_id: string
      caller: string
      key: string
      fingerprint: string
      /** Encrypted response. Null while the request runs. */
      answer: Buffer | null
      kept_at: Instant
      /** ID of the run. Set only while the request runs, like `leased_until`. */
      run_id: string | null
      leased_until: NullableInstant
      /** False for responses that an earlier version stored. */
      sources_recorded: boolean
    }
    kept_answer_conversations: { organization_id: string; caller: string; key: string; conversation_id: string }
  }
}

export type {}
