/**
 * Server of the stand-ins for vendors of call sources (`source-vendors-*.ts`): it lists calls, and serves transcripts and
 * recordings. Storage is a server of its own, whose addresses expire and which refuses credentials. It imports nothing
 * of what is tested.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface VendorCall {
  readonly id: string
  readonly startedAt: Date
  readonly recording: Buffer
}

/** A request as the vendor sends it. */
export interface VendorEvent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Vendor {
  readonly kind: string
  readonly settings: Readonly<Record<string, string>>
  readonly credentials: Readonly<Record<string, string>>
  /** Whether the signature covers a time. */
  readonly isTimed: boolean
  readonly has: { readonly transcript: boolean; readonly recording: boolean }
  /** Whether the source creates the subscription, with a look. */
  readonly isSubscribed?: true
  /** ID of the call in Parley. */
  readonly toExternalId: (call: VendorCall) => string
  /** Events of a call, in the usual order. */
  events(call: VendorCall, at: Date, address: string): readonly VendorEvent[]
  /** Answer of the API. Undefined for unknown paths. */
  answer(path: string, query: URLSearchParams, body: string, server: VendorServer, request: IncomingMessage): unknown
  /** Whether a request to the API has the credentials. */
  isAllowed(headers: IncomingMessage['headers'], server: VendorServer, path: string): boolean
}

export interface VendorVisit {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, unknown>>
}

export interface VendorServer {
  readonly url: string
  readonly calls: VendorCall[]
  /** Number of requests without or with wrong credentials, and of credentials that reached the storage. */
  readonly mistakes: string[]
  /** Access tokens that are valid. */
  readonly tokens: Set<string>
  /** Sends a request to the address of a source. Undefined if the vendor doesn't check addresses. */
  visit?: (url: string, headers?: Readonly<Record<string, string>>) => Promise<VendorVisit>
  /** One call for each page, of those that started in a range of milliseconds, the last one included. */
  list(
    from: number,
    until: number,
    cursor: string | null,
  ): { readonly calls: VendorCall[]; readonly next: string | null }
  /** Address of the recording that works once more. */
  sign(call: VendorCall): string
  /** Address of a text in the storage. */
  store(content: string): string
  /** Makes all addresses and access tokens invalid that were issued before. */
  expire(): void
  /** Recording that the API itself sends. */
  file(call: VendorCall): Buffer
  close(): Promise<void>
}

/** Answer of an API with an error. */
export class VendorRefusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.headers = headers
  }
}

const CREDENTIALS = ['authorization', 'xi-api-key', 'x-api-key', 'cookie']

export async function startVendor<V extends Vendor>(
  vendor: (url: string) => V,
): Promise<{ vendor: V; server: VendorServer }> {
  const addresses = new Map<string, Buffer>()
  const mistakes: string[] = []
  const storage = await listen((request, response) => {
    if (CREDENTIALS.some((name) => request.headers[name] !== undefined)) mistakes.push('credentials at the storage')
    const content = addresses.get(request.url?.slice(1) ?? '')
    if (content === undefined) response.writeHead(403).end()
    else response.writeHead(200).end(content)
  })
  const keep = (content: Buffer): string => {
    const token = randomBytes(8).toString('hex')
    addresses.set(token, content)
    return `${storage.url}/${token}`
  }
  const calls: VendorCall[] = []
  const api = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor.test')
    const body = await text(request)
    if (!made.isAllowed(request.headers, server, pathname)) {
      mistakes.push(`no credentials for ${pathname}`)
      response.writeHead(401).end('{}')
      return
    }
    const answer = await made.answer(pathname, searchParams, body, server, request)
    if (answer === undefined) response.writeHead(404).end('{}')
    else if (answer instanceof VendorRefusal) response.writeHead(answer.status, answer.headers).end('{}')
    else if (Buffer.isBuffer(answer)) {
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': answer.length }).end(answer)
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const server: VendorServer = {
    ...{ url: api.url, calls, mistakes, tokens: new Set<string>() },
    list(from, until, cursor) {
      const listed = calls.filter(({ startedAt }) => startedAt.getTime() >= from && startedAt.getTime() <= until)
      const at = Number(cursor ?? 0)
      return { calls: listed.slice(at, at + 1), next: at + 1 < listed.length ? String(at + 1) : null }
    },
    sign: ({ recording }) => keep(recording),
    store: (content) => keep(Buffer.from(content)),
    expire() {
      addresses.clear()
      server.tokens.clear()
    },
    file: ({ recording }) => recording,
    async close() {
      await Promise.all([api.close(), storage.close()])
    },
  }
  const made = vendor(api.url)
  return { vendor: made, server }
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server: Server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
export const PLAIN_SECRET = 'a-secret-of-at-least-32-characters!!'
export const KEY = 'key-1'
export const json = { 'content-type': 'application/json' }
export const hmac = (key: string | Buffer, content: string, encoding: 'hex' | 'base64', algorithm = 'sha256') =>
  createHmac(algorithm, key).update(content).digest(encoding)
export const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Standard Webhooks, with the header names of Svix. */
export function svix(payload: object, at: Date, id: string): VendorEvent {
  const body = JSON.stringify(payload)
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signature = `v1,${hmac(key, `${id}.${toSeconds(at)}.${body}`, 'base64')}`
  return {
    body,
    headers: { ...json, 'svix-id': id, 'svix-timestamp': String(toSeconds(at)), 'svix-signature': signature },
  }
}

/** A new access token, valid until `expire`. */
export function issueToken({ tokens }: VendorServer): string {
  const token = randomBytes(8).toString('hex')
  tokens.add(token)
  return token
}

export const hasToken = ({ authorization }: IncomingMessage['headers'], { tokens }: VendorServer): boolean =>
  authorization !== undefined && tokens.has(authorization.replace(/^Bearer /, ''))

export const SPOKEN = ['Shall we talk about the renewal?', 'Gladly, the renewal is due in May.']
export const findCall = ({ calls }: VendorServer, id: string | undefined) => calls.find((call) => call.id === id)
export const lastPart = (path: string) => path.replace(/\/$/, '').split('/').at(-1)
