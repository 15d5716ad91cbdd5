/** Stand-in of Jitsi as a Service, built from its published payloads. Its links work without credentials. */
import {
  findCall,
  hmac,
  json,
  lastPart,
  PLAIN_SECRET,
  SPOKEN,
  toSeconds,
  type Vendor,
  type VendorCall,
  type VendorEvent,
} from './source-vendor-server.ts'

/** An event as JaaS signs it. */
export const signJaas = (payload: object, at: Date): VendorEvent => signJaasBody(JSON.stringify(payload), at)

export function signJaasBody(body: string, at: Date): VendorEvent {
  const signature = hmac(PLAIN_SECRET, `${toSeconds(at)}.${body}`, 'base64')
  return { body, headers: { ...json, 'x-jaas-signature': `t=${toSeconds(at)},v0=old,v1=${signature}` } }
}

export const toJaasEvent = (eventType: string, { id }: Pick<VendorCall, 'id'>, data: object) => ({
  ...{ idempotencyKey: `${eventType}-${id}`, customerId: 'c2824d58', appId: 'vpaas-magic-cookie-c2824d58', eventType },
  ...{ sessionId: `session-${id}`, timestamp: 1_728_387_319_418, fqn: 'vpaas-magic-cookie-c2824d58/Renewal', data },
})

export const jitsi = (apiUrl: string): Vendor => ({
  ...{ kind: 'jitsi', settings: { transcripts: 'jaas' }, credentials: { webhookSecret: PLAIN_SECRET }, isTimed: true },
  has: { transcript: true, recording: true },
  toExternalId: ({ id }) => `session-${id}`,
  events: (call, at) => {
    const recording = {
      participants: [
        { name: 'Bob', id: 'user-1', email: 'bob@acme.example' },
        { name: 'Ana Silva', id: 'user-2' },
      ],
      ...{ share: true, initiatorId: 'user-1', durationSec: 9, recordingSessionId: `recording-${call.id}` },
      ...{ startTimestamp: call.startedAt.getTime(), endTimestamp: call.startedAt.getTime() + 9_000 },
      preAuthenticatedLink: `${apiUrl}/Renewal_2026.mp4/${call.id}`,
    }
    const transcript = { preAuthenticatedLink: `${apiUrl}/transcript/${call.id}` }
    return [
      signJaas(toJaasEvent('TRANSCRIPTION_UPLOADED', call, transcript), at),
      signJaas(toJaasEvent('RECORDING_UPLOADED', call, recording), at),
    ]
  },
  isAllowed: ({ authorization }) => authorization === undefined,
  answer(path, _query, _body, server) {
    const call = findCall(server, lastPart(path))
    if (call === undefined) return undefined
    return path.startsWith('/transcript/') ? toTranscript(call) : server.file(call)
  },
})

/** Transcript as Jigasi writes it. */
const toTranscript = ({ startedAt }: VendorCall) => ({
  ...{ room_name: 'Renewal', room_url: 'https://8x8.vc/x', start_time: startedAt.getTime(), initial_participants: [] },
  events: SPOKEN.map((text, at) => ({
    ...{ event: 'SPEECH', timestamp: startedAt.getTime() + at * 5_000, language: 'en-US', message_id: `m-${at}` },
    ...{ participant: { name: ['Ana Silva', 'Bob'][at], id: `user-${2 - at}` }, transcript: [{ confidence: 1, text }] },
  })),
})
