/**
 * Stand-ins of vendors on the loopback, built from their published events and APIs: they sign events, list calls, and serve
 * transcripts and recordings. Storage is a server of its own, whose addresses expire and which refuses credentials. It
 * imports nothing of what is tested.
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
  /** ID of the call in Parley. */
  readonly toExternalId: (call: VendorCall) => string
  /** Events of a call, in the usual order. */
  events(call: VendorCall, at: Date, address: string): readonly VendorEvent[]
  /** Answer of the API. Undefined for unknown paths. */
  answer(path: string, query: URLSearchParams, body: string, server: VendorServer): unknown
  /** Whether a request to the API has the credentials. */
  isAllowed(headers: IncomingMessage['headers']): boolean
}

export interface VendorServer {
  readonly url: string
  readonly calls: VendorCall[]
  /** Number of requests without or with wrong credentials, and of credentials that reached the storage. */
  readonly mistakes: string[]
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
  /** Makes all addresses invalid that were signed before. */
  expire(): void
  /** Recording that the API itself sends. */
  file(call: VendorCall): Buffer
  close(): Promise<void>
}

const CREDENTIALS = ['authorization', 'xi-api-key', 'x-api-key', 'cookie']

export async function startVendor(vendor: (url: string) => Vendor): Promise<{ vendor: Vendor; server: VendorServer }> {
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
    if (!made.isAllowed(request.headers)) {
      mistakes.push(`no credentials for ${pathname}`)
      response.writeHead(401).end('{}')
      return
    }
    const answer = made.answer(pathname, searchParams, body, server)
    if (answer === undefined) response.writeHead(404).end('{}')
    else if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'audio/wav' }).end(answer)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const server: VendorServer = {
    ...{ url: api.url, calls, mistakes },
    list(from, until, cursor) {
      const listed = calls.filter(({ startedAt }) => startedAt.getTime() >= from && startedAt.getTime() <= until)
      const at = Number(cursor ?? 0)
      return { calls: listed.slice(at, at + 1), next: at + 1 < listed.length ? String(at + 1) : null }
    },
    sign: ({ recording }) => keep(recording),
    store: (content) => keep(Buffer.from(content)),
    expire: () => addresses.clear(),
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

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const PLAIN_SECRET = 'a-secret-of-at-least-32-characters!!'
const KEY = 'key-1'
const json = { 'content-type': 'application/json' }
const hmac = (key: string | Buffer, content: string, encoding: 'hex' | 'base64', algorithm = 'sha256') =>
  createHmac(algorithm, key).update(content).digest(encoding)
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Standard Webhooks, with the header names of Svix. */
function svix(payload: object, at: Date, id: string): VendorEvent {
  const body = JSON.stringify(payload)
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signature = `v1,${hmac(key, `${id}.${toSeconds(at)}.${body}`, 'base64')}`
  return {
    body,
    headers: { ...json, 'svix-id': id, 'svix-timestamp': String(toSeconds(at)), 'svix-signature': signature },
  }
}

const SPOKEN = ['Shall we talk about the renewal?', 'Gladly, the renewal is due in May.']
const findCall = ({ calls }: VendorServer, id: string | undefined) => calls.find((call) => call.id === id)
const lastPart = (path: string) => path.replace(/\/$/, '').split('/').at(-1)

export const recall = (apiUrl: string): Vendor => ({
  ...{ kind: 'recall', settings: { apiUrl }, credentials: { apiKey: KEY, signingSecret: SECRET }, isTimed: true },
  has: { transcript: true, recording: true },
  toExternalId: ({ id }) => id,
  events: ({ id }, at) =>
    ['recording', 'transcript'].map((what) =>
      svix(
        {
          event: `${what}.done`,
          data: {
            ...{
              data: { code: 'done', sub_code: null, updated_at: at.toISOString() },
              recording: { id, metadata: {} },
            },
            ...(what === 'transcript' ? { transcript: { id: `t-${id}`, metadata: {} } } : {}),
            bot: { id: `b-${id}`, metadata: { owner_email: 'bob@acme.example', title: 'Renewal' } },
          },
        },
        at,
        `msg_${what}_${id}`,
      ),
    ),
  isAllowed: ({ authorization }) => authorization === `Token ${KEY}`,
  answer(path, _query, _body, server) {
    const id = lastPart(path)
    if (path.startsWith('/api/v1/transcript/')) {
      return id?.startsWith('t-')
        ? { id, status: { code: 'done' }, data: { download_url: server.store(JSON.stringify(recallTranscript())) } }
        : undefined
    }
    if (path.startsWith('/api/v1/recording/')) {
      const call = findCall(server, id)
      return call && { id, media_shortcuts: { audio_mixed: { data: { download_url: server.sign(call) } } } }
    }
    if (path.startsWith('/api/v1/bot/')) return { next: null, results: [] }
    return undefined
  },
})

const recallTranscript = () =>
  SPOKEN.map((line, at) => ({
    participant: { id: at, name: ['Ana Silva', 'Bob'][at], is_host: at === 0, platform: 'zoom' },
    words: line.split(' ').map((word, place) => ({
      text: word,
      start_timestamp: { relative: at * 5 + place * 0.4 },
      end_timestamp: { relative: at * 5 + place * 0.4 + 0.3 },
    })),
  }))

export const fireflies = (apiUrl: string): Vendor => ({
  ...{ kind: 'fireflies', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
  ...{ isTimed: false, has: { transcript: true, recording: true } },
  toExternalId: ({ id }) => id,
  events: ({ id }, at) => {
    const body = JSON.stringify({ event: 'meeting.transcribed', timestamp: at.getTime(), meeting_id: id })
    return [{ body, headers: { ...json, 'x-hub-signature': `sha256=${hmac(PLAIN_SECRET, body, 'hex')}` } }]
  },
  isAllowed: ({ authorization }) => authorization === `Bearer ${KEY}`,
  answer(_path, _query, body, server) {
    const { query, variables } = JSON.parse(body)
    const facts = ({ id, startedAt }: VendorCall) => ({
      ...{ id, title: 'Renewal', dateString: startedAt.toISOString(), organizer_email: 'bob@acme.example' },
    })
    if (query.includes('user {')) return { data: { user: { user_id: 'u-1' } } }
    if (query.includes('transcripts(')) {
      const { from, to, skip, limit } = variables
      const listed = server.calls.filter(
        ({ startedAt }) => startedAt.toISOString() >= from && startedAt.toISOString() <= to,
      )
      return { data: { transcripts: listed.slice(skip, skip + limit).map(facts) } }
    }
    const call = findCall(server, variables.id)
    if (call === undefined) return { data: { transcript: null } }
    if (!/sentences|audio_url/.test(query)) return { data: { transcript: facts(call) } }
    if (query.includes('audio_url')) return { data: { transcript: { id: call.id, audio_url: server.sign(call) } } }
    const sentences = SPOKEN.map((line, at) => ({
      ...{ index: at, speaker_name: ['Ana Silva', 'Bob'][at], speaker_id: at, text: line, raw_text: line },
      ...{ start_time: at * 5, end_time: at * 5 + 4 },
    }))
    return { data: { transcript: { ...facts(call), sentences } } }
  },
})

export const fathom = (apiUrl: string): Vendor => {
  const toMeeting = ({ id, startedAt }: VendorCall) => ({
    ...{ recording_id: Number(id.replace(/\D/g, '').slice(0, 9)), title: 'Renewal', meeting_title: 'Renewal' },
    ...{ recording_start_time: startedAt.toISOString(), transcript_language: 'en' },
    recorded_by: { name: 'Bob', email: 'bob@acme.example' },
    calendar_invitees: [{ name: 'Ana Silva', email: 'ana@customer.example', is_external: true }],
    transcript: SPOKEN.map((line, at) => ({
      speaker: { display_name: ['Ana Silva', 'Bob'][at], matched_calendar_invitee_email: null },
      ...{ text: line, timestamp: `00:00:0${at * 5}` },
    })),
  })
  return {
    ...{ kind: 'fathom', settings: { apiUrl }, credentials: { apiKey: KEY, signingSecret: SECRET }, isTimed: true },
    has: { transcript: true, recording: false },
    toExternalId: (call) => String(toMeeting(call).recording_id),
    events: (call, at) => [svix(toMeeting(call), at, `msg_${call.id}`)],
    isAllowed: (headers) => headers['x-api-key'] === KEY,
    answer(path, query, _body, server) {
      if (path !== '/external/v1/meetings') return undefined
      const [from, until] = ['created_after', 'created_before'].map((name) => Date.parse(query.get(name) ?? ''))
      const { calls, next } = server.list(from || 0, until || Infinity, query.get('cursor'))
      return { items: calls.map(toMeeting), next_cursor: next }
    },
  }
}

export const elevenlabs = (apiUrl: string): Vendor => ({
  ...{ kind: 'elevenlabs', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
  ...{ isTimed: true, has: { transcript: true, recording: true } },
  toExternalId: ({ id }) => id,
  events: ({ id, startedAt }, at) => {
    const data = {
      conversation_id: id,
      agent_name: 'Renewal',
      metadata: { start_time_unix_secs: toSeconds(startedAt) },
    }
    const body = JSON.stringify({ type: 'post_call_transcription', event_timestamp: toSeconds(at), data })
    const signature = `t=${toSeconds(at)},v0=${hmac(PLAIN_SECRET, `${toSeconds(at)}.${body}`, 'hex')}`
    return [{ body, headers: { ...json, 'elevenlabs-signature': signature } }]
  },
  isAllowed: (headers) => headers['xi-api-key'] === KEY,
  answer(path, query, _body, server) {
    const listed = '/v1/convai/conversations'
    if (path === listed) {
      const [from, until] = ['call_start_after_unix', 'call_start_before_unix'].map((name) => query.get(name))
      const { calls, next } = server.list(
        Number(from ?? 0) * 1_000,
        until === null || until === undefined ? Infinity : Number(until) * 1_000,
        query.get('cursor'),
      )
      const conversations = calls.map(({ id, startedAt }) => ({
        ...{ conversation_id: id, status: 'done', agent_name: 'Renewal', start_time_unix_secs: toSeconds(startedAt) },
      }))
      return { conversations, has_more: next !== null, next_cursor: next }
    }
    const call = findCall(server, path.slice(listed.length + 1).split('/')[0])
    if (call === undefined) return undefined
    if (path.endsWith('/audio')) return server.file(call)
    const transcript = SPOKEN.map((message, at) => ({
      role: ['agent', 'user'][at],
      message,
      time_in_call_secs: at * 5,
    }))
    return { conversation_id: call.id, transcript, metadata: { start_time_unix_secs: toSeconds(call.startedAt) } }
  },
})

export const aircall = (apiUrl: string): Vendor => {
  const toCall = ({ id, startedAt }: VendorCall) => ({
    ...{ id: Number(id.replace(/\D/g, '').slice(0, 9)), direction: 'inbound', started_at: toSeconds(startedAt) },
    user: { id: 1, name: 'Bob', email: 'bob@acme.example' },
    contact: { first_name: 'Ana', last_name: 'Silva', emails: [{ label: 'Work', value: 'ana@customer.example' }] },
  })
  const send = (event: string, data: object, at: Date): VendorEvent => ({
    body: JSON.stringify({ resource: event.split('.')[0], event, timestamp: toSeconds(at), token: PLAIN_SECRET, data }),
    headers: json,
  })
  const find = ({ calls }: VendorServer, id: string | undefined) => calls.find((call) => String(toCall(call).id) === id)
  return {
    ...{ kind: 'aircall', settings: { apiId: 'id-1', apiUrl }, isTimed: false },
    credentials: { apiToken: KEY, webhookToken: PLAIN_SECRET },
    has: { transcript: true, recording: true },
    toExternalId: (call) => String(toCall(call).id),
    events: (call, at) => [
      send('call.ended', { ...toCall(call), recording: 'https://expired.example/a.mp3' }, at),
      send('transcription.created', { id: 5, call_id: toCall(call).id }, at),
    ],
    isAllowed: ({ authorization }) => authorization === `Basic ${Buffer.from(`id-1:${KEY}`).toString('base64')}`,
    answer(path, query, _body, server) {
      const full = (call: VendorCall) => ({ ...toCall(call), recording: server.sign(call) })
      if (path === '/v1/ping') return { ping: 'pong' }
      if (path === '/v1/calls') {
        const [from, until] = ['from', 'to'].map((name) => Number(query.get(name)) * 1_000)
        const page = Number(query.get('page') ?? 1)
        const { calls, next } = server.list(from ?? 0, until ?? 0, String(page - 1))
        const link = next === null ? null : `${apiUrl}/v1/calls?page=${page + 1}`
        return { calls: calls.map(full), meta: { next_page_link: link } }
      }
      const [id, part] = path.slice('/v1/calls/'.length).split('/')
      const call = find(server, id)
      if (call === undefined) return undefined
      if (part === undefined) return { call: full(call) }
      const utterances = SPOKEN.map((line, at) => ({
        ...{ start_time: at * 5, end_time: at * 5 + 4, text: line, participant_type: ['internal', 'external'][at] },
      }))
      return { transcription: { id: 5, call_id: Number(id), content: { language: 'en', utterances } } }
    },
  }
}

export const dialpad = (apiUrl: string): Vendor => {
  const toCall = ({ id, startedAt }: VendorCall) => ({
    ...{ call_id: id, direction: 'inbound', date_connected: startedAt.getTime(), external_number: '+15550100' },
    contact: { name: 'Ana Silva', email: 'ana@customer.example' },
    target: { id: 1, name: 'Bob', email: 'bob@acme.example', type: 'user' },
  })
  const send = (payload: object): VendorEvent => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
    const signature = Buffer.from(hmac(PLAIN_SECRET, content, 'base64'), 'base64').toString('base64url')
    return { body: `${content}.${signature}`, headers: { 'content-type': 'application/jwt' } }
  }
  return {
    ...{ kind: 'dialpad', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
    ...{ isTimed: false, has: { transcript: true, recording: true } },
    toExternalId: ({ id }) => id,
    events: (call, at) =>
      ['recording', 'call_transcription'].map((state) =>
        send({ ...toCall(call), state, event_timestamp: at.getTime() }),
      ),
    isAllowed: ({ authorization }) => authorization === `Bearer ${KEY}`,
    answer(path, query, _body, server) {
      const full = (call: VendorCall) => ({ ...toCall(call), recording_details: [{ id: 'r', url: server.sign(call) }] })
      if (path === '/api/v2/call') {
        const [from, until] = ['started_after', 'started_before'].map((name) => query.get(name))
        const { calls, next } = server.list(Number(from ?? 0), Number(until ?? Infinity), query.get('cursor'))
        return { items: calls.map(full), ...(next === null ? {} : { cursor: next }) }
      }
      const call = findCall(server, lastPart(path))
      if (call === undefined) return undefined
      if (path.startsWith('/api/v2/call/')) return full(call)
      const lines = SPOKEN.map((content, at) => ({
        ...{
          type: 'transcript',
          content,
          name: ['Bob', 'Ana Silva'][at],
          [['user_id', 'contact_id'][at] ?? '']: at + 1,
        },
        time: new Date(call.startedAt.getTime() + at * 5_000).toISOString(),
      }))
      return { call_id: call.id, lines }
    },
  }
}

export const twilio = (apiUrl: string): Vendor => {
  const accountSid = `AC${'0'.repeat(32)}`
  const toSid = ({ id }: VendorCall) => `RE${Buffer.from(id).toString('hex').padEnd(32, '0').slice(0, 32)}`
  return {
    ...{ kind: 'twilio', settings: { accountSid, apiUrl }, credentials: { authToken: KEY }, isTimed: false },
    has: { transcript: false, recording: true },
    toExternalId: toSid,
    events: (call, _at, address) => {
      const fields = {
        ...{ AccountSid: accountSid, CallSid: `CA${'1'.repeat(32)}`, RecordingSid: toSid(call) },
        ...{ RecordingStatus: 'completed', RecordingChannels: '2', RecordingStartTime: call.startedAt.toUTCString() },
      }
      const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const signature = hmac(KEY, address + sorted.flat().join(''), 'base64', 'sha1')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
      return [{ body: new URLSearchParams(fields).toString(), headers }]
    },
    isAllowed: ({ authorization }) =>
      authorization === `Basic ${Buffer.from(`${accountSid}:${KEY}`).toString('base64')}`,
    answer(path, query, _body, server) {
      if (path.endsWith('/Recordings.json')) {
        // Both limits are midnights, and later pages name a token.
        const [from, until] = ['DateCreated>', 'DateCreated<'].map((name) => Date.parse(query.get(name) ?? ''))
        const { calls, next } = server.list(from || 0, until || Infinity, query.get('PageToken'))
        const recordings = calls.map((call) => ({
          ...{ sid: toSid(call), status: 'completed', channels: 2, date_created: call.startedAt.toUTCString() },
        }))
        return { recordings, next_page_uri: next === null ? null : `${path}?PageToken=${next}` }
      }
      const call = server.calls.find((one) => path.endsWith(`/Recordings/${toSid(one)}.mp3`))
      return call && server.file(call)
    },
  }
}
