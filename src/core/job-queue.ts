/** The port that jobs are added through. It stands apart from `jobs.ts`, whose context holds it. */
import type { z } from 'zod'
import type { Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'

/** What the queue must know of a job to take it. */
export interface JobKind<Input extends z.ZodType = z.ZodType> {
  /** Stable snake_case word: the name of its queue. */
  readonly id: string
  /** JSON, small: ids rather than things. Parsed before every run. */
  readonly input: Input
  /** Tries after the first one, with waiting times that double. Default 3. */
  readonly retries?: number
  /** Longest run in seconds; afterwards it counts as failed. Default 300. */
  readonly timeout?: number
  /**
   * Mostly waits for programs of others. Such jobs have places of their own, more of them, so that however long those
   * take no other work waits for them.
   */
  readonly outside?: true
  /** May take hours, and a machine's strength or somebody's patience: there are two places for such jobs. */
  readonly long?: true
  /** Work in bulk: every other job of the same organization that waits in the same lane starts first. */
  readonly background?: true
}

/** Jobs added in a transaction that rolls back never were. */
export interface Jobs {
  /** @throws Error when the input is not what the job takes */
  add<Input extends z.ZodType>(
    tx: Writer,
    org: OrganizationId,
    job: JobKind<Input>,
    input: z.input<Input>,
    when?: { readonly startAfter?: Date },
  ): Promise<void>
}
