/** Attendee: open-source bots that record meetings. An event names a bot; transcript and recording are fetched. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { apiField, requireId, requireUrl, toApiUrl, toNext, webhookSecretField } from './credentials.ts'
import { download, requestJson, unlessRefused, writeText } from './download.ts'
import {
  type AnnouncedCall,
  type CallFacts,
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
import { AUTHENTIC, isSame, notAuthentic, sign } from './signatures.ts'
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
  toParticipants,
} from './wire.ts'

const API_URL = 'https://app.attendee.dev'
/** JSON with the source text of numbers, which ECMAScript has and the type definitions lack. */
const losslessJson = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown): unknown
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}

export const attendeeKind: SourceKind = {
  id: 'attendee',
  title: 'Attendee',
  about: 'Meetings that your Attendee bots record arrive when transcript and recording are ready.',
  steps: [
    'In Attendee under API Keys, create a key for your project, and enter it here.',
    'Under Settings > Webhooks, create a webhook with the URL {address} and the trigger `bot.state_change`.',
    'Copy the webhook secret from the same page, and enter it here.',
    'To set the owner of a call, send `owner_email` in the `metadata` of the bot. `title` sets the title.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'Of the project of your bots.', secret: true, required: true, max: 400 },
    webhookSecretField({
      help: 'From Settings > Webhooks. Parley verifies each event with it.',
      check: (value) =>
        Buffer.from(value, 'base64').length < 16 ? 'The value must be at least 16 bytes in base64.' : undefined,
    }),
    apiField(API_URL, 'Address of your own installation. Example: `https://attendee.example.com`.'),
  ],
  verify: verifyAttendee,
  identify: ({ body }) => textAt(parseJson(body.toString('utf8')), 'idempotency_key'),
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listBots,
  lookMinutes: 360,
  describe: describeBot,
  fetch: fetchFile,
  async test(access) {
    await requestAttendee(access, '/bots')
    return 'Attendee accepted the API key, and its bots can be listed.'
  },
}

const authorize = ({ credentials }: SourceAccess) => ({ authorization: `Token ${credentials.apiKey ?? ''}` })

const requestAttendee = (access: SourceAccess, path: string): Promise<unknown> =>
  requestJson(access, `${toApiUrl(access, API_URL)}/api/v1${path}`, { headers: authorize(access) })

/**
 * The signature covers the JSON with sorted keys and without blanks. Numbers keep the text of the body, because Python
 * writes `1.0` where JavaScript writes `1`.
 */
function verifyAttendee({ headers, body }: SourceDelivery, { credentials }: SourceAccess): Verification {
  const signature = headers['x-webhook-signature']
  if (signature === undefined) return notAuthentic('The request has no signature.')
  const content = canonicalize(body.toString('utf8'))
  if (content === undefined) return notAuthentic('The body is not JSON.')
  const wanted = sign(Buffer.from(credentials.webhookSecret ?? '', 'base64'), [content], 'base64')
  return isSame(signature, wanted) ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

/** @returns undefined if the text isn't JSON */
function canonicalize(text: string): string | undefined {
  try {
    return writeSorted(
      losslessJson.parse(text, (_key, value, { source }) =>
        typeof value === 'number' ? losslessJson.rawJSON(source) : value,
      ),
    )
  } catch {
    return undefined
  }
}

function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`
  if (!isRecord(value) || losslessJson.isRawJSON(value)) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${writeSorted(inner)}`).join(',')}}`
}

function readEvent(body: JsonRecord): DeliveryContent {
  const event = textAt(recordAt(body, 'data'), 'event_type')
  if (textAt(body, 'trigger') !== 'bot.state_change' || event !== 'post_processing_completed') {
    return { ignored: 'The event announces no recording.' }
  }
  const id = textAt(body, 'bot_id')
  return id === undefined
    ? { ignored: 'The event is of no bot.' }
    : { calls: [toCall(id, recordAt(body, 'bot_metadata'))] }
}

const toCall = (id: string, metadata: JsonRecord): AnnouncedCall =>
  announce({
    externalId: id,
    title: textAt(metadata, 'title'),
    ownerEmail: textAt(metadata, 'owner_email'),
    transcript: { name: 'transcript.json', at: { id, kind: 'transcript' } },
    recording: { name: 'recording.mp4', at: { id, kind: 'recording' } },
  })

async function describeBot({ externalId }: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const path = `/bots/${requireId({ id: externalId })}`
  const recording = await unlessRefused(requestAttendee(access, `${path}/recording`))
  const page = await requestAttendee(access, `${path}/participants`)
  return omitUndefined({
    startedAt: fromUnixTime(textAt(recording, 'start_timestamp_ms'), 'milliseconds'),
    participants: toParticipants(
      listAt(page, 'results').map((person) => ({ name: textAt(person, 'name'), email: undefined })),
    ),
  }) as CallFacts
}

/** Addresses of recordings are signed and expire, so each attempt asks for a new one. The API key isn't sent to them. */
async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const path = `/bots/${requireId(at)}`
  if (at.kind === 'recording') {
    const recording = await requestAttendee(access, `${path}/recording`)
    return download(access, requireUrl(textAt(recording, 'url')), target)
  }
  const utterances = await requestAttendee(access, `${path}/transcript`)
  if (!Array.isArray(utterances) || utterances.length === 0) {
    throw new SourceFault('temporary', 'Attendee has no transcript of the meeting yet.')
  }
  await writeText(JSON.stringify(utterances), target)
}

/** Attendee lists all bots in the order of their creation, and can't filter by it. */
async function listBots(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const query = new URLSearchParams({ states: 'ended', ...(cursor === undefined ? {} : { cursor }) })
  const page = await requestAttendee(access, `/bots?${query}`)
  const calls = listAt(page, 'results').flatMap((bot) => {
    const id = textAt(bot, 'id')
    const times = listAt(bot, 'events').map((event) => Date.parse(textAt(event, 'created_at') ?? ''))
    const isWanted = times.some((at) => at >= since.getTime()) && times.every((at) => !(at > until.getTime()))
    return id === undefined || !isWanted ? [] : [toCall(id, recordAt(bot, 'metadata'))]
  })
  const next = URL.parse(textAt(page, 'next') ?? '')?.searchParams.get('cursor') ?? undefined
  return { calls, next: toNext(next) }
}
