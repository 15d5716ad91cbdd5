/**
 * Background jobs. A job is stored in the same transaction as the change that causes it, so both exist or neither. It
 * runs at least once, on behalf of its organization, in any process.
 */
import type { z } from 'zod'
import type { JobKind } from './job-queue.ts'
import type { LanguageModel } from './language-model.ts'
import type { Ports } from './operation.ts'
import type { OrganizationId } from './principal.ts'

export type { Jobs } from './job-queue.ts'

/** Context of a job: that of an operation, without a caller. */
export interface JobContext extends Ports {
  readonly org: OrganizationId
  /** Language model for work that a user requested. Calls are recorded under that user. */
  readonly modelFor: (userId: string) => LanguageModel | undefined
  /** Aborted on timeout and when the process ends. Another process may repeat the work afterwards. */
  readonly signal: AbortSignal
}

export interface Job<Input extends z.ZodType = z.ZodType> extends JobKind<Input> {
  /** Runs the job. Must be idempotent, because a job can run twice. An error causes a retry. */
  handle(input: z.output<Input>, ctx: JobContext): Promise<void>
  /**
   * Called after the last attempt failed, to mark the affected resource as failed. Runs as a separate job with retries.
   */
  failed?(input: z.output<Input>, ctx: JobContext): Promise<void>
}

/** A job without its type parameters, for lists of jobs with different inputs. */
export interface AnyJob extends Omit<Job, 'handle' | 'failed'> {
  handle(input: never, ctx: JobContext): Promise<void>
  failed?(input: never, ctx: JobContext): Promise<void>
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job
}

/** Outcome of a run. `lost`: another process took over the job during the run. */
export interface JobRun {
  readonly job: string
  readonly organizationId: string
  readonly outcome: 'ok' | 'retry' | 'failed' | 'lost'
}

/** Runs jobs in this process. */
export interface JobRunner {
  start(): void
  /** Accepts no more jobs, and waits a limited time for running ones. Unfinished jobs are retried. */
  stop(): Promise<void>
  /** Seconds since this process last ran a job or found one to run. 0 while it runs one, or can't look for jobs. */
  idleSeconds(): number
  /** Runs all due jobs one after the other until none is left, of one organization or of all. For tests. */
  drain(org?: OrganizationId): Promise<JobRun[]>
}
