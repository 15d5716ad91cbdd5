/** Table of the daily schedule, and the signals of suggested actions. */
declare module '../../../core/db.ts' {
  interface Tables {
    action_rounds: { organization_id: string; ticket: number; due_at: Instant }
  }
}

/** Signals in a conversation. Stored as the `signal_type` of actions and stable. */
export type HeardSignal = 'commitment' | 'unanswered_question' | 'no_next_meeting'
