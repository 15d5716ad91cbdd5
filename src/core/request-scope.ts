/**
 * The request, or the job, that the running code works for. It follows asynchronous work by itself (`AsyncLocalStorage`).
 * Every log line carries the ID of its request, and every job stores the ID of the request that caused it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Principal } from './principal.ts'

/** What identifies a caller in the log: IDs, and no personal data. */
export interface Caller extends Pick<Principal, 'organizationId' | 'via' | 'keyId' | 'clientId'> {
  readonly user?: { readonly id: string }
}

export interface RequestScope {
  /** ID of the request. Undefined for work that no request caused, such as the timer of a retention policy. */
  readonly requestId: string | undefined
  /** Identity of the caller, once a transport has recognized it. */
  principal?: Caller
  /** ID of the operation that ran last. */
  operation?: string
  /** Name of the tool that was called, or `unknown`. */
  tool?: string
  /** Code of the error that was answered. */
  error?: string
  /** ID of the trace, if spans are exported. */
  trace?: string
}

/** What code may add to the request that it works for. */
type Note = Omit<Partial<RequestScope>, 'requestId'>

const storage = new AsyncLocalStorage<RequestScope>()

/** Runs the work, and everything that it starts, inside the scope. */
export const runInScope = <T>(scope: RequestScope, work: () => T): T => storage.run(scope, work)

/** Undefined outside of requests and jobs. */
export const currentScope = (): RequestScope | undefined => storage.getStore()

/** Adds facts to the current request, for its log line. Does nothing outside of requests and jobs. */
export function noteRequest(note: Note): void {
  const scope = storage.getStore()
  if (scope !== undefined) Object.assign(scope, note)
}
