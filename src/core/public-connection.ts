/**
 * Connections over TCP to servers that users configure, such as mailboxes. The rules are those of `PublicFetch`: only
 * public addresses, or private ones that the operator allows, and always encrypted.
 */

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
  /**
   * Bytes of the server in the order of their arrival. They are read on demand, so a server can't fill the memory.
   * Undefined after the end.
   */
  read(signal: AbortSignal): Promise<Buffer | undefined>
  write(bytes: string | Buffer): Promise<void>
  /** Starts TLS on a connection without it (STARTTLS). The certificate must be valid for the host. */
  encrypt(signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * The name is resolved once, all its addresses are checked, and the connection uses a checked one.
 * @throws PublicFetchError, or the reason of the signal
 */
export type ConnectPublic = (target: PublicTarget) => Promise<PublicConnection>
