/**
 * Stored responses. For one day, a repeated request with the same `Idempotency-Key` returns the stored response and
 * isn't executed again.
 */
import type { Writer } from './db.ts'
import type { OrganizationId, Visibility } from './principal.ts'

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Serialized body. Stored encrypted, because it can contain secrets that are shown only once. */
  readonly body: string
}

/** Origin of a stored response. `undefined` for a response that contains no conversation data. */
export interface ResponseSources {
  /** IDs in the request and the response, of any kind of resource. */
  readonly named: readonly string[]
  /** Further conversations that the operation reported. */
  readonly conversations: readonly string[]
}

/** Response and its origin. */
export interface ResponseToStore {
  readonly answer: StoredResponse
  readonly sources: ResponseSources | undefined
}

/** A request with its idempotency key. */
export interface IdempotentRequest {
  /** Owner of the key: `user-<id>` or `org`. */
  readonly caller: string
  readonly key: string
}

/** State of a request: its stored response, running, or unknown (`undefined`). */
export type IdempotencyState = StoredResponseState | 'running' | undefined

export interface StoredResponseState {
  readonly fingerprint: string
  /** Undefined if the content was deleted with a conversation that it was derived from. */
  readonly answer: StoredResponse | undefined
}

/**
 * Store that lets a request run once, in two ways. Short work calls `find` and `save` in the transaction that also does
 * the work. Long work calls `claim` first, runs outside of a transaction, and then calls `complete` or `release`; each
 * call has its own transaction.
 */
export interface IdempotencyStore {
  /** Returns the state of the request. Locks its key until the transaction ends. */
  find(tx: Writer, org: OrganizationId, request: IdempotentRequest, now: Date): Promise<IdempotencyState>
  save(
    tx: Writer,
    org: OrganizationId,
    request: IdempotentRequest,
    kept: { readonly fingerprint: string } & ResponseToStore,
    now: Date,
  ): Promise<void>
  /** Whether a stored response may be returned: the caller can see every conversation that it was derived from. */
  isVisible(tx: Writer, org: OrganizationId, request: IdempotentRequest, visibility: Visibility): Promise<boolean>
  /**
   * Returns the state of the request or, if unknown, starts a run. Other requests with the key find it running until
   * `complete`, `release`, or `LEASE_SECONDS` without renewal.
   */
  claim(
    tx: Writer,
    org: OrganizationId,
    request: IdempotentRequest,
    fingerprint: string,
    now: Date,
  ): Promise<Exclude<IdempotencyState, undefined> | IdempotentRun>
  /** Renews the lease. @returns false if the lease expired and another run claimed the request */
  renew(tx: Writer, org: OrganizationId, run: IdempotentRun): Promise<boolean>
  /** Stores the response. @returns false without storing it if another run claimed the request */
  complete(tx: Writer, org: OrganizationId, run: IdempotentRun, kept: ResponseToStore, now: Date): Promise<boolean>
  /** Deletes a failed run, so that the request can be repeated immediately. */
  release(tx: Writer, org: OrganizationId, run: IdempotentRun): Promise<void>
}

/** One attempt at a request. Each attempt has its own ID. */
export interface IdempotentRun extends IdempotentRequest {
  readonly runId: string
}

/** Duration of a lease after its last renewal. */
export const LEASE_SECONDS = 60
