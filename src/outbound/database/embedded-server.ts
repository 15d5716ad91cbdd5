/**
 * Serves the single session of the embedded database to many clients on a Unix socket, in turns.
 *
 * A client holds the session from its first message until PostgreSQL is idle again: outside of a transaction, and with
 * every extended query ended by Sync. In between, messages of other clients wait. Therefore no client can replace
 * another client's unnamed statement, run in its transaction, or leave an error that makes PostgreSQL skip its
 * messages. For the messages, see PostgreSQL, "Frontend/Backend Protocol", "Message Formats".
 */
import { createServer, type Server, type Socket } from 'node:net'
import {
  ClientMessages,
  errorMessage,
  getKind,
  MESSAGE,
  OWN_APPLICATION,
  renameStatement,
} from './embedded-messages.ts'
import type { SharedSession } from './embedded-session.ts'

/** Messages that end an extended query or are complete by themselves. */
const ENDING: ReadonlySet<number> = new Set([MESSAGE.query, MESSAGE.sync, MESSAGE.functionCall])
/** Matches statements that disable the time limit of a transaction, for a migration or a backup. */
const UNLIMITED = /idle_in_transaction_session_timeout\s*=\s*0\b/

export interface EmbeddedServerOptions {
  readonly session: SharedSession
  readonly path: string
  readonly maxConnections: number
  /** Settings to restore in the session after a foreign client, which may have changed them. */
  readonly settings: readonly string[]
  /**
   * Maximum time in milliseconds that a client can hold the session without sending anything. Defaults to one minute.
   */
  readonly idleMs?: number
  /** Called when the session fails in a way that PostgreSQL doesn't report. It can't be used afterwards. */
  readonly failed: (error: Error) => void
}

interface Client {
  readonly id: number
  readonly socket: Socket
  readonly messages: ClientMessages
  /** Complete messages to be processed. */
  readonly pending: Uint8Array[]
  /** Names of the client's prepared statements in the session. */
  readonly statements: Set<string>
  /** Whether the client is Parley, whose statement names always have the same text. */
  isOwn: boolean
  isClosed: boolean
}

export interface EmbeddedServer {
  /** Waits for the current message, closes all connections and stops listening. */
  stop(): Promise<void>
}

/** @throws Error if the server can't listen on the socket */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const turns = new Turns(options, await requestGreeting(options.session))
  const server = createServer((socket) => turns.connect(socket))
  server.maxConnections = options.maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.path, resolve)
  })
  return { stop: () => turns.stop(server) }
}

/**
 * Response of PostgreSQL to a new client. Requested once: an invalid startup message would end the session for
 * everybody, so startup messages of clients never reach PostgreSQL.
 */
async function requestGreeting(session: SharedSession): Promise<Uint8Array> {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const header = Buffer.alloc(8)
  header.writeInt32BE(header.length + parameters.length, 0)
  header.writeInt32BE(PROTOCOL_3, 4)
  const chunks: Uint8Array[] = []
  await session.runExclusive(() =>
    session.execProtocolRawStream(Buffer.concat([header, parameters]), {
      onRawData: (data) => void chunks.push(Buffer.from(data)),
    }),
  )
  return Buffer.concat(chunks)
}

const PROTOCOL_3 = 3 << 16

class Turns {
  readonly #options: EmbeddedServerOptions
  readonly #greeting: Uint8Array
  readonly #clients = new Set<Client>()
  /** Clients with waiting messages, in the order in which they get the session. */
  readonly #waiting: Client[] = []
  #holder: Client | undefined
  /** Whether the holder has started an extended query that no Sync has ended. */
  #isExtended = false
  #isUnlimited = false
  #idle: NodeJS.Timeout | undefined
  /** When the last message of the holder was processed. */
  #idleSince = 0
  #running: Promise<void> | undefined
  #nextId = 1
  #isStopping = false

  constructor(options: EmbeddedServerOptions, greeting: Uint8Array) {
    this.#options = options
    this.#greeting = greeting
  }

  connect(socket: Socket): void {
    const client: Client = {
      ...{ id: this.#nextId++, socket, messages: new ClientMessages(), pending: [], statements: new Set<string>() },
      ...{ isOwn: false, isClosed: false },
    }
    this.#clients.add(client)
    socket.setNoDelay(true)
    socket.on('data', (data) => this.#receive(client, data))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#closed(client))
  }

  async stop(server: Server): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#idle)
    for (const { socket } of this.#clients) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    await this.#running
  }

  #receive(client: Client, data: Buffer): void {
    try {
      for (const received of client.messages.take(data)) {
        if (received.type === 'encryption') client.socket.write('N')
        else if (received.type === 'cancel') client.socket.destroy()
        else if (received.type === 'start') {
          client.isOwn = received.parameters.get('application_name')?.startsWith(OWN_APPLICATION) === true
          client.socket.write(this.#greeting)
        } else if (getKind(received.message) === MESSAGE.terminate) client.socket.end()
        else client.pending.push(received.message)
      }
    } catch {
      // The client violates the protocol.
      client.socket.destroy()
    }
    // A client whose last message hasn't arrived completely would hold the session while its process sends the rest.
    const isReady = client.pending.length > 0 && !client.messages.isIncomplete
    if (isReady && client !== this.#holder && !this.#waiting.includes(client)) {
      this.#waiting.push(client)
    }
    this.#run()
  }

  #closed(client: Client): void {
    if (client.isClosed) return
    client.isClosed = true
    client.pending.length = 0
    this.#clients.delete(client)
    const at = this.#waiting.indexOf(client)
    if (at >= 0) this.#waiting.splice(at, 1)
    // After the last message of a disconnected client, its prepared statements are removed.
    if (client !== this.#holder && client.statements.size > 0) this.#waiting.unshift(client)
    this.#run()
  }

  #run(): void {
    if (this.#running !== undefined || this.#isStopping) return
    this.#running = this.#work()
      .catch((error: unknown) => this.#options.failed(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        this.#running = undefined
      })
  }

  async #work(): Promise<void> {
    clearTimeout(this.#idle)
    while (!this.#isStopping) {
      this.#holder ??= this.#waiting.shift()
      const client = this.#holder
      if (client === undefined) return
      if (client.isClosed) {
        await this.#clear(client)
        continue
      }
      const message = client.pending.shift()
      if (message === undefined) {
        if (this.#isHeld()) return this.#limitIdle(client)
        await this.#release(client)
        continue
      }
      await this.#process(client, message)
      if (!this.#isHeld() && !client.isClosed) await this.#release(client)
    }
  }

  #isHeld(): boolean {
    return this.#isExtended || this.#options.session.isInTransaction()
  }

  async #process(client: Client, received: Uint8Array): Promise<void> {
    const kind = getKind(received)
    const isIdle = !this.#isHeld()
    if (isIdle) this.#isUnlimited = false
    if (kind === MESSAGE.query && UNLIMITED.test(Buffer.from(received.subarray(0, 200)).toString('latin1'))) {
      this.#isUnlimited = true
    }
    const message = client.isOwn ? received : renameStatement(received, (name) => this.#nameFor(client, name))
    this.#isExtended = !ENDING.has(kind)
    await this.#send(message, (data) => {
      if (!client.isClosed) client.socket.write(data)
    })
    this.#idleSince = performance.now()
  }

  #send(message: Uint8Array, onRawData: (data: Uint8Array) => void): Promise<void> {
    const { session } = this.#options
    return session.runExclusive(() => session.execProtocolRawStream(message, { onRawData }))
  }

  /** Unique name of a statement. Different clients can use the same name for different statements. */
  #nameFor(client: Client, name: string): string {
    const unique = `client_${client.id}_${name}`
    client.statements.add(unique)
    return unique
  }

  async #release(client: Client): Promise<void> {
    // Settings of a foreign client end with its turn, as with a connection pooler.
    if (!client.isOwn) await this.#reset()
    this.#holder = undefined
    if (client.pending.length > 0) this.#waiting.push(client)
  }

  async #reset(): Promise<void> {
    for (const statement of ['reset session authorization', 'reset role', 'reset all', 'discard temp', 'unlisten *']) {
      await this.#ask(statement)
    }
    await this.#ask('select pg_advisory_unlock_all()')
    for (const setting of this.#options.settings) await this.#ask(`set ${setting}`)
  }

  /** Cleans up after a disconnected client: its extended query, transaction, statements and settings. */
  async #clear(client: Client): Promise<void> {
    if (this.#isExtended) await this.#send(Uint8Array.of(MESSAGE.sync, 0, 0, 0, 4), () => {})
    this.#isExtended = false
    if (this.#options.session.isInTransaction()) await this.#ask('rollback')
    for (const name of client.statements) await this.#ask(`deallocate "${name.replaceAll('"', '""')}"`)
    client.statements.clear()
    await this.#release(client)
  }

  async #ask(statement: string): Promise<void> {
    const body = Buffer.from(`${statement}\0`)
    const header = Buffer.alloc(5)
    header.writeUInt8(MESSAGE.query)
    header.writeUInt32BE(body.length + 4, 1)
    await this.#send(Buffer.concat([header, body]), () => {})
  }

  /**
   * Limits idle transactions, as `idle_in_transaction_session_timeout` does on a server, because all other clients
   * wait.
   */
  #limitIdle(client: Client): void {
    if (this.#isUnlimited) return
    const end = this.#idleSince + (this.#options.idleMs ?? 60_000)
    this.#idle = setTimeout(() => {
      client.socket.end(errorMessage('25P03', 'terminating connection due to idle-in-transaction timeout'))
      client.socket.destroySoon()
      this.#closed(client)
    }, end - performance.now())
  }
}
