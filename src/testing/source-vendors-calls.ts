/** Stand-ins of vendors of telephony, built from their published events and APIs. */
import {
  findCall,
  hmac,
  json,
  KEY,
  lastPart,
  PLAIN_SECRET,
  SPOKEN,
  toSeconds,
  type Vendor,
  type VendorCall,
  type VendorEvent,
  type VendorServer,
} from './source-vendor-server.ts'

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
          call_sid: `CA${'1'.repeat(32)}`,
        }))
        return { recordings, next_page_uri: next === null ? null : `${path}?PageToken=${next}` }
      }
      if (path.endsWith(`/Calls/CA${'1'.repeat(32)}.json`))
        return { sid: `CA${'1'.repeat(32)}`, direction: 'inbound', from: '+15550100', to: '+15550199' }
      if (path.endsWith('/Calls.json') && query.has('ParentCallSid'))
        return { calls: [{ from: '+15550199', to: 'client:bob', direction: 'outbound-dial' }], next_page_uri: null }
      const call = server.calls.find((one) => path.endsWith(`/Recordings/${toSid(one)}.mp3`))
      return call && server.file(call)
    },
  }
}
