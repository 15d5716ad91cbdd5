/**
 * Requests to URLs that users configure: client metadata documents, webhooks, recordings. Only public addresses are
 * allowed, which prevents server-side request forgery.
 */

/** Reason why a request was rejected or failed. A closed list, for error messages. */
export type PublicFetchFault =
  /** Invalid URL: not https, or with user name or password. */
  | 'not_https'
  /** A resolved address is private, and the operator doesn't allow it. */
  | 'not_public'
  | 'unknown_name'
  | 'unreachable'
  /** The TLS certificate isn't valid for the host. */
  | 'certificate'
  | 'timeout'
  | 'too_large'

export class PublicFetchError extends Error {
  override readonly name = 'PublicFetchError'
  readonly fault: PublicFetchFault
  /** @param message must not contain any part of the URL */
  constructor(fault: PublicFetchFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface PublicRequest {
  /** Defaults to GET. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** Maximum time until the last byte of the response. Defaults to 5,000 ms. */
  readonly timeoutMs?: number
  /** Maximum number of bytes read from the response body. Defaults to 64 KiB. */
  readonly maxBytes?: number
  /** Handling of longer bodies: fail, or truncate. Defaults to `refuse`. */
  readonly tooLong?: 'refuse' | 'cut'
}

export interface PublicFetch {
  /**
   * Sends a request over https, or over http to private addresses that the operator allows. Redirects aren't followed;
   * they are returned like other responses.
   * @returns the response once its headers arrive; reading the body can still fail with the same errors
   * @throws PublicFetchError, or the reason of the signal
   */
  (url: string, request?: PublicRequest): Promise<Response>
  /**
   * Reason for which a request would be rejected, as far as known in advance. Each request checks again, because the
   * address of a host can change.
   */
  refusalOf(url: string): Promise<'not_https' | 'not_public' | 'unknown_name' | undefined>
}
