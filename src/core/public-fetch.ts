/**
 * Asking addresses that strangers name: a client's document, a webhook, a recording. Only addresses that anybody could
 * reach are asked, so that nobody gets to look into our network through us.
 */

/** Why an address is not asked, or gave nothing. A closed list, for whoever has to tell it. */
export type PublicFetchFault =
  /** No address that can be asked: not https, or with a user or password in it. */
  | 'not_https'
  /** One of the addresses of the name is private, and the operator does not allow it. */
  | 'not_public'
  | 'unknown_name'
  | 'unreachable'
  /** The server could not show that it is who the address names. */
  | 'certificate'
  | 'timeout'
  | 'too_large'

export class PublicFetchError extends Error {
  override readonly name = 'PublicFetchError'
  readonly fault: PublicFetchFault
  /** @param message holds nothing of the address */
  constructor(fault: PublicFetchFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface PublicRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** Longest time until the last byte of the answer is there. Default 5,000. */
  readonly timeoutMs?: number
  /** Bytes of the answer's body that are read at most. Default 64 KiB. */
  readonly maxBytes?: number
  /** What becomes of a longer body: it fails, or its beginning is all there is. Default `refuse`. */
  readonly tooLong?: 'refuse' | 'cut'
}

export interface PublicFetch {
  /**
   * Over https, and to private addresses that the operator allows also over http. Redirects are answers like others:
   * nobody is followed.
   * @returns the answer as soon as its headers are there; its body may still fail, in the same ways
   * @throws PublicFetchError, or the reason of the signal
   */
  (url: string, request?: PublicRequest): Promise<Response>
  /**
   * Why the address would not be asked, as far as it can be told beforehand. An allowed name may have another address
   * when it is asked, and is judged again then.
   */
  refusalOf(url: string): Promise<'not_https' | 'not_public' | 'unknown_name' | undefined>
}
