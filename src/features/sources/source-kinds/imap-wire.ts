/**
 * Responses of an IMAP server (RFC 9051), read without trust: their size, depth and number are limited. Text of a
 * response has one character per byte.
 */
import type { PublicConnection } from '../../../core/public-connection.ts'
import { SourceFault } from './kind.ts'

/** Text is an atom, a number, a quoted string, or a literal. Null is NIL. */
export type ImapValue = string | null | readonly ImapValue[]

/** A response line with its literals. The text represents a literal by the character 0 and its number. */
interface RawResponse {
  readonly text: string
  readonly literals: readonly string[]
  /** Whether content was left out because the response is too large. */
  readonly isCut: boolean
}

/** Maximum number of bytes of one response that are kept, apart from those that a command asks for. */
const RESPONSE_BYTES_MAX = 256 * 1024
const LITERALS_MAX = 1_000
/** End of a line that announces a literal, such as `{1048576}`. */
const TAIL_CHARACTERS = 24
const DEPTH_MAX = 40
const VALUES_MAX = 100_000

export interface ReadLimits {
  /** Bytes of one response that are kept. The rest is discarded. */
  readonly responseBytes?: number
  /** Bytes that may still arrive for the command. More is a fault. */
  left: number
}

/** @throws SourceFault for a server that doesn't keep the protocol or the limits */
export class ImapReader {
  private readonly connection: PublicConnection
  private held: Buffer = Buffer.alloc(0)

  constructor(connection: PublicConnection) {
    this.connection = connection
  }

  /** Whether bytes arrived that no response has used. */
  get hasRest(): boolean {
    return this.held.length > 0
  }

  async next(limits: ReadLimits, signal: AbortSignal): Promise<RawResponse> {
    const max = limits.responseBytes ?? RESPONSE_BYTES_MAX
    const literals: string[] = []
    let text = ''
    let size = 0
    for (;;) {
      const line = await this.readLine(max - size, limits, signal)
      size += line.size
      const length = Number(/\{(\d{1,20})\+?\}$/.exec(line.tail)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) return { text: text + line.kept, literals, isCut: size > max }
      literals.push(await this.readLiteral(length, max - size, limits, signal))
      // A response with too many literals is cut as well, and read to its end.
      size += literals.length > LITERALS_MAX ? max : length
      text += `${line.kept.slice(0, line.kept.lastIndexOf('{'))}\0${literals.length - 1} `
    }
  }

  /** Reads up to CRLF. Of a line that is too long, the tail is kept, because it can announce a literal. */
  private async readLine(room: number, limits: ReadLimits, signal: AbortSignal) {
    const line = { kept: '', tail: '', size: 0 }
    for (;;) {
      const end = this.held.indexOf('\r\n')
      // The last byte can be the first of CRLF.
      const taken = end === -1 ? Math.max(this.held.length - 1, 0) : end
      const piece = this.held.toString('latin1', 0, taken)
      line.kept += piece.slice(0, Math.max(room - line.size, 0))
      line.tail = (line.tail + piece).slice(-TAIL_CHARACTERS)
      line.size += taken
      this.spend(end === -1 ? taken : taken + 2, limits)
      if (end !== -1) return line
      await this.fill(signal)
    }
  }

  /** Reads a literal, and keeps it if there is room. */
  private async readLiteral(length: number, room: number, limits: ReadLimits, signal: AbortSignal): Promise<string> {
    if (length > limits.left) throw tooMuch()
    const kept: string[] = []
    for (let left = length; left > 0; ) {
      if (this.held.length === 0) await this.fill(signal)
      const taken = Math.min(left, this.held.length)
      if (length <= room) kept.push(this.held.toString('latin1', 0, taken))
      this.spend(taken, limits)
      left -= taken
    }
    return kept.join('')
  }

  private spend(count: number, limits: ReadLimits): void {
    limits.left -= count
    if (limits.left < 0) throw tooMuch()
    this.held = this.held.subarray(count)
  }

  private async fill(signal: AbortSignal): Promise<void> {
    const bytes = await this.connection.read(signal)
    if (bytes === undefined) throw new SourceFault('temporary', 'The mail server ended the connection.')
    this.held = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes])
  }
}

const tooMuch = () => new SourceFault('temporary', 'The mail server sent more than was asked for.')
const malformed = () => new SourceFault('temporary', "The mail server sent a response that can't be read.")

/** Values of a response. @throws SourceFault if it is malformed, too deep or has too many values */
export function parseResponse({ text, literals }: Pick<RawResponse, 'text' | 'literals'>): ImapValue[] {
  const top: ImapValue[] = []
  const open: ImapValue[][] = [top]
  let count = 0
  let at = 0
  while (at < text.length) {
    const list = open.at(-1)
    if (list === undefined || open.length > DEPTH_MAX || count++ > VALUES_MAX) throw malformed()
    const sign = text[at]
    if (sign === ' ') at++
    else if (sign === '(') {
      const inner: ImapValue[] = []
      list.push(inner)
      open.push(inner)
      at++
    } else if (sign === ')') {
      if (open.length === 1) throw malformed()
      open.pop()
      at++
    } else if (sign === '"') {
      const [value, end] = readQuoted(text, at + 1)
      list.push(value)
      at = end
    } else if (sign === '\0') {
      const number = text.slice(at + 1, text.indexOf(' ', at))
      list.push(literals[Number(number)] ?? '')
      at += 1 + number.length
    } else {
      const [atom = ''] = ATOM.exec(text.slice(at, at + ATOM_MAX)) ?? []
      if (atom === '') throw malformed()
      list.push(atom.toUpperCase() === 'NIL' ? null : atom)
      at += atom.length
    }
  }
  if (open.length !== 1) throw malformed()
  return top
}

const ATOM_MAX = 1_000
/** An atom, with a section in brackets such as `BODY[HEADER.FIELDS (TO)]<0>`. */
const ATOM = /^[^\s()"\0[]*(?:\[[^\]]*\][^\s()"\0[]*)?/

function readQuoted(text: string, start: number): [value: string, end: number] {
  let value = ''
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') return [value, at + 1]
    if (text[at] === '\\') at++
    value += text[at] ?? ''
  }
  throw malformed()
}

export const isList = (value: ImapValue | undefined): value is readonly ImapValue[] => Array.isArray(value)

/** Text of a value. Undefined for NIL and lists. */
export const toText = (value: ImapValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Quoted string (RFC 9051, section 9). Settings have no control characters. */
export const quote = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`

/** Name of a mailbox in modified UTF-7 (RFC 3501, section 5.1.3), which every server understands. */
export const encodeMailbox = (name: string): string =>
  name.replaceAll('&', '&-').replaceAll(/[^\x20-\x7e]+/g, (run) => {
    const bytes = Buffer.from(run, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replaceAll('=', '')}-`
  })
