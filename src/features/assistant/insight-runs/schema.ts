/** Tables of insight evaluation, and the stored findings. */
declare module '../../../core/db.ts' {
  interface Tables {
    gi_runs: {
      organization_id: string
      insight_id: string
      meant: number
      source_ids: string
      source_findings: string | null
      ticket: number
      model_failures: number
      model_fault: 'unavailable' | 'refused' | 'wrong' | null
    }
    gi_run_conversations: {
      organization_id: string
      insight_id: string
      conversation_id: string
      position: number
      state: ReadState
      transcript_version: number | null
      by_model: boolean
      findings: string | null
    }
  }
}

/** `silent`: the conversation has no text. `hidden`: the owner of the insight can no longer access it. */
export type ReadState = 'waiting' | 'read' | 'silent' | 'hidden'

/** Location of a quote in a transcript. */
export interface QuoteLocation {
  readonly segment: number
  /** Verbatim text. */
  readonly quote: string
  /** Range of the words of the segment that contain the quote, from 0. */
  readonly words: { readonly first: number; readonly last: number }
}

/** Statement of a conversation about one prompt, with its evidence. */
export interface InsightFinding {
  readonly text: string
  /** Confidence that it is about the prompt, 0 to 1. */
  readonly worth: number
  readonly spots: readonly QuoteLocation[]
}

/** Finding in a knowledge source. */
export interface SourceFinding {
  readonly sourceId: string
  readonly title: string
  readonly text: string
  readonly quotes: readonly string[]
}

/** Maximum number of conversations of one insight. */
export const CONVERSATIONS_MAX = 1_000
export const PROMPTS_MAX = 10
export const SOURCES_MAX = 25
/** Maximum number of unfinished insights per user. */
export const UNFINISHED_MAX = 100
