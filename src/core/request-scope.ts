/**
 * The request or job that the running code works for. `AsyncLocalStorage` passes it along asynchronous calls. Every log
 * line contains the ID of its request, and every job stores the ID of the request that caused it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Principal } from './principal.ts'

/** IDs of a caller for the log, without personal data. */
export interface Caller extends Pick<Principal, 'organizationId' | 'via' | 'keyId' | 'clientId'> {
  readonly user?: { readonly id: string }
}

export interface RequestScope {
  /** ID of the request. Undefined for work that no request caused, such as the timer of a retention policy. */
  readonly requestId: string | undefined
  /** When the request arrived, in milliseconds of the monotonic clock. Undefined for jobs. */
  readonly startedAt?: number
  /** Identity of the caller, after authentication. */
  principal?: Caller
  /** ID of the operation that ran last. */
  operation?: string
  /** Name of the called tool, or `unknown`. */
  tool?: string
  /** Code of the returned error. */
  error?: string
  /** ID of the trace, if spans are exported. */
  trace?: string
}

/** Facts that code can add to the current request. */
type Note = Omit<Partial<RequestScope>, 'requestId'>

const storage = new AsyncLocalStorage<RequestScope>()

/** Runs the work, and everything that it starts, in the scope. */
export const runInScope = <T>(scope: RequestScope, work: () => T): T => storage.run(scope, work)

/** Current scope. Undefined outside of requests and jobs. */
export const currentScope = (): RequestScope | undefined => storage.getStore()

/** Adds facts to the current request, for its log line. Does nothing outside of requests and jobs. */
export function noteRequest(note: Note): void {
  const scope = storage.getStore()
  if (scope !== undefined) Object.assign(scope, note)
}
