/** Stand-in of LiveKit with the bucket of its egress, built from its protocol definitions and the S3 API. */
import { createHash } from 'node:crypto'
import { findCall, hmac, toSeconds, type Vendor, type VendorCall, VendorRefusal } from './source-vendor-server.ts'

const KEY = 'APIkey1'
const SECRET = 'a-livekit-secret-of-32-characters'
const BUCKET = 'recordings'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** JWT with HS256 (RFC 7519). */
export function signToken(claims: object, secret = SECRET, header: object = { alg: 'HS256' }): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${Buffer.from(hmac(secret, signed, 'base64'), 'base64').toString('base64url')}`
}

/** Headers with which LiveKit signs a body. */
export function signLiveKit(body: string, at: Date, more: object = {}): Record<string, string> {
  const sha256 = createHash('sha256').update(body).digest('base64')
  const claims = { iss: KEY, nbf: toSeconds(at), exp: toSeconds(at) + 300, sha256, ...more }
  return { 'content-type': 'application/webhook+json', authorization: signToken(claims) }
}

const toNanoseconds = (at: Date) => `${at.getTime()}000000`
const toKey = ({ id }: VendorCall) => `rooms/renewal ${id}.ogg`

/** Facts of an egress as events contain them. */
export const toEgress = (call: VendorCall) => {
  const [startedAt, endedAt] = [call.startedAt, new Date(call.startedAt.getTime() + 9_000)].map(toNanoseconds)
  const file = { startedAt, endedAt, duration: '9000000000', size: String(call.recording.length) }
  const location = `https://${BUCKET}.s3.amazonaws.com/${toKey(call)}`
  return {
    ...{
      egressId: `EG_${call.id}`,
      roomId: 'RM_1',
      roomName: 'Renewal',
      status: 'EGRESS_COMPLETE',
      startedAt,
      endedAt,
    },
    roomComposite: { roomName: 'Renewal', audioOnly: true },
    fileResults: [
      { ...file, filename: `rooms/renewal ${call.id}.mp4`, location: '' },
      { ...file, filename: toKey(call), location },
    ],
  }
}

export const livekit = (apiUrl: string): Vendor => ({
  kind: 'livekit',
  settings: { apiUrl, apiKey: KEY, bucket: BUCKET, endpoint: apiUrl, accessKeyId: 'AKIAEXAMPLE' },
  credentials: { apiSecret: SECRET, secretAccessKey: 'secret-of-bucket' },
  ...{ isTimed: true, has: { transcript: false, recording: true } },
  toExternalId: ({ id }) => `EG_${id}`,
  events: (call, at) => {
    const body = JSON.stringify({
      ...{ event: 'egress_ended', id: `EV_${call.id}`, createdAt: String(toSeconds(at)) },
      egressInfo: toEgress(call),
    })
    return [{ body, headers: signLiveKit(body, at) }]
  },
  isAllowed({ authorization = '' }, _server, path) {
    if (path.startsWith(`/${BUCKET}`)) return authorization.startsWith('AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/')
    const [header, payload = '', signature] = authorization.replace('Bearer ', '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
    const wanted = Buffer.from(hmac(SECRET, `${header}.${payload}`, 'base64'), 'base64').toString('base64url')
    return signature === wanted && claims.iss === KEY && claims.video?.roomRecord === true
  },
  answer(path, _query, body, server) {
    if (path === '/twirp/livekit.Egress/ListEgress') {
      const { calls, next } = server.list(0, Infinity, JSON.parse(body).page_token?.token ?? null)
      return { items: calls.map((call) => toSnakeCase(toEgress(call))), next_page_token: next && { token: next } }
    }
    if (path === `/${BUCKET}` || path === `/${BUCKET}/`) {
      return Buffer.from('<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
    }
    const id = /^rooms\/renewal (.+)\.ogg$/.exec(decodeURIComponent(path.slice(`/${BUCKET}/`.length)))?.[1]
    const call = findCall(server, id)
    return call === undefined ? new VendorRefusal(404) : server.file(call)
  },
})

/** The API answers with the names of the protocol definition. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    toSnakeCase(inner),
  ])
  return Object.fromEntries(entries)
}
