/** Port for adding jobs. A separate file, because the job context in `jobs.ts` contains it. */
import type { z } from 'zod'
import type { Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'

/** Properties of a job that the queue needs. */
export interface JobKind<Input extends z.ZodType = z.ZodType> {
  /** Stable name of the job and its queue, in snake_case. */
  readonly id: string
  /** Small JSON: IDs rather than data. Parsed before every run. */
  readonly input: Input
  /** Maximum number of retries, with delays that double. Defaults to 3. */
  readonly retries?: number
  /** Maximum duration of a run in seconds; longer runs fail. Defaults to 300. */
  readonly timeout?: number
  /**
   * Whether the job mostly waits for external services. Such jobs run in separate and more numerous slots, so that slow
   * services don't delay other jobs.
   */
  readonly outside?: true
  /** Whether the job can run for hours or uses much CPU. Two slots are reserved for such jobs. */
  readonly long?: true
  /**
   * Whether the job is bulk work. Other waiting jobs of the same organization and lane start first, but for every eighth
   * place.
   */
  readonly background?: true
  /**
   * Whether the job is about a single call. If a person requested it, it precedes the bulk work of the organization, as
   * do the jobs of this kind that it adds.
   */
  readonly singleCall?: true
}

/** Adds jobs in a transaction. A rollback removes them. */
export interface Jobs {
  /** @throws Error if the input doesn't match the job's schema */
  add<Input extends z.ZodType>(
    tx: Writer,
    org: OrganizationId,
    job: JobKind<Input>,
    input: z.input<Input>,
    options?: {
      readonly startAfter?: Date
      /** Whether a person requested a job about a single call. Defaults to the urgency of the current work. */
      readonly urgent?: boolean
    },
  ): Promise<void>
}
