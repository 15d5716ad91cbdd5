/**
 * Work that happens after an answer. A job is written in the same transaction as the change that causes it, so there is
 * never one without the other; it runs at least once, under the organization it belongs to, on whichever process is free.
 */
import type { z } from 'zod'
import type { JobKind } from './job-queue.ts'
import type { LanguageModel } from './language-model.ts'
import type { Ports } from './operation.ts'
import type { OrganizationId } from './principal.ts'

export type { Jobs } from './job-queue.ts'

/** What a job gets: an operation's context without a caller. */
export interface JobContext extends Ports {
  readonly org: OrganizationId
  /** The language model for work that one user asked for, so that it is recorded as theirs. */
  readonly modelFor: (userId: string) => LanguageModel | undefined
  /** Aborted when the run has had its time or the process ends. What it does afterwards may be done again elsewhere. */
  readonly signal: AbortSignal
}

export interface Job<Input extends z.ZodType = z.ZodType> extends JobKind<Input> {
  /** Does it. May run twice for one request, so it must end in the same state. Throws to be tried again. */
  handle(input: z.output<Input>, ctx: JobContext): Promise<void>
  /** Called when the last try has failed, to leave a thing in a state that says so. A job of its own: tried again too. */
  failed?(input: z.output<Input>, ctx: JobContext): Promise<void>
}

/** A job whose types have been checked and may be forgotten. */
export interface AnyJob extends Omit<Job, 'handle' | 'failed'> {
  handle(input: never, ctx: JobContext): Promise<void>
  failed?(input: never, ctx: JobContext): Promise<void>
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job
}

/** How a run ended. `lost`: another process was given it meanwhile. */
export interface JobRun {
  readonly job: string
  readonly organizationId: string
  readonly outcome: 'ok' | 'retry' | 'failed' | 'lost'
}

/** What runs the jobs of this process. */
export interface JobRunner {
  start(): void
  /** Takes no more jobs and waits for the running ones, for a while; what does not end by then is tried again. */
  stop(): Promise<void>
  /** Runs what is due now, each once and one after the other, until nothing is: of one organization, or of all. For tests. */
  drain(org?: OrganizationId): Promise<JobRun[]>
}
