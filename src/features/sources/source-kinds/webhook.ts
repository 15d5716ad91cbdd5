/** Any program that sends finished calls, signed by Standard Webhooks. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { download } from './download.ts'
import {
  type AnnouncedCall,
  type DeliveryContent,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type SourcePart,
  type SourceParticipant,
} from './kind.ts'
import { standardWebhookId, verifyStandardWebhook } from './signatures.ts'
import { announce, isRecord, listAt, parseBody, textAt, toInstant } from './wire.ts'

/** Maximum number of participants that are read. */
const PARTICIPANTS_MAX = 1_000

export const webhookKind: SourceKind = {
  id: 'webhook',
  title: 'Signed webhook',
  about: 'Your own program sends each finished call: the transcript itself, or the URLs of transcript and recording.',
  steps: [
    'Generate a signing secret: `whsec_` followed by 24 to 64 random bytes in base64.',
    'Enter the same secret here and in your program.',
    'Send each finished call as JSON with POST to {address}, signed as Standard Webhooks 1.0.0 describes.',
    'Use a stable `externalId` for each call. Parley imports each one once, however often it arrives.',
  ],
  fields: [
    {
      name: 'signingSecret',
      label: 'Signing secret',
      help: '`whsec_` and 24 to 64 bytes in base64. Your program signs each request with it.',
      secret: true,
      required: true,
      max: 200,
      check: checkSigningSecret,
    },
    {
      name: 'bearerToken',
      label: 'Token for downloads',
      help: 'Parley sends it as `Authorization: Bearer` when it downloads files. Leave it empty for public or signed URLs.',
      secret: true,
      max: 4_000,
    },
    {
      name: 'downloadHost',
      label: 'Host of downloads',
      help: 'The token for downloads is sent only to this host. Example: `files.example.com`.',
      max: 253,
      isDestination: true,
      check: (value) =>
        /^[a-z0-9.-]+(:\d{1,5})?$/i.test(value)
          ? undefined
          : 'The value must be a host name, such as files.example.com.',
    },
  ],
  verify: (delivery, { credentials }) => verifyStandardWebhook(delivery, credentials.signingSecret ?? ''),
  identify: standardWebhookId,
  read: (delivery) => readCall(delivery),
  async fetch({ at }, target, access) {
    const { credentials, settings } = access
    const url = URL.parse(at.url ?? '')
    if (url === null) throw new SourceFault('lasting', 'The URL of the file is invalid.')
    const token = credentials.bearerToken
    const mayHaveToken = token !== undefined && settings.downloadHost?.toLowerCase() === url.host
    await download(access, url.href, target, mayHaveToken ? { authorization: `Bearer ${token}` } : {})
  },
}

export function checkSigningSecret(value: string): string | undefined {
  const bytes = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value.slice(6), 'base64').length : 0
  return bytes >= 24 && bytes <= 64 ? undefined : 'The value must be `whsec_` followed by 24 to 64 bytes in base64.'
}

/**
 * A body is a call with `externalId` and `transcript`, `transcriptUrl` or `recordingUrl`. A body with none of these
 * fields is a transcript document of any supported form, such as a vCon, and the ID of the request identifies it.
 */
function readCall(delivery: SourceDelivery): DeliveryContent {
  const body = parseBody(delivery)
  const names = ['transcript', 'transcriptUrl', 'recordingUrl', 'externalId']
  if (!names.some((name) => name in body)) {
    const externalId = textAt(body, 'uuid') ?? textAt(body, 'id') ?? standardWebhookId(delivery)
    if (externalId === undefined) return { ignored: 'The body names no call: `externalId` is missing.' }
    return { calls: [{ externalId, transcript: { name: 'transcript.json', text: delivery.body.toString('utf8') } }] }
  }
  const externalId = textAt(body, 'externalId')
  if (externalId === undefined) throw new SourceFault('lasting', '`externalId` is required.')
  const transcript = readTranscriptPart(body)
  const recording = readFile(body, 'recordingUrl', 'recording')
  if (transcript === undefined && recording === undefined) {
    throw new SourceFault('lasting', '`transcript`, `transcriptUrl` or `recordingUrl` is required.')
  }
  const call: AnnouncedCall = announce({
    externalId,
    title: textAt(body, 'title'),
    startedAt: toInstant(textAt(body, 'startedAt')),
    ownerEmail: textAt(body, 'ownerEmail'),
    language: textAt(body, 'language'),
    participants: readParticipants(body),
    transcript,
    recording,
  })
  return { calls: [call] }
}

function readTranscriptPart(body: Readonly<Record<string, unknown>>): SourcePart | undefined {
  const { transcript } = body
  if (typeof transcript === 'string')
    return { name: textAt(body, 'transcriptName') ?? 'transcript.txt', text: transcript }
  if (isRecord(transcript) || Array.isArray(transcript)) {
    return { name: 'transcript.json', text: JSON.stringify(transcript) }
  }
  return readFile(body, 'transcriptUrl', 'transcript')
}

function readFile(body: Readonly<Record<string, unknown>>, field: string, usual: string): SourcePart | undefined {
  const url = textAt(body, field)
  if (url === undefined) return undefined
  if (url.length > 4_096 || URL.parse(url) === null) throw new SourceFault('lasting', `\`${field}\` must be a URL.`)
  const last = decodeName(new URL(url).pathname.split('/').at(-1) ?? '')
  return { name: last === '' ? usual : last.slice(0, 200), at: { url } }
}

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function readParticipants(body: unknown): readonly SourceParticipant[] | undefined {
  const people = listAt(body, 'participants')
    .slice(0, PARTICIPANTS_MAX)
    .map((person) =>
      typeof person === 'string'
        ? { name: person }
        : omitUndefined({
            name: textAt(person, 'name'),
            email: textAt(person, 'email'),
            phone: textAt(person, 'phone'),
            organizer: isRecord(person) && person.organizer === true ? true : undefined,
          }),
    )
    .filter(({ name, email, phone }: SourceParticipant) => (name ?? email ?? phone) !== undefined)
  return people.length === 0 ? undefined : people
}
