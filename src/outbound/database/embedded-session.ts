/**
 * The single session of the embedded database, which all clients use in turns (`embedded-server.ts`). Named
 * statements of Parley are prepared once for all clients, because a name always has the same text
 * (`postgres-dialect.ts`). For the messages, see PostgreSQL, "Frontend/Backend Protocol", "Message Formats".
 */
import { PGlite, protocol } from '@electric-sql/pglite'
import type { Activity } from './embedded-worker-parts.ts'

const [PARSE, BIND, CLOSE, PARSE_COMPLETE, ERROR] = ['P', 'B', 'C', '1', 'E'].map((letter) => letter.charCodeAt(0))
const STATEMENT = 'S'.charCodeAt(0)
/** Maximum number of bytes that are collected before they are sent. */
const GATHERED_BYTES_MAX = 64 * 1024
/** Size of a message header: type and length. */
const HEADER_BYTES = 5

type Stream = Parameters<PGlite['execProtocolRawStream']>[1]

/** Name prefix of Parley's own statements. A name always has the same text, for all clients. */
const SHARED_NAME = 'parley_'
/** Exit status with which PGlite throws when PostgreSQL returns to its main loop after an ordinary error. */
const ORDINARY_ERROR = 100

/** Functions of PostgreSQL that PGlite calls for each message. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void
}

export class SharedSession extends PGlite {
  /** Parse messages of prepared statements, by name. */
  readonly #prepared = new Map<string, Uint8Array>()
  /** Statements that failed when used. Their tables may have changed since they were prepared. */
  readonly #outdated = new Set<string>()
  #activity: Activity | undefined
  /** Unsent responses of the current transaction, and the client that receives them. */
  #gathered: { readonly chunks: Uint8Array[]; bytes: number; send: Stream['onRawData'] } | undefined

  /** Reports in shared memory when processing of the current message started. */
  reportTo(activity: Activity): void {
    this.#activity = activity
  }

  /**
   * Sets the handler for an end of PostgreSQL, which follows a PANIC or FATAL error, such as a full disk. PGlite would
   * continue to call it and confirm transactions that weren't written.
   * @param ended must not return: it ends the thread, so that no more responses are sent
   */
  endWith(ended: (cause: unknown) => never): void {
    const loop = this.mod as unknown as MainLoop
    const { _PostgresMainLoopOnce: processMessage } = loop
    loop._PostgresMainLoopOnce = () => {
      if (this.#activity !== undefined) this.#activity[0] = Date.now()
      try {
        processMessage()
      } catch (error) {
        if ((error as { status?: unknown } | null)?.status !== ORDINARY_ERROR) ended(error)
        throw error
      } finally {
        if (this.#activity !== undefined) this.#activity[0] = 0
      }
    }
  }

  /**
   * Collects consecutive responses and sends them together, as PostgreSQL does. One write per message, and one wake-up
   * of the client, would cost more than many statements. While a transaction is open, messages of other clients wait,
   * so all collected data belongs to one client. It is sent at the end of the transaction or when no more data arrives.
   */
  override async execProtocolRawStream(message: Uint8Array, options: Stream): Promise<void> {
    const gather = (data: Uint8Array) => {
      if (this.#gathered === undefined) {
        this.#gathered = { chunks: [], bytes: 0, send: options.onRawData }
        setImmediate(() => this.#sendGathered())
      }
      // Copied, because the memory is reused for the next response.
      this.#gathered.chunks.push(Buffer.from(data))
      this.#gathered.bytes += data.length
      if (this.#gathered.bytes > GATHERED_BYTES_MAX) this.#sendGathered()
    }
    try {
      await this.#answer(message, { ...options, onRawData: gather })
    } finally {
      if (!this.isInTransaction()) this.#sendGathered()
    }
  }

  /**
   * Runs one statement between transactions of clients. The check and the statement run without other clients in
   * between. Otherwise a transaction could start after the check, and a failing statement would abort it.
   * @returns rows as text; undefined, without running the statement, if a client is in a transaction
   * @throws Error if PostgreSQL rejects the statement
   */
  between(statement: string): Promise<string[][] | undefined> {
    return this.runExclusive(async () => {
      if (this.isInTransaction()) return undefined
      // `execProtocol` would respond to the previous client.
      const messages = await this.execProtocolStream(protocol.serialize.query(statement))
      return messages.flatMap((told) =>
        told instanceof protocol.messages.DataRowMessage ? [told.fields.map(String)] : [],
      )
    })
  }

  #sendGathered(): void {
    const gathered = this.#gathered
    this.#gathered = undefined
    if (gathered !== undefined) gathered.send(Buffer.concat(gathered.chunks))
  }

  async #answer(message: Uint8Array, options: Stream): Promise<void> {
    const name = message[0] === PARSE ? textAt(message, HEADER_BYTES) : message[0] === BIND ? boundBy(message) : ''
    if (!name.startsWith(SHARED_NAME)) return super.execProtocolRawStream(message, options)
    const known = this.#prepared.get(name)
    if (known === undefined) {
      const isFine = await this.#send(message, options)
      if (isFine && message[0] === PARSE) this.#prepared.set(name, message)
      return
    }
    // Only here: the session accepts no other messages until the client has ended the failed transaction.
    if (this.#outdated.delete(name)) {
      for (const one of [createCloseMessage(name), known])
        await super.execProtocolRawStream(one, { onRawData: () => {} })
    }
    if (message[0] === PARSE) options.onRawData(Uint8Array.of(PARSE_COMPLETE ?? 0, 0, 0, 0, 4))
    else if (!(await this.#send(message, options))) this.#outdated.add(name)
  }

  /** @returns whether PostgreSQL accepted the message */
  async #send(message: Uint8Array, { onRawData, ...options }: Stream): Promise<boolean> {
    let isFine = true
    const watchErrors = (data: Uint8Array) => {
      if (data[0] === ERROR) isFine = false
      onRawData(data)
    }
    await super.execProtocolRawStream(message, { ...options, onRawData: watchErrors })
    return isFine
  }
}

/** Name of the statement in a Bind message, which follows the name of the portal. */
function boundBy(message: Uint8Array): string {
  return textAt(message, message.indexOf(0, HEADER_BYTES) + 1)
}

const textAt = (message: Uint8Array, from: number) =>
  Buffer.from(message.subarray(from, message.indexOf(0, from))).toString('utf8')

function createCloseMessage(name: string): Uint8Array {
  const body = Buffer.concat([Buffer.of(STATEMENT), Buffer.from(`${name}\0`)])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(CLOSE ?? 0)
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
