/**
 * LiveKit egress: recordings of rooms. The event names the file that the egress stored, and never contains it. Parley
 * reads the file from the bucket of the egress with an access key of its own.
 */
import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { getExtension, isRecordingName } from '../../text/transcripts/index.ts'
import { BUCKET_FIELDS, fetchObject, withBucket } from './buckets.ts'
import { checkBaseUrl, toApiUrl } from './credentials.ts'
import { requestJson } from './download.ts'
import {
  type AnnouncedCall,
  type DeliveryContent,
  type FetchTarget,
  type FieldValues,
  type ListRequest,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type SourcePage,
  type Verification,
} from './kind.ts'
import { AUTHENTIC, isSame, notAuthentic } from './signatures.ts'
import {
  announce,
  fromUnixTime,
  isRecord,
  type JsonRecord,
  listAt,
  parseBody,
  parseJson,
  recordAt,
  textAt,
} from './wire.ts'

const TOKEN_SECONDS = 300
/** Accepted difference between the clocks. LiveKit limits tokens to five minutes. */
const CLOCK_SECONDS = 60
/** States of an egress whose file is complete. LiveKit writes them as names or as numbers. */
const COMPLETE = new Set(['EGRESS_COMPLETE', 'EGRESS_LIMIT_REACHED', '3', '6'])
/** Requests for the recording of one participant or track instead of a room. */
const PARTIAL = ['participant', 'track', 'trackComposite', 'track_composite']
const SOUND = new Set(['.ogg', '.mp3', '.m4a', '.wav'])

export const livekitKind: SourceKind = {
  id: 'livekit',
  title: 'LiveKit',
  about: 'Recordings of your LiveKit rooms arrive when their egress has ended. Parley reads them from your bucket.',
  steps: [
    'Let your egress store files in a bucket of S3 or a compatible store. Create an access key that can only read: `s3:ListBucket` and `s3:GetObject`.',
    'Enter the address of your server, an API key and its secret, and the bucket with the access key.',
    'On LiveKit Cloud, add a webhook with the URL {address} and the same API key under Settings > Webhooks. On your own server, add it to `webhook.urls`, and the key to `webhook.api_key` in the configuration.',
    'Start a room composite egress for each room that you want. With the option `audioOnly`, files are much smaller.',
  ],
  fields: [
    {
      name: 'apiUrl',
      label: 'Server address',
      help: 'Address of the server with https. Example: `https://acme.livekit.cloud`.',
      required: true,
      isDestination: true,
      check: checkBaseUrl,
    },
    { name: 'apiKey', label: 'API key', help: 'The key that signs webhooks.', required: true, max: 200 },
    {
      name: 'apiSecret',
      label: 'API secret',
      help: 'Secret of the API key. Parley verifies each event with it.',
      secret: true,
      required: true,
      max: 400,
    },
    ...BUCKET_FIELDS,
    {
      name: 'recordings',
      label: 'Recordings',
      help: 'Whether recordings of single participants and tracks are imported too, each as a call.',
      usual: 'rooms',
      choices: [
        { value: 'rooms', label: 'Rooms' },
        { value: 'all', label: 'Rooms, participants and tracks' },
      ],
    },
  ],
  verify: verifyLiveKit,
  identify: ({ body }) => textAt(parseJson(body.toString('utf8')), 'id'),
  read: (delivery, access) => readEvent(parseBody(delivery), access),
  list: listEgress,
  lookMinutes: 60,
  fetch: fetchFile,
  async test(access) {
    await requestEgress(access, {})
    await withBucket(access, (bucket) => bucket.list('', undefined, 1))
    return 'LiveKit accepted the API key, and the bucket can be listed.'
  },
}

/** The header is a JWT (RFC 7519) with the digest of the body. LiveKit sends it without "Bearer". */
async function verifyLiveKit(delivery: SourceDelivery, { settings, credentials }: SourceAccess): Promise<Verification> {
  const { headers, body, receivedAt } = delivery
  const token = headers.authorization?.replace(/^Bearer /i, '')
  if (token === undefined) return notAuthentic('The request has no signature.')
  try {
    const { payload } = await jwtVerify(token, toKey(credentials), {
      ...{ algorithms: ['HS256'], issuer: settings.apiKey ?? '', requiredClaims: ['exp', 'sha256'] },
      ...{ currentDate: receivedAt, clockTolerance: CLOCK_SECONDS },
    })
    const wanted = createHash('sha256').update(body).digest('base64')
    return isSame(String(payload.sha256), wanted) ? AUTHENTIC : notAuthentic('The token is of another body.')
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return notAuthentic(
      error instanceof errors.JWTExpired
        ? 'The token of the request has expired.'
        : 'The token of the request is wrong.',
    )
  }
}

const toKey = ({ apiSecret = '' }: FieldValues): Uint8Array => new TextEncoder().encode(apiSecret)

/** LiveKit writes names in camelCase in events, and as in its protocol definition in answers. */
const pick = (record: JsonRecord, camel: string): unknown =>
  record[camel] ?? record[camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

function readEvent(body: JsonRecord, access: SourceAccess): DeliveryContent {
  if (textAt(body, 'event') !== 'egress_ended') return { ignored: 'The event announces no recording.' }
  const egress = pick(body, 'egressInfo')
  if (!isRecord(egress)) throw new SourceFault('lasting', 'The event has no `egressInfo`.')
  const call = readEgress(egress, access)
  return typeof call === 'string' ? { ignored: call } : { calls: [call] }
}

/** @returns one sentence that says why it isn't a call */
function readEgress(egress: JsonRecord, { settings }: SourceAccess): AnnouncedCall | string {
  const id = textAt({ id: pick(egress, 'egressId') }, 'id')
  if (id === undefined) throw new SourceFault('lasting', 'The egress has no `egressId`.')
  if (!COMPLETE.has(textAt(egress, 'status') ?? '')) return 'The egress failed, or has not ended.'
  if (settings.recordings !== 'all' && isPartial(egress)) {
    return 'The egress recorded a participant or a track, and not the room.'
  }
  const file = chooseFile(egress)
  const key = textAt(file, 'filename')?.replace(/^\/+/, '')
  if (key === undefined) return 'The egress stored no single file. Streams and segments can’t be imported.'
  const started = { at: pick(file ?? {}, 'startedAt') ?? pick(egress, 'startedAt') }
  const isBackup = pick(egress, 'backupStorageUsed') === true
  return announce({
    externalId: id,
    title: textAt({ name: pick(egress, 'roomName') }, 'name'),
    // Nanoseconds since 1970.
    startedAt: fromUnixTime(String(Number(textAt(started, 'at')) / 1_000_000), 'milliseconds'),
    recording: { name: key.split('/').at(-1) ?? 'recording.mp4', at: isBackup ? { key, backup: 'yes' } : { key } },
  })
}

/** Newer servers have one request for all. Its source is `media` for participants, tracks, and the sound of a room. */
function isPartial(egress: JsonRecord): boolean {
  const { media } = recordAt(egress, 'egress')
  const hasRoom = isRecord(media) && pick(recordAt(media, 'audio'), 'captureAll') === true
  return PARTIAL.some((name) => isRecord(egress[name])) || (isRecord(media) && !hasRoom)
}

/** Sound alone is sufficient, and much smaller than video. Earlier versions have one file in another field. */
function chooseFile(egress: JsonRecord): JsonRecord | undefined {
  const results = { all: pick(egress, 'fileResults') }
  const files = [...listAt(results, 'all'), egress.file].filter(
    (file): file is JsonRecord => isRecord(file) && isRecordingName(textAt(file, 'filename') ?? ''),
  )
  return files.find((file) => SOUND.has(getExtension(textAt(file, 'filename') ?? ''))) ?? files[0]
}

async function fetchFile(part: { readonly at: FieldValues }, target: FetchTarget, access: SourceAccess): Promise<void> {
  if (part.at.backup !== undefined) {
    throw new SourceFault('lasting', 'LiveKit stored the recording in its backup storage, because the bucket failed.')
  }
  await fetchObject(part, target, access)
}

async function requestEgress(access: SourceAccess, body: object): Promise<unknown> {
  const now = Math.floor(access.now().getTime() / 1_000)
  const token = await new SignJWT({ video: { roomRecord: true } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(access.settings.apiKey ?? '')
    .setNotBefore(now - TOKEN_SECONDS)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(toKey(access.credentials))
  return requestJson(access, `${toApiUrl(access, '')}/twirp/livekit.Egress/ListEgress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** LiveKit lists all egresses that it still has. Versions without pages ignore the token and return none. */
async function listEgress(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const page = await requestEgress(access, cursor === undefined ? {} : { page_token: { token: cursor } })
  const calls = listAt(page, 'items').flatMap((egress) => {
    if (!isRecord(egress)) return []
    const ended = Number(textAt({ at: pick(egress, 'endedAt') }, 'at') ?? 0) / 1_000_000
    const call = ended >= since.getTime() && ended <= until.getTime() ? readEgress(egress, access) : undefined
    return call === undefined || typeof call === 'string' ? [] : [call]
  })
  const next = isRecord(page) ? textAt(pick(page, 'nextPageToken'), 'token') : undefined
  return { calls, next: next === cursor ? undefined : next }
}
