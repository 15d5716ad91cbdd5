/** Answers kept for a day, so that a repeated request with the same `Idempotency-Key` is answered and not done again. */
import type { Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'

export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it was printed. May hold what is shown only once, so it is kept encrypted. */
  readonly body: string
}

/** One request, as its sender named it. */
export interface NamedRequest {
  /** Whose name it is: `user-<id>` or `org`. */
  readonly caller: string
  readonly key: string
}

export interface KeptAnswers {
  /**
   * What is known of the request; holds off others of the same name until the transaction ends.
   * @returns `running` when another process is at it right now
   */
  find(
    tx: Writer,
    org: OrganizationId,
    request: NamedRequest,
    now: Date,
  ): Promise<{ readonly fingerprint: string; readonly answer: KeptAnswer } | 'running' | undefined>
  keep(
    tx: Writer,
    org: OrganizationId,
    request: NamedRequest,
    kept: { readonly fingerprint: string; readonly answer: KeptAnswer },
    now: Date,
  ): Promise<void>
}
