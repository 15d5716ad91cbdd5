/**
 * Session with an IMAP server (RFC 9051, and RFC 3501 for older ones): sign-in, folders, searches, and parts of
 * messages. Only commands that the source needs exist. Apart from `move`, none of them changes a message.
 */
import type { ConnectPublic, PublicConnection } from '../../../core/public-connection.ts'
import { toSourceFault } from './download.ts'
import { encodeMailbox, ImapReader, type ImapValue, isList, parseResponse, quote, toText } from './imap-wire.ts'
import { SourceFault } from './kind.ts'

const COMMAND_MS = 60_000
/** Maximum number of responses to one command, so that a server can't keep the process busy. */
const RESPONSES_MAX = 20_000
const COMMAND_BYTES_MAX = 1024 * 1024
/** Response with the UIDs of about 500,000 messages. */
const SEARCH_BYTES_MAX = 4 * 1024 * 1024
/** Somebody can send a message with a huge header. It is discarded, and must not hold back the others. */
const MESSAGES_BYTES_MAX = 64 * 1024 * 1024
/** Overhead of a response that contains a piece of a part. */
const FRAME_BYTES = 4 * 1024

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

interface CommandOptions {
  /** Answers to requests of the server for more data, in order. */
  readonly answers?: readonly string[]
  readonly responseBytes?: number
  readonly bytes?: number
  /** @param response without the asterisk; undefined in place of a response that is too large */
  readonly read?: (response: { readonly text: string; readonly literals: readonly string[] } | undefined) => void
}

interface Completion {
  readonly status: string
  /** Response code and text. */
  readonly text: string
}

/** Runs work in a session, and ends it. @throws SourceFault */
export async function withSession<T>(
  { connectPublic, signal }: { readonly connectPublic: ConnectPublic; readonly signal: AbortSignal },
  account: MailAccount,
  work: (session: ImapSession) => Promise<T>,
): Promise<T> {
  let connection: PublicConnection | undefined
  try {
    const { host, port, security } = account
    connection = await connectPublic({ host, port, tls: security === 'tls', signal })
    const session = new ImapSession(connection, signal)
    await session.signIn(account)
    const result = await work(session)
    await session.leave()
    return result
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SourceFault('temporary', "The mail server didn't respond in time.")
    }
    throw toSourceFault(error)
  } finally {
    connection?.close()
  }
}

export class ImapSession {
  private readonly connection: PublicConnection
  private readonly signal: AbortSignal
  private reader: ImapReader
  private commands = 0

  constructor(connection: PublicConnection, signal: AbortSignal) {
    this.connection = connection
    this.signal = signal
    this.reader = new ImapReader(connection)
  }

  async signIn({ security, user, password, token }: MailAccount): Promise<void> {
    const greeting = await this.reader.next({ left: COMMAND_BYTES_MAX }, this.until())
    if (!/^\* OK\b/i.test(greeting.text)) throw new SourceFault('temporary', 'The mail server refuses connections.')
    if (security === 'starttls') await this.startTls()
    const capabilities = await this.listCapabilities()
    let done: Completion
    if (token !== undefined) {
      const answer = Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString('base64')
      // After a failure, the server expects an empty answer to its explanation.
      done = await this.send('AUTHENTICATE XOAUTH2', { answers: [answer, ''] })
    } else if (capabilities.has('AUTH=PLAIN')) {
      const answer = Buffer.from(`\0${user}\0${password ?? ''}`).toString('base64')
      done = await this.send('AUTHENTICATE PLAIN', { answers: [answer] })
    } else if (capabilities.has('LOGINDISABLED')) {
      throw new SourceFault('lasting', 'The mail server allows no sign-in with a password.')
    } else {
      done = await this.send(`LOGIN ${quote(user)} ${quote(password ?? '')}`)
    }
    if (done.status === 'OK') return
    const isBusy = /^\[(UNAVAILABLE|LIMIT|INUSE|SERVERBUG)\b/i.test(done.text)
    throw new SourceFault(
      'temporary',
      isBusy ? 'The mail server accepts no sign-in at present.' : 'The mail server rejected the user name or password.',
    )
  }

  /** @throws SourceFault if the folder doesn't exist */
  async open(folder: string, { toChange = false } = {}): Promise<OpenFolder> {
    let validity = ''
    let count = 0
    const name = quote(encodeMailbox(folder))
    const done = await this.send(`${toChange ? 'SELECT' : 'EXAMINE'} ${name}`, {
      read: (response) => {
        validity = /^OK \[UIDVALIDITY (\d{1,10})\]/i.exec(response?.text ?? '')?.[1] ?? validity
        count = Number(/^(\d{1,10}) EXISTS\b/i.exec(response?.text ?? '')?.[1] ?? count)
      },
    })
    if (done.status !== 'OK') {
      throw new SourceFault('temporary', "The folder of the mailbox doesn't exist, or can't be opened.")
    }
    return { validity, count }
  }

  /** UIDs of messages in ascending order. */
  async search(criteria: string): Promise<number[]> {
    const found = new Set<number>()
    let isCut = false
    await this.require(`UID SEARCH ${criteria}`, {
      ...{ responseBytes: SEARCH_BYTES_MAX, bytes: SEARCH_BYTES_MAX + COMMAND_BYTES_MAX },
      read: (response) => {
        if (response === undefined) isCut = true
        if (response === undefined || !/^SEARCH\b/i.test(response.text)) return
        for (const [uid] of response.text.matchAll(/\d+/g)) if (isUid(Number(uid))) found.add(Number(uid))
      },
    })
    if (isCut)
      throw new SourceFault('lasting', 'The folder of the mailbox contains too many messages. Use another one.')
    return [...found].sort((one, other) => one - other)
  }

  /**
   * Requests items of messages.
   * @returns items by UID, and the number of messages that can't be read
   */
  async fetchItems(
    uids: readonly number[],
    items: string,
  ): Promise<{ messages: Map<number, ReadonlyMap<string, ImapValue>>; unreadable: number }> {
    const messages = new Map<number, ReadonlyMap<string, ImapValue>>()
    let unreadable = 0
    await this.require(`UID FETCH ${uids.join(',')} (UID ${items})`, {
      bytes: MESSAGES_BYTES_MAX,
      read: (response) => {
        if (response !== undefined && !isFetch(response.text)) return
        const found = response === undefined ? undefined : readItems(response)
        const uid = Number(toText(found?.get('UID')))
        if (found === undefined) unreadable++
        // Servers report changed flags on their own. Other messages than the requested ones are left out.
        else if (uids.includes(uid) && found.size > 2 && !messages.has(uid)) messages.set(uid, found)
      },
    })
    return { messages, unreadable }
  }

  /** Bytes of a part, one per character. Fewer than requested are the last ones. */
  async fetchBytes(uid: number, section: string, from: number, count: number): Promise<string> {
    let bytes: string | undefined
    await this.require(`UID FETCH ${uid} (UID BODY.PEEK[${section}]<${from}.${count}>)`, {
      ...{ responseBytes: count + FRAME_BYTES, bytes: count + COMMAND_BYTES_MAX },
      read: (response) => {
        if (response === undefined) throw new SourceFault('temporary', 'The mail server sent more than was asked for.')
        if (!isFetch(response.text)) return
        const items = readItems(response)
        const found = [...(items ?? [])].find(([name]) => name.startsWith('BODY['))
        if (found !== undefined && Number(toText(items?.get('UID'))) === uid) bytes = toText(found[1]) ?? ''
      },
    })
    if (bytes === undefined) throw new SourceFault('temporary', 'The message no longer exists.')
    if (bytes.length > count) throw new SourceFault('temporary', 'The mail server sent more than was asked for.')
    return bytes
  }

  /** Moves a message of the open folder. The folder it goes to is created if it doesn't exist. */
  async move(uid: number, folder: string): Promise<void> {
    const capabilities = await this.listCapabilities()
    const hasMove = capabilities.has('MOVE')
    // Without either extension, a move would also remove other messages that somebody marked as deleted.
    if (!hasMove && !capabilities.has('UIDPLUS')) {
      throw new SourceFault('lasting', "The mail server can't move single messages.")
    }
    const name = quote(encodeMailbox(folder))
    const command = `UID ${hasMove ? 'MOVE' : 'COPY'} ${uid} ${name}`
    const done = await this.send(command)
    if (done.status === 'NO' && /^\[TRYCREATE\]/i.test(done.text)) {
      await this.require(`CREATE ${name}`)
      await this.require(command)
    } else if (done.status !== 'OK') throw refused()
    if (hasMove) return
    await this.require(`UID STORE ${uid} +FLAGS.SILENT (\\Deleted)`)
    await this.require(`UID EXPUNGE ${uid}`)
  }

  /** Ends the session. The result of the work doesn't depend on whether the server answers. */
  async leave(): Promise<void> {
    await this.connection.write(`P${++this.commands} LOGOUT\r\n`).catch(() => {})
  }

  private async startTls(): Promise<void> {
    const done = await this.send('STARTTLS')
    if (done.status !== 'OK') throw new SourceFault('lasting', "The mail server doesn't support STARTTLS. Use TLS.")
    // Whatever arrived before the encryption could come from somebody else.
    if (this.reader.hasRest) throw new SourceFault('temporary', 'The mail server sent data before the encryption.')
    await this.connection.encrypt(this.until())
    this.reader = new ImapReader(this.connection)
  }

  private async listCapabilities(): Promise<Set<string>> {
    const found = new Set<string>()
    await this.require('CAPABILITY', {
      read: (response) => {
        if (response === undefined || !/^CAPABILITY\b/i.test(response.text)) return
        for (const one of response.text.split(' ').slice(1)) found.add(one.toUpperCase())
      },
    })
    return found
  }

  private async require(command: string, options: CommandOptions = {}): Promise<void> {
    if ((await this.send(command, options)).status !== 'OK') throw refused()
  }

  private async send(
    command: string,
    { answers = [], responseBytes, bytes = COMMAND_BYTES_MAX, read }: CommandOptions = {},
  ): Promise<Completion> {
    const tag = `P${++this.commands}`
    const signal = this.until()
    await this.connection.write(`${tag} ${command}\r\n`)
    const limits = { left: bytes, ...(responseBytes === undefined ? {} : { responseBytes }) }
    const left = [...answers]
    for (let responses = 0; responses < RESPONSES_MAX; responses++) {
      const response = await this.reader.next(limits, signal)
      const { text, isCut } = response
      const completion = new RegExp(`^${tag} (OK|NO|BAD)\\b ?(.*)`, 'is').exec(text)
      if (completion !== null) return { status: completion[1]?.toUpperCase() ?? '', text: completion[2] ?? '' }
      if (text.startsWith('* ')) {
        if (/^\* BYE\b/i.test(text)) throw ended()
        read?.(isCut ? undefined : { ...response, text: text.slice(2) })
      } else if (text.startsWith('+')) {
        const answer = left.shift()
        if (answer === undefined) throw refused()
        await this.connection.write(`${answer}\r\n`)
      } else throw new SourceFault('temporary', "The mail server sent a response that can't be read.")
    }
    throw new SourceFault('temporary', 'The mail server sent more than was asked for.')
  }

  private until(): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(COMMAND_MS)])
  }
}

const refused = () => new SourceFault('temporary', 'The mail server refused a command.')
const ended = () => new SourceFault('temporary', 'The mail server ended the connection.')
const isFetch = (text: string): boolean => /^\d{1,10} FETCH\b/i.test(text)

/** Largest UID (RFC 9051, section 2.3.1.1). */
const UID_MAX = 2 ** 32 - 1
const isUid = (uid: number): boolean => uid >= 1 && uid <= UID_MAX

/** Items of a FETCH response by name. Undefined if it is malformed. */
function readItems(response: {
  readonly text: string
  readonly literals: readonly string[]
}): Map<string, ImapValue> | undefined {
  try {
    const [, , items] = parseResponse(response)
    if (!isList(items)) return undefined
    const found = new Map<string, ImapValue>()
    for (let at = 0; at + 1 < items.length; at += 2) {
      found.set(toText(items[at])?.toUpperCase() ?? '', items[at + 1] ?? null)
    }
    return found
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    return undefined
  }
}
