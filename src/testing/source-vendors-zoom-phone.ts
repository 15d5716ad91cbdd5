/** Stand-in of Zoom Phone, built from its published events and API: recordings, transcripts and users. */
import { createHmac, randomUUID } from 'node:crypto'
import {
  findCall,
  hasToken,
  issueToken,
  json,
  KEY,
  lastPart,
  PLAIN_SECRET,
  SPOKEN,
  toSeconds,
  type Vendor,
  type VendorCall,
  type VendorEvent,
  VendorRefusal,
  type VendorServer,
} from './source-vendor-server.ts'

const [ACCOUNT, CLIENT, USER] = ['account-1', 'client-1', 'NL3cEpSdRc-c2t8aLoZqiw']

export interface ZoomPhoneVendor extends Vendor {
  /** Fields of recordings that differ from a call of Bob to a customer. */
  facts: Readonly<Record<string, unknown>>
  /** Valid IDs of files. Zoom issues new ones. */
  readonly files: Map<string, VendorCall>
  /** Whether transcripts are still being made. */
  isTranscribing: boolean
  /** Whether events have a token for downloads. */
  hasTokens: boolean
  server: VendorServer | undefined
  /** A signed request with this body. */
  sign(body: string, at: Date): VendorEvent
}

/** Digits of a UUID, as Zoom writes them. */
const toId = ({ id }: VendorCall) => id.replaceAll('-', '')

export const zoomPhone = (apiUrl: string): ZoomPhoneVendor => {
  const issued = new Set<string>()
  const newFile = (call: VendorCall): string => {
    const id = randomUUID()
    vendor.files.set(id, call)
    return `${apiUrl}/v2/phone/recording/download/${id}`
  }
  const toRecording = (call: VendorCall) => ({
    ...{ id: toId(call), user_id: USER, call_id: `call-${call.id}`, call_log_id: call.id, direction: 'outbound' },
    ...{ caller_number: '1026', caller_number_type: 1, caller_name: 'Bob', caller_did_number: '+15550199' },
    ...{ callee_number: '+15550100', callee_number_type: 2, callee_name: 'Ana Silva', duration: 9 },
    ...{ date_time: call.startedAt.toISOString(), recording_type: 'Automatic' },
    owner: { type: 'user', id: USER, name: 'Bob', extension_number: 1026 },
    ...vendor.facts,
  })
  const toTranscriptUrl = (call: VendorCall) => `${apiUrl}/v2/phone/recording_transcript/download/${toId(call)}`
  const toListed = (call: VendorCall) => ({
    ...toRecording(call),
    ...{ download_url: newFile(call), transcript_download_url: toTranscriptUrl(call) },
  })
  const toTranscript = (call: VendorCall) => ({
    ...{ type: 'zoom_transcript', ver: 1, recording_id: toId(call), host_id: USER, account_id: ACCOUNT },
    ...{
      recording_start: call.startedAt.toISOString(),
      recording_end: new Date(call.startedAt.getTime() + 10_000).toISOString(),
    },
    timeline: SPOKEN.map((text, at) => ({
      ...{ text, raw_text: text, ts: `00:00:0${at * 5}.000`, end_ts: `00:00:0${at * 5 + 4}.000` },
      ...{ users: [], userId: ['1026', '15550100'][at], userIds: [], channelMark: ['L', 'R'][at] },
    })),
  })
  const send = (event: string, recording: object, at: Date): VendorEvent => {
    const token = randomUUID()
    issued.add(token)
    vendor.server?.tokens.add(token)
    const payload = { account_id: ACCOUNT, object: { recordings: [recording] } }
    const download = vendor.hasTokens ? { download_token: token } : {}
    return vendor.sign(JSON.stringify({ event, event_ts: at.getTime(), ...download, payload }), at)
  }
  const find = ({ calls }: VendorServer, id: string | undefined) => calls.find((call) => toId(call) === id)

  function list(query: URLSearchParams, server: VendorServer): unknown {
    const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
    const days = ((to ?? 0) - (from ?? 0)) / 86_400_000
    // A month at most in one request.
    if (!(days >= 0 && days <= 31)) return new VendorRefusal(400)
    const { calls, next } = server.list(from ?? 0, (to ?? 0) + 86_400_000, query.get('next_page_token'))
    return { next_page_token: next ?? '', page_size: 1, recordings: calls.map(toListed), total_records: calls.length }
  }

  const vendor: ZoomPhoneVendor = {
    ...{ kind: 'zoom_phone', isTimed: true, has: { transcript: true, recording: true } },
    settings: { accountId: ACCOUNT, clientId: CLIENT, apiUrl, oauthUrl: apiUrl },
    credentials: { clientSecret: KEY, secretToken: PLAIN_SECRET },
    ...{ facts: {}, files: new Map<string, VendorCall>(), isTranscribing: false, hasTokens: true, server: undefined },
    toExternalId: toId,
    sign(body, at) {
      const timestamp = String(toSeconds(at))
      const signature = createHmac('sha256', PLAIN_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
      return {
        body,
        headers: { ...json, 'x-zm-request-timestamp': timestamp, 'x-zm-signature': `v0=${signature}` },
      }
    },
    events: (call, at) => [
      send('phone.recording_completed', { ...toRecording(call), download_url: newFile(call) }, at),
      send(
        'phone.recording_transcript_completed',
        { ...toRecording(call), transcript_download_url: toTranscriptUrl(call) },
        at,
      ),
    ],
    isAllowed: ({ authorization = '' }, _server, path) =>
      path === '/oauth/token' || issued.has(authorization.slice('Bearer '.length)),
    answer(path, query, _body, server, { headers }) {
      vendor.server = server
      if (path === '/oauth/token') {
        const isKnown = headers.authorization === `Basic ${Buffer.from(`${CLIENT}:${KEY}`).toString('base64')}`
        if (!isKnown || query.get('account_id') !== ACCOUNT) return new VendorRefusal(401)
        const token = issueToken(server)
        issued.add(token)
        return { access_token: token, token_type: 'bearer', expires_in: 3_600 }
      }
      // A token that has expired is answered like a wrong one, but it isn't a mistake.
      if (!hasToken(headers, server)) return new VendorRefusal(401)
      if (path === '/v2/phone/recordings') return list(query, server)
      if (path === `/v2/users/${USER}`) return { id: USER, email: 'bob@acme.example', first_name: 'Bob' }
      if (path.startsWith('/v2/phone/recording/download/')) {
        const call = vendor.files.get(lastPart(path) ?? '')
        // Zoom redirects to its storage, which needs no credentials.
        return call === undefined ? undefined : new VendorRefusal(302, { location: server.sign(call) })
      }
      const logged = /^\/v2\/phone\/call_logs\/call-([^/]+)\/recordings$/.exec(path)?.[1]
      if (logged !== undefined) {
        const call = findCall(server, logged)
        return call === undefined ? undefined : { ...toRecording(call), download_url: newFile(call) }
      }
      if (!path.startsWith('/v2/phone/recording_transcript/download/')) return undefined
      const call = find(server, lastPart(path))
      if (call === undefined) return undefined
      if (vendor.isTranscribing) return { code: 12_000, message: 'Unable to transcribe this recording.' }
      return new VendorRefusal(302, { location: server.store(JSON.stringify(toTranscript(call))) })
    },
  }
  return vendor
}
