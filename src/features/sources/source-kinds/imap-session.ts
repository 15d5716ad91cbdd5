/**
 * Session with an IMAP server. `imapflow` speaks the protocol, over a connection that went through the filter of outgoing
 * addresses. The session limits bytes and time, and turns errors into faults without text of the server. Apart from
 * `move`, nothing changes a message.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FetchMessageObject, ImapFlow, ImapFlowOptions, ImapTransport, SearchObject } from 'imapflow'
import type { ConnectPublic, PublicConnection } from '../../../core/public-connection.ts'
import { toSourceFault } from './download.ts'
import { ended, OversizeFault, RefusalFault, timedOut, toMailFault, tooMuch, toSignInFault } from './imap-faults.ts'
import { SourceFault } from './kind.ts'

const COMMAND_MS = 60_000
/** Bytes that may arrive in addition to those that are requested: other responses, and names of items. */
const OVERHEAD_BYTES = 256 * 1024
/** Overhead of a response that contains a literal of the maximum size. */
const FRAME_BYTES = 4 * 1024
/** Maximum number of values in a response. Each needs about 100 bytes of memory. */
const VALUES_MAX = 100_000

export interface MailAccount {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, or after STARTTLS. */
  readonly security: 'tls' | 'starttls'
  readonly user: string
  /** Password or app password. */
  readonly password?: string
  /** Access token of OAuth 2.0, which is used instead of a password. */
  readonly token?: string
}

export interface OpenFolder {
  /** Value that changes when the UIDs of the folder become invalid. */
  readonly validity: string
  readonly count: number
}

interface SessionAccess {
  readonly connectPublic: ConnectPublic
  readonly signal: AbortSignal
}

/**
 * Runs work in a session, and ends it.
 * @param responseBytes maximum size of a response. A larger one ends the session
 * @throws SourceFault
 */
export async function withSession<T>(
  { connectPublic, signal }: SessionAccess,
  account: MailAccount,
  responseBytes: number,
  work: (session: ImapSession) => Promise<T>,
): Promise<T> {
  // Installations without a mailbox never load the client.
  const { ImapFlow: Client } = await import('imapflow')
  const { host, port, security } = account
  let session: ImapSession | undefined
  try {
    const connection = await connectPublic({ host, port, tls: security === 'tls', signal })
    session = new ImapSession((options) => new Client(options), connection, { account, responseBytes, signal })
    await session.signIn()
    const result = await work(session)
    await session.leave()
    return result
  } catch (error) {
    signal.throwIfAborted()
    throw toSourceFault(error)
  } finally {
    session?.close()
  }
}

export class ImapSession {
  private readonly connection: PublicConnection
  private readonly account: MailAccount
  private readonly responseBytes: number
  private readonly signal: AbortSignal
  private readonly client: ImapFlow
  private readonly onAbort = () => this.end(this.signal.reason)
  /** Bytes that may still arrive for the commands that run. */
  private left = OVERHEAD_BYTES
  /** First reason for which the connection ended. Errors of commands are only its consequence. */
  private reason: unknown

  constructor(
    createClient: (options: ImapFlowOptions) => ImapFlow,
    connection: PublicConnection,
    options: { readonly account: MailAccount; readonly responseBytes: number; readonly signal: AbortSignal },
  ) {
    const { account, responseBytes, signal } = options
    this.connection = connection
    this.account = account
    this.responseBytes = responseBytes
    this.signal = signal
    const { host, port, security, user, password = '', token } = account
    this.client = createClient({
      ...{ host, port, transport: this.createTransport() },
      ...(security === 'tls' ? { secure: true } : { secure: false, doSTARTTLS: true }),
      auth: { user, ...(token === undefined ? { pass: password } : { accessToken: token }) },
      clientInfo: { name: 'Parley', version: false, vendor: false, 'support-url': false },
      // Its log has subjects, names of files and text of the server.
      logger: false,
      // A small compressed response can be a large one.
      ...{ disableCompression: true, disableAutoEnable: true, disableAutoIdle: true, disableIMAP4rev2: true },
      ...{ maxLineLength: responseBytes, maxLiteralSize: responseBytes, maxResponseSize: responseBytes + FRAME_BYTES },
      ...{ maxResponseTokens: VALUES_MAX, greetingTimeout: COMMAND_MS, socketTimeout: COMMAND_MS },
    })
    this.client.on('error', (error) => {
      this.reason ??= error
    })
    signal.addEventListener('abort', this.onAbort, { once: true })
  }

  async signIn(): Promise<void> {
    await this.limited(
      0,
      () => this.client.connect(),
      (error) => toSignInFault(error, this.client.capabilities, { hasToken: this.account.token !== undefined }),
    )
  }

  /** @throws SourceFault if the folder doesn't exist */
  async open(folder: string, { toChange = false } = {}): Promise<OpenFolder> {
    const { uidValidity, exists } = await this.limited(
      0,
      () => this.client.mailboxOpen(folder, { readOnly: !toChange }),
      (error) => {
        const fault = toMailFault(error)
        if (!(fault instanceof RefusalFault)) return fault
        return new SourceFault('temporary', "The folder of the mailbox doesn't exist, or can't be opened.")
      },
    )
    return { validity: String(uidValidity ?? ''), count: exists ?? 0 }
  }

  /** UIDs of messages in ascending order. */
  async search(query: SearchObject): Promise<number[]> {
    const found = await this.limited(
      this.responseBytes,
      () => this.client.search(query, { uid: true }),
      (error) => {
        const fault = toMailFault(error)
        if (!(fault instanceof OversizeFault)) return fault
        return new SourceFault('lasting', 'The folder of the mailbox contains too many messages. Use another one.')
      },
    )
    if (!Array.isArray(found)) throw new RefusalFault()
    return found
  }

  /**
   * Requests envelopes and structures.
   * @param read called for each message in the order of arrival. It can't use the session
   * @throws OversizeFault if the response for a message is too large
   */
  async fetchMessages(uids: readonly number[], read: (row: FetchMessageObject) => void): Promise<void> {
    const items = { uid: true, envelope: true, bodyStructure: true, internalDate: true }
    await this.limited(uids.length * this.responseBytes, async () => {
      for await (const row of this.client.fetch(uids.join(','), items, { uid: true })) {
        read(row)
        // The client decodes the next message in one step. Other work runs in between.
        await yieldToOthers()
      }
    })
  }

  /** Encoded bytes of a part. Fewer than requested are the last ones. */
  async fetchBytes(uid: number, section: string, from: number, count: number): Promise<Buffer> {
    const piece = { key: section, start: from, maxLength: count }
    const row = await this.limited(count, () =>
      this.client.fetchOne(String(uid), { uid: true, bodyParts: [piece] }, { uid: true }),
    )
    if (row === false) throw new SourceFault('temporary', 'The message no longer exists.')
    const bytes = row.bodyParts?.get(section)
    // An empty part can be NIL.
    if (!Buffer.isBuffer(bytes)) return Buffer.alloc(0)
    if (bytes.length > count) throw tooMuch()
    return bytes
  }

  /** Moves a message of the open folder. The folder it goes to is created if it doesn't exist. */
  async move(uid: number, folder: string): Promise<void> {
    const { capabilities } = this.client
    // Without either extension, a move would also remove other messages that somebody marked as deleted.
    if (!capabilities.has('MOVE') && !capabilities.has('UIDPLUS')) {
      throw new SourceFault('lasting', "The mail server can't move single messages.")
    }
    const move = () => this.client.messageMove(String(uid), folder, { uid: true })
    await this.limited(0, async () => {
      if (await move()) return
      const { created } = await this.client.mailboxCreate(folder)
      if (!created || !(await move())) throw new RefusalFault()
    })
  }

  /** Signs out. The result of the work doesn't depend on whether the server answers. */
  async leave(): Promise<void> {
    if (this.client.usable) await this.client.logout().catch(() => {})
  }

  close(): void {
    this.signal.removeEventListener('abort', this.onAbort)
    this.client.close()
    this.connection.socket.destroy()
  }

  private end(reason: unknown): void {
    this.reason ??= reason
    this.close()
  }

  /**
   * Runs commands, and ends the connection if they need too long or receive too much.
   * @param bytes number of bytes that the commands request
   */
  private async limited<T>(
    bytes: number,
    work: () => Promise<T>,
    toFault: (error: unknown) => unknown = toMailFault,
  ): Promise<T> {
    this.left = bytes + OVERHEAD_BYTES
    const timer = setTimeout(() => this.end(timedOut()), COMMAND_MS)
    try {
      this.signal.throwIfAborted()
      return await work()
    } catch (error) {
      this.signal.throwIfAborted()
      throw toFault(this.reason ?? error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Hands the checked connection to the client, which never opens one of its own. */
  private createTransport(): ImapTransport {
    const { connection } = this
    const count = (bytes: Buffer) => {
      this.left -= bytes.length
      if (this.left < 0) this.end(tooMuch())
    }
    return {
      connect: (_, onConnect) => {
        setImmediate(() => {
          if (connection.socket.destroyed) return this.end(ended())
          onConnect()
          // The client reads from here on. A listener before it would lose the first bytes.
          connection.socket.on('data', count)
        })
        return connection.socket
      },
      upgrade: (_, __, onSecure) => {
        connection.socket.off('data', count)
        const onReady = () => {
          onSecure()
          encrypted.on('data', count)
        }
        const encrypted = connection.encrypt(onReady, (fault) => this.end(toSourceFault(fault)))
        return encrypted
      },
    }
  }
}
