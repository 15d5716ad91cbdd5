/**
 * Connections over TCP to servers that users configure, such as mailboxes. The rules are those of `PublicFetch`: only
 * public addresses, or private ones that the operator allows, and always encrypted.
 */
import type { Socket } from 'node:net'
import type { PublicFetchError } from './public-fetch.ts'

export interface PublicTarget {
  /** Host name or IP address. */
  readonly host: string
  readonly port: number
  /** Whether TLS starts with the connection. Otherwise `encrypt` starts it later. */
  readonly tls: boolean
  readonly signal?: AbortSignal
  /** Maximum time to resolve the name, connect and agree on TLS. Defaults to 10,000 ms. */
  readonly timeoutMs?: number
}

export interface PublicConnection {
  /** Connected socket, paused until somebody reads. An error without another listener is ignored. */
  readonly socket: Socket
  /**
   * Starts TLS on a connection without it (STARTTLS). The certificate must be valid for the host.
   * @param onSecure called when the server has proven its name
   * @param onFault called when TLS can't start, or when the connection fails later
   * @returns the encrypted socket
   */
  encrypt(onSecure: () => void, onFault: (fault: PublicFetchError) => void): Socket
}

/**
 * The name is resolved once, all its addresses are checked, and the connection uses a checked one.
 * @throws PublicFetchError, or the reason of the signal
 */
export type ConnectPublic = (target: PublicTarget) => Promise<PublicConnection>
