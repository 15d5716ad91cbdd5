/** Stand-in of Vexa, built from its published contracts of webhooks and API. */
import {
  findCall,
  hmac,
  json,
  KEY,
  PLAIN_SECRET,
  SPOKEN,
  toSeconds,
  type Vendor,
  type VendorCall,
} from './source-vendor-server.ts'

const AUDIO = { id: 200000000001, type: 'audio', format: 'webm', duration_seconds: 2, is_final: true }
/** A restarted bot leaves a short recording too. */
const BROKEN_AUDIO = { ...AUDIO, id: 200000000002, duration_seconds: 0.1 }

/** Vexa numbers its meetings. */
export const toNumber = ({ id }: VendorCall) => Number.parseInt(id.replaceAll('-', '').slice(0, 8), 16)

export const vexa = (apiUrl: string): Vendor => {
  const toMeeting = (call: VendorCall) => ({
    ...{ id: toNumber(call), user_id: 7, platform: 'google_meet', native_meeting_id: 'abc-defg-hij' },
    constructed_meeting_url: 'https://meet.google.com/abc-defg-hij',
    ...{ status: 'completed', shared: false },
    start_time: call.startedAt.toISOString(),
    end_time: new Date(call.startedAt.getTime() + 2_000).toISOString(),
    created_at: call.startedAt.toISOString(),
    data: { name: 'Renewal' },
  })
  const segments = SPOKEN.map((text, at) => ({
    ...{ segment_id: `s:${at}`, speaker: ['Ana Silva', 'Bob'][at], text, start: at * 5, end: at * 5 + 4 },
    ...{ language: 'en', completed: true },
  }))
  return {
    ...{ kind: 'vexa', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
    ...{ isTimed: true, has: { transcript: true, recording: true } },
    toExternalId: (call) => String(toNumber(call)),
    events: (call, at) => {
      const body = JSON.stringify({
        ...{ event_id: `evt_${call.id}`, event_type: 'meeting.completed', api_version: '2026-03-01' },
        ...{ created_at: at.toISOString(), data: { meeting: toMeeting(call) } },
      })
      const signature = `sha256=${hmac(PLAIN_SECRET, `${toSeconds(at)}.${body}`, 'hex')}`
      const signed = { 'x-webhook-signature': signature, 'x-webhook-timestamp': String(toSeconds(at)) }
      return [{ body, headers: { ...json, authorization: `Bearer ${PLAIN_SECRET}`, ...signed } }]
    },
    isAllowed: (headers) => headers['x-api-key'] === KEY,
    answer(path, query, _body, server) {
      const [, first, second, third] = path.split('/')
      const call = server.calls.find((one) => [second, third].includes(String(toNumber(one))))
      if (first === 'auth') return { user_id: 7, email: 'bob@acme.example', scopes: ['tx'], max_concurrent: 3 }
      if (first === 'meetings' && second === undefined) {
        const newest = server.calls.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
        const from = Number(query.get('offset') ?? 0)
        // One meeting on each page.
        return { meetings: newest.slice(from, from + 1).map(toMeeting) }
      }
      if (first === 'recordings') {
        const [, id] = second?.split('.') ?? []
        const owner = findCall(server, id)
        return path.includes(`/media/${AUDIO.id}/raw`) && owner !== undefined ? server.file(owner) : undefined
      }
      if (call === undefined) return undefined
      if (first === 'transcripts') {
        const draft = { ...segments[1], segment_id: 's:9', text: 'Gladly, the', completed: false }
        return { ...toMeeting(call), segments: [...segments, draft] }
      }
      const recordings = [
        { id: `1.${call.id}.b`, status: 'completed', media_files: [BROKEN_AUDIO] },
        { id: `1.${call.id}`, status: 'completed', media_files: [AUDIO] },
      ]
      return { ...toMeeting(call), data: { name: 'Renewal', recordings } }
    },
  }
}
