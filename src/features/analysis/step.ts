/** What a step of the analysis is. Features define theirs with `defineStep`; the catalog lists them. */
import type { Writer } from '../../core/db.ts'
import type { JobContext } from '../../core/jobs.ts'
import type { FaultKind } from '../../core/language-model.ts'
import type { StepId } from '../analysis-requests/index.ts'
import type { SegmentsInput, SegmentsOutline } from '../transcripts/index.ts'

export interface Participant {
  readonly id: string | null
  readonly email: string | null
  readonly name: string | null
  readonly organizer: boolean
  readonly status: string | null
}

/** A conversation as steps see it, read once for all of them. */
export interface Subject {
  readonly id: string
  readonly title: string
  /** Null without a transcript; there are no segments then. */
  readonly transcriptVersion: number | null
  /** When it took place, null when nobody told. */
  readonly saidOn: Date | null
  readonly createdAt: Date
  /** In seconds, null when it is not known. */
  readonly duration: number | null
  readonly language: string | null
  readonly ownerId: string
  readonly teamId: string | null
  /** Our id of it. */
  readonly opportunityId: string | null
  readonly isInternal: boolean
  readonly outside: readonly Participant[]
  readonly inside: readonly Participant[]
  /** Whoever imported it wanted no scorecards, or no field values. */
  readonly skips: { readonly scorecards: boolean; readonly fields: boolean }
  /** A large transcript stays text, for worker threads (`loadSegments`). */
  readonly segments: SegmentsInput
  readonly outline: SegmentsOutline
}

/** What a step may ask while it works something out: it writes nothing. */
export interface StepContext extends Omit<JobContext, 'transact' | 'jobs' | 'modelFor'> {
  /** Why the language model gave nothing of use, when it was asked before and this try goes without it. */
  readonly modelFault: FaultKind | null
}
/** What a step may do while it stores: the conversation is locked. */
export type KeepContext = Pick<JobContext, 'org' | 'clock' | 'jobs' | 'search' | 'log' | 'publicUrl'>

/** How a step ended. */
export interface StepOutcome {
  /** `needs_model`: what takes a language model for was left open. `not_applicable`: there was nothing to do. */
  readonly outcome: 'complete' | 'needs_model' | 'not_applicable'
  /** The language model whose answer is a part of it. */
  readonly model?: string | null
  /** Why a model that was asked gave nothing of use, when the step made do without. */
  readonly modelFault?: FaultKind | null
}

export interface Step<Found = unknown> {
  readonly id: StepId
  /** Raised when the same conversation would come out differently; asked for again, the step is done anew then. */
  readonly version: number
  /** It asks the language model where there is one, so that another model makes it due again. */
  readonly asksModel: boolean
  /**
   * What it rests on beside the transcript and the model, as a short text that differs when it does: versions of
   * templates, settings, what people have corrected. Absent: nothing.
   */
  restsOn?(subject: Subject, ctx: StepContext): Promise<string>
  /**
   * Works it out, outside of any transaction. Without `ctx.model` it does what can be done without one.
   * @throws ModelFault, or any error: it is tried again later, and at last once more without the model
   */
  find(subject: Subject, ctx: StepContext): Promise<Found & StepOutcome>
  /** Stores it, in the transaction that also records the step. What people decided stays as it is. */
  keep(tx: Writer, found: Found, subject: Subject, ctx: KeepContext): Promise<void>
}

/** A step whose type has been checked and may be forgotten. */
export interface AnyStep extends Omit<Step, 'find' | 'keep'> {
  find(subject: Subject, ctx: StepContext): Promise<StepOutcome>
  keep(tx: Writer, found: never, subject: Subject, ctx: KeepContext): Promise<void>
}

export function defineStep<Found>(step: Step<Found>): Step<Found> {
  return step
}
