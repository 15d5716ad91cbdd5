/** Tables of analysis requests. */
declare module '../../../core/db.ts' {
  interface Tables {
    analyses: {
      organization_id: string
      conversation_id: string
      state: AnalysisState
      ticket: number
      wanted: number
      forced: string[]
      /** Whether a person requested the queued analysis. */
      urgent: boolean
      run_id: string | null
      requested_at: Instant
      finished_at: NullableInstant
    }
    look_backs: {
      organization_id: string
      ticket: number
      requested_at: Instant
      started_at: NullableInstant
      completed_at: NullableInstant
      requested_count: number
    }
  }
}

export type AnalysisState = 'idle' | 'queued' | 'running' | 'waiting'
