/** Interface of analysis steps. Features define theirs with `defineStep`, and the catalog lists them. */
import type { Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { FaultKind } from '../../../core/language-model.ts'
import type { StepId } from '../../platform/analysis-requests/index.ts'
import type { SegmentsInput, SegmentsOutline } from '../../text/transcripts/index.ts'

export interface SubjectParticipant {
  readonly id: string | null
  readonly email: string | null
  readonly name: string | null
  readonly organizer: boolean
  readonly status: string | null
}

/** Input of all steps of a conversation, read once per run. */
export interface AnalysisSubject {
  readonly id: string
  readonly title: string
  /** Null without a transcript. There are no segments then. */
  readonly transcriptVersion: number | null
  /** When the conversation took place. Null if unknown. */
  readonly saidOn: Date | null
  readonly createdAt: Date
  /** Duration in seconds. Null if unknown. */
  readonly duration: number | null
  readonly language: string | null
  readonly ownerId: string
  readonly teamId: string | null
  /** ID of the opportunity in Parley. */
  readonly opportunityId: string | null
  readonly isInternal: boolean
  readonly outside: readonly SubjectParticipant[]
  readonly inside: readonly SubjectParticipant[]
  /** Whether the import disabled scorecards or field values. */
  readonly skips: { readonly scorecards: boolean; readonly fields: boolean }
  /** A large transcript stays text, for worker threads (`loadSegments`). */
  readonly segments: SegmentsInput
  readonly outline: SegmentsOutline
}

/** Read-only context in which a step computes its result. */
export interface StepContext extends Omit<JobContext, 'transact' | 'jobs' | 'modelFor'> {
  /** Why an earlier model call was of no use. Set when the step runs without the model because of that. */
  readonly modelFault: FaultKind | null
}
/** Context in which a step stores its result. The conversation is locked. */
export type KeepContext = Pick<JobContext, 'org' | 'clock' | 'jobs' | 'search' | 'log' | 'publicUrl'>

/** Result of a step run. */
export interface StepOutcome {
  /** `needs_model`: results that require a language model are missing. `not_applicable`: the step had nothing to do. */
  readonly outcome: 'complete' | 'needs_model' | 'not_applicable'
  /** Language model that contributed to the result. */
  readonly model?: string | null
  /** Why the model was of no use, if the step continued without it. */
  readonly modelFault?: FaultKind | null
}

export interface AnalysisStep<Found = unknown> {
  readonly id: StepId
  /**
   * Version to increase when the same conversation would produce another result. The next request then runs the step
   * again.
   */
  readonly version: number
  /** Whether the step calls a language model if one is configured. Another model then makes the step due again. */
  readonly asksModel: boolean
  /**
   * Returns a short text that changes with the step's other inputs: versions of templates, settings, and corrections by
   * people. If absent, the step depends only on the transcript and the model.
   */
  restsOn?(subject: AnalysisSubject, ctx: StepContext): Promise<string>
  /**
   * Computes the result, outside of a transaction. Without `ctx.model`, computes the part that needs no model.
   * @throws ModelFault, or any error. The step is retried, finally without the model
   */
  find(subject: AnalysisSubject, ctx: StepContext): Promise<Found & StepOutcome>
  /** Stores the result in the transaction that also records the step. Keeps what people decided. */
  save(tx: Writer, found: Found, subject: AnalysisSubject, ctx: KeepContext): Promise<void>
}

/** A step without its type parameter. */
export interface AnyStep extends Omit<AnalysisStep, 'find' | 'keep'> {
  find(subject: AnalysisSubject, ctx: StepContext): Promise<StepOutcome>
  save(tx: Writer, found: never, subject: AnalysisSubject, ctx: KeepContext): Promise<void>
}

export function defineStep<Found>(step: AnalysisStep<Found>): AnalysisStep<Found> {
  return step
}
