/**
 * The one session of the embedded database, shared by all who connect, in turns (`db-embedded-server.ts`). Statements that
 * Parley prepares under a name are prepared once for all: its names always stand for the same text (`postgres-dialect.ts`).
 * Messages are those of PostgreSQL, "Frontend/Backend Protocol", "Message Formats".
 */
import { PGlite, protocol } from '@electric-sql/pglite'
import type { Activity } from './db-embedded-worker-parts.ts'

const [PARSE, BIND, CLOSE, PARSE_COMPLETE, ERROR] = ['P', 'B', 'C', '1', 'E'].map((letter) => letter.charCodeAt(0))
const STATEMENT = 'S'.charCodeAt(0)
/** More than this is not kept back to be sent in one piece. */
const GATHERED_BYTES_MAX = 64 * 1024
/** Type and length of a message. */
const HEADER_BYTES = 5

type Stream = Parameters<PGlite['execProtocolRawStream']>[1]

/** Names of Parley's own statements. They always stand for the same text, whoever sends them. */
const SHARED_NAME = 'parley_'
/** What PGlite throws where PostgreSQL jumps back into its main loop after an ordinary error. */
const ORDINARY_ERROR = 100

/** Functions of PostgreSQL that PGlite calls for each message. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void
}

export class SharedSession extends PGlite {
  /** By name, what prepared it. */
  readonly #prepared = new Map<string, Uint8Array>()
  /** Those that failed when they were used: they may have outlived the tables they were made for. */
  readonly #outdated = new Set<string>()
  #activity: Activity | undefined
  /** Answers of the transaction under way that are still to be sent, and the way to whoever asked. */
  #gathered: { readonly chunks: Uint8Array[]; bytes: number; send: Stream['onRawData'] } | undefined

  /** Reports in shared memory since when a message is being processed. */
  reportTo(activity: Activity): void {
    this.#activity = activity
  }

  /**
   * Has `ended` called when PostgreSQL ends by itself: after a PANIC or FATAL, which it reports when its disk is full, for
   * example. PGlite would go on calling it, for ever, and confirm transactions that were not written.
   * @param ended must not return: it ends the thread, so that nothing more is answered
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
   * Answers that come one after the other go out in one piece, as PostgreSQL does it: a write, and a reading process that
   * is woken, for each message of a statement costs more than many a statement. While a transaction is open nobody else's
   * messages are taken, so all that is gathered is for one client; at its end, or when no more of it has come, it is sent.
   */
  override async execProtocolRawStream(message: Uint8Array, options: Stream): Promise<void> {
    const gather = (data: Uint8Array) => {
      if (this.#gathered === undefined) {
        this.#gathered = { chunks: [], bytes: 0, send: options.onRawData }
        setImmediate(() => this.#sendGathered())
      }
      // Of memory that the next message is answered in.
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
   * One statement between the transactions of those who connect. Looked and sent while nobody else is served: whoever only
   * looks first finds itself in a transaction that has begun meanwhile, and ends it if it fails there.
   * @returns rows of text; undefined, and nothing is done, while somebody is in a transaction
   * @throws Error when PostgreSQL refuses it
   */
  between(statement: string): Promise<string[][] | undefined> {
    return this.runExclusive(async () => {
      if (this.isInTransaction()) return undefined
      // `execProtocol` would answer to whoever was served last.
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
    // Only now, since nothing else is taken before whoever got the error has ended the transaction it came in.
    if (this.#outdated.delete(name)) {
      for (const one of [closing(name), known]) await super.execProtocolRawStream(one, { onRawData: () => {} })
    }
    if (message[0] === PARSE) options.onRawData(Uint8Array.of(PARSE_COMPLETE ?? 0, 0, 0, 0, 4))
    else if (!(await this.#send(message, options))) this.#outdated.add(name)
  }

  /** @returns whether it was not refused */
  async #send(message: Uint8Array, { onRawData, ...options }: Stream): Promise<boolean> {
    let isFine = true
    const watched = (data: Uint8Array) => {
      if (data[0] === ERROR) isFine = false
      onRawData(data)
    }
    await super.execProtocolRawStream(message, { ...options, onRawData: watched })
    return isFine
  }
}

/** The name of the statement stands behind that of the portal. */
function boundBy(message: Uint8Array): string {
  return textAt(message, message.indexOf(0, HEADER_BYTES) + 1)
}

const textAt = (message: Uint8Array, from: number) =>
  Buffer.from(message.subarray(from, message.indexOf(0, from))).toString('utf8')

function closing(name: string): Uint8Array {
  const body = Buffer.concat([Buffer.of(STATEMENT), Buffer.from(`${name}\0`)])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(CLOSE ?? 0)
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
