/** Tables of what insights are being made of, and the pieces that are kept of it. */
declare module '../../core/db.ts' {
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

/** `silent`: nobody says a word in it. `hidden`: the insight's user does not see it any more. */
export type ReadState = 'waiting' | 'read' | 'silent' | 'hidden'

/** Words that stand where it says. */
export interface Spot {
  readonly segment: number
  /** Verbatim. */
  readonly quote: string
  /** The words of the segment that hold the quote, from 0. */
  readonly words: { readonly first: number; readonly last: number }
}

/** Something that one conversation says to one prompt, and what it stands on. */
export interface Finding {
  readonly text: string
  /** 0 to 1: how surely it is about the prompt. */
  readonly worth: number
  readonly spots: readonly Spot[]
}

/** The same of a source of the knowledge base. */
export interface SourceFinding {
  readonly sourceId: string
  readonly title: string
  readonly text: string
  readonly quotes: readonly string[]
}

/** Conversations that one insight is made of. */
export const CONVERSATIONS_MAX = 1_000
export const PROMPTS_MAX = 10
export const SOURCES_MAX = 25
/** Insights of one user that are not finished. */
export const UNFINISHED_MAX = 100
