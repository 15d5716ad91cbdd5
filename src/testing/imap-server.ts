/**
 * A mail server (IMAP4rev1 over TLS) on this machine with one mailbox, as a stand-in for real ones. It can misbehave: it
 * dies in the middle, repeats itself, renumbers its messages, and sends too much, too slowly, or something else.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { closeAfterTests } from './close-after-tests.ts'

export const MAIL_USER = 'calls@acme.example'
export const MAIL_PASSWORD = 'an "app" pass\\word'
export const MAIL_TOKEN = 'token-of-the-mailbox'
const TOKEN_ANSWER = `user=${MAIL_USER}\x01auth=Bearer ${MAIL_TOKEN}\x01\x01`

export interface StoredPart {
  readonly type: string
  /** Undefined for text of the message. */
  readonly name?: string
  readonly content: string | Buffer
  readonly charset?: string
  readonly encoding?: 'base64' | 'quoted-printable' | '8bit'
}

export interface StoredMessage {
  readonly id?: string
  readonly subject?: string
  /** Addresses such as `Ann <ann@acme.example>`. */
  readonly from?: string
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly sentAt?: Date
  readonly arrivedAt?: Date
  readonly parts: readonly StoredPart[]
}

interface Kept extends StoredMessage {
  readonly uid: number
  flags: string
}

export type Misdeed =
  /** Closes the connection in the middle of a part. */
  | 'dies'
  /** Announces a literal of a terabyte. */
  | 'huge literal'
  /** Sends a line without end. */
  | 'endless line'
  /** Sends responses without end. */
  | 'endless responses'
  /** Repeats responses, and adds messages that weren't requested. */
  | 'repeats'
  /** Sends a structure that is nested a thousand times. */
  | 'deep'
  /** Adds text before the encryption starts. */
  | 'injects'
  /** Says nothing after the greeting. */
  | 'silent'
  /** Sends random bytes without end. */
  | 'garbage'
  /** Closes the connection instead of a greeting. */
  | 'busy'

export interface ImapServer {
  readonly port: number
  /** Commands without tag, in order. LOGOUT isn't among them. */
  readonly asked: string[]
  /** Messages by folder. */
  readonly folders: Map<string, Kept[]>
  /** Capabilities after the sign-in. */
  capabilities: string
  misdeed: Misdeed | undefined
  /** Number of misdeeds until the server behaves. */
  misdeeds: number
  /** Bytes that the server sent in responses without end. */
  poured: number
  add(message: StoredMessage, folder?: string): number
  /** Gives all messages other UIDs, as after a restored backup. */
  renumber(): void
  reset(): void
}

/**
 * Closed by itself after the test file.
 * @param startTls whether connections begin without encryption
 * @param offersTls whether such connections can be encrypted
 */
export async function startImapServer({ startTls = false, offersTls = true } = {}): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  let validity = 1_000
  let next = 1
  const server: ImapServer = {
    ...{ port: 0, asked: [], folders: new Map([['INBOX', []]]), misdeed: undefined, misdeeds: 0, poured: 0 },
    capabilities: 'IMAP4rev1 AUTH=PLAIN MOVE UIDPLUS',
    add(message, folder = 'INBOX') {
      const uid = next++
      server.folders.set(folder, [...(server.folders.get(folder) ?? []), { ...message, uid, flags: '' }])
      return uid
    },
    renumber() {
      validity++
      next = 500
      for (const [name, kept] of server.folders) {
        server.folders.set(
          name,
          kept.map((message) => ({ ...message, uid: next++ })),
        )
      }
    },
    reset() {
      server.asked.length = 0
      server.folders.clear()
      server.folders.set('INBOX', [])
      Object.assign(server, { misdeed: undefined, misdeeds: 0, poured: 0 })
      server.capabilities = 'IMAP4rev1 AUTH=PLAIN MOVE UIDPLUS'
    },
  }
  const tls = { key: CERTIFICATE_KEY, cert: CERTIFICATE, isServer: true } as const
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (startTls) new Session(server, socket, () => validity, offersTls ? tls : undefined)
    else new Session(server, new TLSSocket(socket, tls), () => validity)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  closeAfterTests(async () => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return Object.assign(server, { port: (listener.address() as AddressInfo).port })
}

class Session {
  private readonly server: ImapServer
  private readonly validity: () => number
  private readonly tls: ConstructorParameters<typeof TLSSocket>[1]
  private socket: Socket
  private held = ''
  private folder = ''
  /** Tag of a sign-in that waits for its answer. */
  private waiting: string | undefined

  constructor(
    server: ImapServer,
    socket: Socket,
    validity: () => number,
    tls?: ConstructorParameters<typeof TLSSocket>[1],
  ) {
    this.server = server
    this.socket = socket
    this.validity = validity
    this.tls = tls
    this.listen(socket)
    this.say(this.misbehaves('busy') ? '* BYE Too many connections' : '* OK Good day')
  }

  private listen(socket: Socket): void {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      this.held += bytes.toString('latin1')
      for (let end = this.held.indexOf('\r\n'); end !== -1; end = this.held.indexOf('\r\n')) {
        const line = this.held.slice(0, end)
        this.held = this.held.slice(end + 2)
        this.take(line)
      }
    })
  }

  private say(text: string): undefined {
    if (!this.socket.destroyed) this.socket.write(`${text}\r\n`, 'latin1')
  }

  private misbehaves(...deeds: Misdeed[]): boolean {
    const { misdeed, misdeeds } = this.server
    if (misdeed === undefined || misdeeds === 0 || !deeds.includes(misdeed)) return false
    this.server.misdeeds--
    return true
  }

  private take(line: string): undefined {
    if (this.waiting !== undefined) {
      const answer = Buffer.from(line, 'base64').toString()
      const tag = this.waiting
      // After a wrong token, the client answers to the explanation with an empty line.
      if (answer.startsWith('user=') && answer !== TOKEN_ANSWER) return this.say('+ eyJzdGF0dXMiOiI0MDAifQ==')
      this.waiting = undefined
      const isKnown = answer === `\0${MAIL_USER}\0${MAIL_PASSWORD}` || answer === TOKEN_ANSWER
      return this.say(isKnown ? `${tag} OK Come in` : `${tag} NO [AUTHENTICATIONFAILED] Who are you?`)
    }
    const [tag = '', ...words] = line.split(' ')
    const text = words.join(' ')
    // It can arrive after the test that caused it.
    if (text === 'LOGOUT') return this.say(`* BYE Farewell\r\n${tag} OK Done`)
    this.server.asked.push(text)
    if (this.misbehaves('silent')) return
    if (/^LOGIN /.test(text)) {
      const [user = '', password = ''] = text.slice(6).match(/"(?:[^"\\]|\\.)*"/g) ?? []
      if (unquote(user) !== MAIL_USER || unquote(password) !== MAIL_PASSWORD) return this.say(`${tag} NO Who are you?`)
    } else if (text === 'CAPABILITY') {
      this.say(`* CAPABILITY ${this.tls === undefined ? this.server.capabilities : 'IMAP4rev1 STARTTLS AUTH=PLAIN'}`)
    } else if (text === 'STARTTLS') return this.startTls(tag)
    else if (text === 'AUTHENTICATE PLAIN' || text === 'AUTHENTICATE XOAUTH2') {
      this.waiting = tag
      return this.say('+ ')
    } else if (/^(EXAMINE|SELECT) /.test(text)) return this.open(tag, text)
    else if (/^UID SEARCH /.test(text)) this.search(text)
    else if (/^UID FETCH /.test(text)) return this.fetch(tag, text)
    else if (/^UID (MOVE|COPY) /.test(text)) return this.move(tag, text)
    else if (/^UID STORE /.test(text)) this.at(Number(words[2])).flags = '\\Deleted'
    else if (/^UID EXPUNGE /.test(text)) this.keep(({ uid, flags }) => uid !== Number(words[2]) || flags === '')
    else if (/^CREATE /.test(text)) this.server.folders.set(unquote(text.slice(7)), [])
    else if (/^LIST /.test(text))
      this.say(`* LIST () "/" ${text.endsWith(' ""') ? '""' : text.split(' ').slice(2).join(' ')}`)
    else if (/^(LSUB|SUBSCRIBE) /.test(text)) this.server.asked.pop()
    else return this.say(`${tag} BAD What?`)
    this.say(`${tag} OK Done`)
  }

  private startTls(tag: string): undefined {
    this.socket.removeAllListeners('data')
    const injected = this.misbehaves('injects') ? '* CAPABILITY IMAP4rev1\r\n' : ''
    this.socket.write(`${tag} OK Begin\r\n${injected}`)
    this.listen(new TLSSocket(this.socket, this.tls))
  }

  private at(uid: number): Kept {
    const found = this.messages.find((message) => message.uid === uid)
    if (found === undefined) throw new Error('The client names a message that does not exist.')
    return found
  }

  private get messages(): Kept[] {
    return this.server.folders.get(this.folder) ?? []
  }

  private keep(isKept: (message: Kept) => boolean): undefined {
    this.server.folders.set(this.folder, this.messages.filter(isKept))
  }

  private open(tag: string, text: string): undefined {
    const folder = unquote(text.slice(text.indexOf(' ') + 1))
    if (!this.server.folders.has(folder)) return this.say(`${tag} NO [NONEXISTENT] No such folder`)
    this.folder = folder
    this.say('* FLAGS (\\Seen \\Deleted)')
    this.say(`* ${this.messages.length} EXISTS`)
    this.say(`* OK [UIDVALIDITY ${this.validity()}] Valid`)
    this.say(`${tag} OK [READ-WRITE] Open`)
  }

  private search(text: string): undefined {
    const from = Number(/UID (\d+):\*/.exec(text)?.[1] ?? Number.NaN)
    const only = /^UID SEARCH UID ([\d,]+)$/.exec(text)?.[1]?.split(',').map(Number) ?? []
    const since = Date.parse(`${/SINCE (\S+)/.exec(text)?.[1]} UTC`)
    const id = /HEADER Message-ID "?(.*?)"?$/i.exec(text)?.[1]
    const found = this.messages.filter(
      (message) =>
        only.includes(message.uid) ||
        message.uid >= from ||
        arrivalOf(message).getTime() >= since ||
        (id !== undefined && message.id?.includes(id)),
    )
    this.say(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}`)
  }

  private fetch(tag: string, text: string): undefined {
    const [, list = '', items = ''] = /^UID FETCH (\S+) \((.*)\)$/.exec(text) ?? []
    const uids = list.split(',').map(Number)
    const piece = /BODY\.PEEK\[([\d.]+)\]<(\d+)\.(\d+)>/.exec(items)
    if (this.misbehaves('huge literal')) return this.say(`* 1 FETCH (UID ${uids[0]} BODY[1] {1000000000000}`)
    if (this.misbehaves('garbage')) return this.pour(randomBytes(64 * 1024))
    if (this.misbehaves('endless line')) return this.pour('x'.repeat(64 * 1024))
    if (this.misbehaves('endless responses')) return this.pour('* 7 EXISTS\r\n'.repeat(5_000))
    if (this.misbehaves('deep')) {
      this.say(`* 1 FETCH (UID ${uids[0]} ENVELOPE NIL BODYSTRUCTURE ${'('.repeat(1_000)}${')'.repeat(1_000)})`)
    } else {
      const repeats = this.misbehaves('repeats') ? 2 : 1
      for (const [index, message] of this.messages.entries()) {
        if (!uids.includes(message.uid) && repeats === 1) continue
        for (let time = 0; time < repeats; time++) this.answer(index + 1, message, piece)
        this.say(`* ${index + 1} FETCH (FLAGS (\\Seen))`)
      }
      if (this.socket.destroyed) return
    }
    this.say(`${tag} OK Done`)
  }

  /** Sends the same again and again until the client closes the connection. */
  private pour(content: string | Buffer): undefined {
    const socket = this.socket
    const more = () => {
      if (socket.destroyed) return
      this.server.poured += content.length
      socket.write(content, () => setImmediate(more))
    }
    more()
  }

  private answer(number: number, message: Kept, piece: RegExpExecArray | null): undefined {
    if (piece === null) {
      const date = `INTERNALDATE "${arrivalOf(message).toUTCString().slice(5).replace(' ', '-').replace(' ', '-')}"`
      const facts = `UID ${message.uid} ${date.replace('GMT', '+0000')}`
      return this.say(`* ${number} FETCH (${facts} ENVELOPE ${envelope(message)} BODYSTRUCTURE ${structure(message)})`)
    }
    const [, section = '', from = '0', count = '0'] = piece
    const part = message.parts[Number(section) - 1]
    if (part === undefined) throw new Error('The client names a part that does not exist.')
    const bytes = encode(part).slice(Number(from), Number(from) + Number(count))
    const head = `* ${number} FETCH (UID ${message.uid} BODY[${section}]<${from}> {${bytes.length}}\r\n`
    if (this.misbehaves('dies')) {
      this.socket.end(head + bytes.slice(0, bytes.length / 2), 'latin1', () => this.socket.destroy())
      return
    }
    this.say(`${head}${bytes})`)
  }

  private move(tag: string, text: string): undefined {
    const [, kind, uid, folder = ''] = /^UID (MOVE|COPY) (\d+) (.*)$/.exec(text) ?? []
    const target = unquote(folder)
    if (!this.server.folders.has(target)) return this.say(`${tag} NO [TRYCREATE] No such folder`)
    const { uid: _, flags: __, ...message } = this.at(Number(uid))
    this.server.add(message, target)
    if (kind === 'MOVE') this.keep((one) => one.uid !== Number(uid))
    this.say(`${tag} OK Done`)
  }
}

const arrivalOf = ({ arrivedAt, sentAt }: StoredMessage): Date => arrivedAt ?? sentAt ?? new Date()

const unquote = (text: string): string => text.replace(/^"|"$/g, '').replaceAll(/\\(.)/g, '$1')

/** A quoted string, or a literal for everything that can't be quoted. */
const string = (text: string | undefined): string => {
  if (text === undefined) return 'NIL'
  const bytes = Buffer.from(text).toString('latin1')
  return /^[\x20-\x7e]*$/.test(bytes) ? `"${bytes.replaceAll(/["\\]/g, '\\$&')}"` : `{${bytes.length}}\r\n${bytes}`
}

function envelope({ subject, from, to, cc, sentAt, id }: StoredMessage): string {
  const people = (list: readonly string[] | undefined) => {
    if (list === undefined) return 'NIL'
    const all = list.map((one) => {
      const [, name, box, host] = /^(?:(.*) <)?([^@<]*)@([^>]*)>?$/.exec(one) ?? []
      return `(${string(name)} NIL ${string(box)} ${string(host)})`
    })
    return `(${all.join('')})`
  }
  const sender = people(from === undefined ? undefined : [from])
  const date = string(sentAt === undefined ? undefined : `${sentAt.toUTCString().replace('GMT', '+0000')} (UTC)`)
  return `(${date} ${string(subject)} ${sender} ${sender} NIL ${people(to)} ${people(cc)} NIL NIL ${string(id)})`
}

function structure({ parts }: StoredMessage): string {
  const all = parts.map((part) => {
    const [type = '', subtype = ''] = part.type.split('/')
    const parameters = part.charset === undefined ? 'NIL' : `("CHARSET" ${string(part.charset)})`
    const bytes = encode(part)
    const lines = type === 'text' ? ` ${bytes.split('\n').length}` : ''
    const disposition = part.name === undefined ? 'NIL' : `("attachment" ("filename" ${string(part.name)}))`
    const encoding = string(part.encoding ?? '8bit')
    return `(${string(type)} ${string(subtype)} ${parameters} NIL NIL ${encoding} ${bytes.length}${lines} NIL ${disposition} NIL)`
  })
  return parts.length === 1 ? (all[0] ?? '') : `(${all.join('')} "mixed" ("boundary" "x") NIL NIL)`
}

/** Content of a part as it is sent, with one character per byte. */
function encode({ content, encoding }: StoredPart): string {
  const bytes = Buffer.from(content)
  if (encoding === 'base64') return bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  if (encoding === undefined || encoding === '8bit') return bytes.toString('latin1')
  return bytes.toString('latin1').replaceAll(/[^\x20-\x3c\x3e-\x7e\r\n]/g, (character) => {
    return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  })
}
