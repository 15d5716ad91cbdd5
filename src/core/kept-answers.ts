/** Answers kept for a day, so that a repeated request with the same `Idempotency-Key` is answered and not done again. */
import type { Writer } from './db.ts'
import type { OrganizationId, Visibility } from './principal.ts'

export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it was printed. May hold what is shown only once, so it is kept encrypted. */
  readonly body: string
}

/** What a stored response is derived from; `undefined` for a response that contains nothing of conversations. */
export interface ResponseSources {
  /** IDs that the request and the response name, of whatever kind of thing. */
  readonly named: readonly string[]
  /** Conversations that the operation reported beyond those. */
  readonly conversations: readonly string[]
}

/** Response with what it is derived from. */
export interface ResponseToStore {
  readonly answer: KeptAnswer
  readonly sources: ResponseSources | undefined
}

/** One request, as its sender named it. */
export interface NamedRequest {
  /** Whose name it is: `user-<id>` or `org`. */
  readonly caller: string
  readonly key: string
}

/** What is known of a request: its answer, that somebody is at it right now, or nothing. */
export type Known = KnownResponse | 'running' | undefined

export interface KnownResponse {
  readonly fingerprint: string
  /** Undefined: its words were deleted with a conversation behind it. */
  readonly answer: KeptAnswer | undefined
}

/**
 * Two ways to do a request once. `find` and `keep` stand in the one transaction that also does the work. What takes long
 * is claimed first, done outside, and settled or released afterwards: each of these is a transaction of its own.
 */
export interface KeptAnswers {
  /** What is known of the request; holds off others of the same name until the transaction ends. */
  find(tx: Writer, org: OrganizationId, request: NamedRequest, now: Date): Promise<Known>
  keep(
    tx: Writer,
    org: OrganizationId,
    request: NamedRequest,
    kept: { readonly fingerprint: string } & ResponseToStore,
    now: Date,
  ): Promise<void>
  /** Whether a stored response may be returned: every conversation behind it exists and is visible to the caller now. */
  isVisible(tx: Writer, org: OrganizationId, request: NamedRequest, visibility: Visibility): Promise<boolean>
  /**
   * What is known of the request or, where that is nothing, a run of it: from now on others find it running, until the
   * run is settled or released, or has given no sign of life for `LEASE_SECONDS`.
   */
  claim(
    tx: Writer,
    org: OrganizationId,
    request: NamedRequest,
    fingerprint: string,
    now: Date,
  ): Promise<Exclude<Known, undefined> | Run>
  /** A sign of life. @returns false when another run took over, since this one was given up for dead */
  renew(tx: Writer, org: OrganizationId, run: Run): Promise<boolean>
  /** @returns false when another run took over; then nothing is kept */
  settle(tx: Writer, org: OrganizationId, run: Run, kept: ResponseToStore, now: Date): Promise<boolean>
  /** Forgets a run that came to nothing, so that the request may be sent again at once. */
  release(tx: Writer, org: OrganizationId, run: Run): Promise<void>
}

/** One attempt at a request; a later attempt has another id. */
export interface Run extends NamedRequest {
  readonly runId: string
}

/** How long a run counts as alive after its last sign of life. */
export const LEASE_SECONDS = 60
