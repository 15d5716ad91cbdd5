/** The table of the daily rounds, and the words that actions are told apart by. */
declare module '../../core/db.ts' {
  interface Tables {
    action_rounds: { organization_id: string; ticket: number; due_at: Instant }
  }
}

/** What was heard in a conversation. Stable words: they are the `signal_type` of actions. */
export type HeardSignal = 'commitment' | 'unanswered_question' | 'no_next_meeting'
