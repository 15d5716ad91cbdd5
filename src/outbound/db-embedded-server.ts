/**
 * Serves the one session of the embedded database to many clients on a Unix socket, in turns.
 *
 * A client has the session from its first message until PostgreSQL is idle again: outside a transaction, and with every
 * extended query ended by Sync. In between no other client's message is processed, so no client can replace another one's
 * unnamed statement, end up in its transaction, or leave an error behind that makes PostgreSQL skip its messages.
 * Messages are those of PostgreSQL, "Frontend/Backend Protocol", "Message Formats".
 */
import { createServer, type Server, type Socket } from 'node:net'
import {
  ClientMessages,
  errorMessage,
  getKind,
  MESSAGE,
  OWN_APPLICATION,
  renameStatement,
} from './db-embedded-messages.ts'
import type { SharedSession } from './db-embedded-session.ts'

/** Messages that end an extended query, or are complete in themselves. */
const ENDING: ReadonlySet<number> = new Set([MESSAGE.query, MESSAGE.sync, MESSAGE.functionCall])
/** A transaction that turns the time limit off, as PostgreSQL has it: a migration or a backup. */
const UNLIMITED = /idle_in_transaction_session_timeout\s*=\s*0\b/

export interface EmbeddedServerOptions {
  readonly session: SharedSession
  readonly path: string
  readonly maxConnections: number
  /** Restores the settings of the session after a foreign client, which may have changed them. */
  readonly settings: readonly string[]
  /** Longest time in milliseconds that a client may have the session without sending anything. Defaults to one minute. */
  readonly idleMs?: number
  /** Called when the session breaks in a way that PostgreSQL doesn't report: it can't be used any longer. */
  readonly failed: (error: Error) => void
}

interface Client {
  readonly id: number
  readonly socket: Socket
  readonly messages: ClientMessages
  /** Complete messages that have not been processed. */
  readonly pending: Uint8Array[]
  /** Names of its prepared statements, as the session has them. */
  readonly statements: Set<string>
  /** Whether it is Parley, whose statements have names that always stand for the same text. */
  isOwn: boolean
  isClosed: boolean
}

export interface EmbeddedServer {
  /** Ends all connections and stops listening; a message that is being processed is awaited. */
  stop(): Promise<void>
}

/** @throws Error when the socket can't be listened on */
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
 * What PostgreSQL answers to a client that connects. Requested once: a start-up message that PostgreSQL doesn't
 * understand would end the session for everybody, so no client's own one reaches it.
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
  /** Clients with messages, in the order in which they have the session. */
  readonly #waiting: Client[] = []
  #holder: Client | undefined
  /** Whether the holder has begun an extended query that no Sync has ended. */
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
      // The client doesn't speak the protocol.
      client.socket.destroy()
    }
    if (client.pending.length > 0 && client !== this.#holder && !this.#waiting.includes(client)) {
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
    // Behind its last message: what it leaves in the session is cleared away.
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

  /** Two clients may call different statements by one name. */
  #nameFor(client: Client, name: string): string {
    const unique = `client_${client.id}_${name}`
    client.statements.add(unique)
    return unique
  }

  async #release(client: Client): Promise<void> {
    // The settings of a foreign client don't outlive its turn, as behind a pooler that shares sessions.
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

  /** Ends what a client that has gone left: its extended query, its transaction, its statements and its settings. */
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

  /** As `idle_in_transaction_session_timeout` does on a server: everybody else waits for this client. */
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
