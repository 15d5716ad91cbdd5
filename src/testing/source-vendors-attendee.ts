/** Stand-in of Attendee, built from its published description. It writes JSON as Python does. */
import {
  findCall,
  hmac,
  json,
  KEY,
  SPOKEN,
  type Vendor,
  type VendorCall,
  VendorRefusal,
} from './source-vendor-server.ts'

const SECRET = Buffer.alloc(32, 5)
const METADATA = { title: 'Renewal', owner_email: 'bob@acme.example' }
const quote = (text: string) => JSON.stringify(text)

export const attendee = (apiUrl: string): Vendor => ({
  kind: 'attendee',
  settings: { apiUrl },
  credentials: { apiKey: KEY, webhookSecret: SECRET.toString('base64') },
  ...{ isTimed: false, has: { transcript: true, recording: true } },
  toExternalId: ({ id }) => id,
  events: ({ id }, at) => {
    // Sorted keys and no blanks in what is signed; blanks and escapes in what is sent. Floats keep their fraction.
    const signed =
      `{"bot_id":${quote(id)},"bot_metadata":{"10":2,"2":1.0,"owner_email":"bob@acme.example","title":"Renewal","é":1e3},` +
      `"data":{"created_at":${quote(at.toISOString())},"event_type":"post_processing_completed","new_state":"ended"},` +
      `"idempotency_key":${quote(`key-${id}`)},"trigger":"bot.state_change"}`
    const body =
      `{"idempotency_key": ${quote(`key-${id}`)}, "bot_id": ${quote(id)}, ` +
      `"bot_metadata": {"title": "Renewal", "\\u00e9": 1e3, "2": 1.0, "10": 2, "owner_email": "bob@acme.example"}, ` +
      `"trigger": "bot.state_change", "data": {"new_state": "ended", ` +
      `"created_at": ${quote(at.toISOString())}, "event_type": "post_processing_completed"}}`
    return [{ body, headers: { ...json, 'x-webhook-signature': hmac(SECRET, signed, 'base64') } }]
  },
  isAllowed: ({ authorization }) => authorization === `Token ${KEY}`,
  answer(path, query, _body, server) {
    const toBot = ({ id, startedAt }: VendorCall) => ({
      ...{ id, metadata: METADATA, state: 'ended', transcription_state: 'complete', recording_state: 'complete' },
      events: [{ type: 'post_processing_completed', sub_type: null, created_at: startedAt.toISOString() }],
    })
    const [, , , , id, part] = path.split('/')
    if (id === undefined) {
      if (query.get('states') !== null && query.get('states') !== 'ended') return new VendorRefusal(400)
      const { calls, next } = server.list(0, Infinity, query.get('cursor'))
      return {
        next: next === null ? null : `${apiUrl}/api/v1/bots?cursor=${next}`,
        previous: null,
        results: calls.map(toBot),
      }
    }
    const call = findCall(server, id)
    if (call === undefined) return undefined
    if (part === 'recording') return { url: server.sign(call), start_timestamp_ms: call.startedAt.getTime() }
    if (part === 'participants') return { next: null, previous: null, results: [{ id: 'par_1', name: 'Ana Silva' }] }
    if (part !== 'transcript') return undefined
    return SPOKEN.map((transcript, at) => ({
      ...{ speaker_name: ['Ana Silva', 'Bob'][at], speaker_uuid: `u-${at}`, speaker_user_uuid: null },
      ...{ speaker_is_host: at === 1, timestamp_ms: call.startedAt.getTime() + at * 5_000, duration_ms: 4_000 },
      transcription: { transcript },
    }))
  },
})
