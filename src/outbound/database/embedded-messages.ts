/** Messages from PostgreSQL clients ("Frontend/Backend Protocol", "Message Formats"). */

/** Prefix of the application name of Parley's own clients, followed by the name of their machine. */
export const OWN_APPLICATION = 'parley@'

const code = (letter: string) => letter.charCodeAt(0)

/** Message types by their first byte. */
export const MESSAGE = {
  ...{ parse: code('P'), bind: code('B'), describe: code('D'), close: code('C'), sync: code('S') },
  ...{ query: code('Q'), functionCall: code('F'), terminate: code('X') },
} as const

/** Size of a message header: type and length. */
const HEADER_BYTES = 5
/** PostgreSQL's limit for a message. */
const MESSAGE_BYTES_MAX = 0x3fff_ffff
/** PostgreSQL's limit for a startup message (MAX_STARTUP_PACKET_LENGTH). */
const START_BYTES_MAX = 10_000
const [CANCEL, SSL, GSS] = [80_877_102, 80_877_103, 80_877_104]

export type ClientMessage =
  | { readonly type: 'encryption' }
  | { readonly type: 'cancel' }
  | { readonly type: 'start'; readonly parameters: ReadonlyMap<string, string> }
  | { readonly type: 'message'; readonly message: Uint8Array }

export const getKind = (message: Uint8Array): number => message[0] ?? 0

/** Splits the bytes of a connection into messages, in linear time. */
export class ClientMessages {
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #isStarted = false

  /** Whether the last message hasn't arrived completely. */
  get isIncomplete(): boolean {
    return this.#bytes > 0
  }

  /** @throws Error if the bytes aren't PostgreSQL messages */
  *take(data: Buffer): Generator<ClientMessage> {
    this.#chunks.push(data)
    this.#bytes += data.length
    for (;;) {
      const length = this.#lengthOfNext()
      if (length === undefined || this.#bytes < length) return
      const message = this.#cut(length)
      yield this.#isStarted ? { type: 'message', message: new Uint8Array(message) } : this.#begin(message)
    }
  }

  /** @returns undefined until enough bytes have arrived */
  #lengthOfNext(): number | undefined {
    const before = this.#isStarted ? 1 : 0
    if (this.#bytes < before + 4) return undefined
    const length = before + this.#head(before + 4).readInt32BE(before)
    if (length < before + 4 || length > (this.#isStarted ? MESSAGE_BYTES_MAX : START_BYTES_MAX)) {
      throw new Error('A message has an invalid length.')
    }
    return length
  }

  /** First bytes as one buffer. */
  #head(bytes: number): Buffer {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= bytes) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks.splice(0, this.#chunks.length, joined)
    return joined
  }

  #cut(length: number): Buffer {
    const joined = this.#head(length)
    const rest = joined.subarray(length)
    this.#bytes -= length
    if (rest.length > 0) this.#chunks[0] = rest
    else this.#chunks.shift()
    return joined.subarray(0, length)
  }

  #begin(message: Buffer): ClientMessage {
    const version = message.length < 8 ? 0 : message.readInt32BE(4)
    if (version === SSL || version === GSS) return { type: 'encryption' }
    if (version === CANCEL) return { type: 'cancel' }
    if (version >> 16 !== 3) throw new Error('The server supports only version 3 of the protocol.')
    this.#isStarted = true
    const words = message.subarray(8).toString('utf8').split('\0')
    const parameters = new Map<string, string>()
    for (let at = 0; at + 1 < words.length; at += 2) parameters.set(words[at] ?? '', words[at + 1] ?? '')
    return { type: 'start', parameters }
  }
}

/** @returns the message with its prepared statement renamed; the same message if it names none */
export function renameStatement(message: Uint8Array, rename: (name: string) => string): Uint8Array {
  const at = nameAt(message)
  if (at === undefined) return message
  const end = message.indexOf(0, at)
  const name = Buffer.from(message.subarray(at, end)).toString('utf8')
  if (name === '') return message
  const renamed = Buffer.concat([message.subarray(0, at), Buffer.from(rename(name)), message.subarray(end)])
  renamed.writeUInt32BE(renamed.length - 1, 1)
  return new Uint8Array(renamed)
}

function nameAt(message: Uint8Array): number | undefined {
  switch (getKind(message)) {
    case MESSAGE.parse:
      return HEADER_BYTES
    case MESSAGE.bind:
      // The name of the portal comes first.
      return message.indexOf(0, HEADER_BYTES) + 1
    case MESSAGE.describe:
    case MESSAGE.close:
      return message[HEADER_BYTES] === code('S') ? HEADER_BYTES + 1 : undefined
    default:
      return undefined
  }
}

/** ErrorResponse that ends the connection. */
export function errorMessage(sqlState: string, text: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('E', 'latin1')
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
