/** Fireflies meetings. The webhook names a meeting; transcript and sound are fetched by GraphQL. */
import { apiField, requireId, requireUrl, toApiUrl, webhookSecretField } from './credentials.ts'
import { download, requestJson, writeText } from './download.ts'
import {
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
  isRecord,
  type JsonRecord,
  listAt,
  parseBody,
  parseJson,
  recordAt,
  textAt,
  toFacts,
  toInstant,
  toParticipants,
} from './wire.ts'

const API_URL = 'https://api.fireflies.ai'
const PAGE = 50
const LIST = `query Meetings($from: DateTime, $to: DateTime, $limit: Int, $skip: Int) {
  transcripts(fromDate: $from, toDate: $to, limit: $limit, skip: $skip) {
    id title dateString organizer_email host_email meeting_attendees { displayName name email }
  }
}`
const TRANSCRIPT = `query Meeting($id: String!) {
  transcript(id: $id) {
    id title date dateString organizer_email host_email participants meeting_attendees { displayName name email }
    speakers { id name } sentences { index speaker_name speaker_id text raw_text start_time end_time }
  }
}`
const FACTS = `query Facts($id: String!) {
  transcript(id: $id) { id title dateString organizer_email host_email meeting_attendees { displayName name email } }
}`
const SOUND = 'query Sound($id: String!) { transcript(id: $id) { id audio_url } }'

export const firefliesKind: SourceKind = {
  id: 'fireflies',
  title: 'Fireflies',
  about:
    'Meetings that Fireflies recorded arrive when they are transcribed, with participants, and with sound if your plan has it.',
  steps: [
    'In the Fireflies settings under Developer settings, copy the API key of an admin, and enter it here.',
    'On the same page, enter the webhook address {address}, and generate a signing secret of 16 to 32 characters.',
    'Enter the same secret here, and save both pages.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'From Developer settings, of an admin.', secret: true, required: true },
    webhookSecretField({
      help: 'From Developer settings. Parley verifies each event with it.',
      max: 200,
      check: (value) => (value.length < 16 ? 'The value must have at least 16 characters.' : undefined),
    }),
    apiField(API_URL, 'Change it only for tests.'),
  ],
  verify: verifyFireflies,
  identify(delivery) {
    const body = parseJson(delivery.body.toString('utf8'))
    const id = readMeetingId(body)
    const event = textAt(body, 'event') ?? textAt(body, 'eventType')
    return id === undefined || event === undefined ? undefined : `${event} ${id}`
  },
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listMeetings,
  async describe({ externalId: id }, access) {
    const { transcript } = await query(access, FACTS, { id })
    if (!isRecord(transcript)) throw new SourceFault('temporary', 'Fireflies does not list the meeting yet.')
    return toFacts(toCall({ ...transcript, id }))
  },
  lookMinutes: 360,
  fetch: fetchFile,
  async test(access) {
    await query(access, 'query { user { user_id } }', {})
    return 'Fireflies accepted the API key.'
  },
}

/** The signature covers no time, so a repeated delivery is recognized by its meeting. */
function verifyFireflies({ headers, body }: SourceDelivery, { credentials }: SourceAccess): Verification {
  const signature = headers['x-hub-signature']
  if (signature === undefined) return notAuthentic('The request has no signature.')
  const wanted = sign(credentials.webhookSecret ?? '', [body], 'hex')
  return isSame(signature.replace(/^sha256=/, ''), wanted) ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

const readMeetingId = (body: unknown) => textAt(body, 'meeting_id') ?? textAt(body, 'meetingId')

function readEvent(body: JsonRecord): DeliveryContent {
  const event = textAt(body, 'event') ?? textAt(body, 'eventType')
  if (event !== 'meeting.transcribed' && event !== 'Transcription completed') {
    return { ignored: 'The event announces no transcript.' }
  }
  const id = readMeetingId(body)
  if (id === undefined) throw new SourceFault('lasting', 'The event has no `meeting_id`.')
  return { calls: [toCall({ id })] }
}

const toCall = (meeting: JsonRecord) => {
  const id = textAt(meeting, 'id') ?? ''
  return announce({
    externalId: id,
    title: textAt(meeting, 'title'),
    startedAt: toInstant(textAt(meeting, 'dateString')),
    ownerEmail: textAt(meeting, 'organizer_email') ?? textAt(meeting, 'host_email'),
    participants: toParticipants(
      listAt(meeting, 'meeting_attendees').map((person) => ({
        name: textAt(person, 'displayName') ?? textAt(person, 'name'),
        email: textAt(person, 'email'),
      })),
    ),
    transcript: { name: 'meeting.json', at: { id, kind: 'transcript' } },
    recording: { name: 'meeting.mp3', at: { id, kind: 'sound' } },
  })
}

/** @throws SourceFault for errors of GraphQL, which have status 200 */
async function query(access: SourceAccess, text: string, variables: object): Promise<JsonRecord> {
  const answer = await requestJson(access, `${toApiUrl(access, API_URL)}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.credentials.apiKey ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  })
  const [error] = listAt(answer, 'errors')
  if (error === undefined) return recordAt(answer, 'data')
  const extensions = recordAt(error, 'extensions')
  const code = textAt(error, 'code') ?? textAt(extensions, 'code')
  if (code === 'too_many_requests') {
    const at = Number(textAt(recordAt(extensions, 'metadata'), 'retryAfter') ?? Number.NaN)
    const wait = at - access.now().getTime()
    throw new SourceFault('temporary', 'Fireflies limits requests.', wait > 0 ? wait : 3_600_000, 429)
  }
  const isLasting = code === 'paid_required' || code === 'require_paid_plan'
  throw new SourceFault(
    isLasting ? 'lasting' : 'temporary',
    isLasting ? 'The plan at Fireflies doesn’t include this.' : 'Fireflies rejected the request. Check the API key.',
  )
}

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const id = decodeURIComponent(requireId(at))
  if (at.kind === 'sound') {
    const { transcript } = await query(access, SOUND, { id })
    return download(access, requireUrl(textAt(transcript, 'audio_url')), target)
  }
  const { transcript } = await query(access, TRANSCRIPT, { id })
  if (!isRecord(transcript) || listAt(transcript, 'sentences').length === 0) {
    throw new SourceFault('temporary', 'Fireflies has no transcript of the meeting yet.')
  }
  await writeText(JSON.stringify({ data: { transcript } }), target)
}

/** New meetings move the pages of `skip`, and a meeting that is listed twice is imported once. */
async function listMeetings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const skip = /^\d{1,7}$/.test(cursor ?? '') ? Number(cursor) : 0
  const range = { from: since.toISOString(), to: until.toISOString(), limit: PAGE, skip }
  const meetings = listAt(await query(access, LIST, range), 'transcripts')
  const calls = meetings.flatMap((one) => (isRecord(one) && textAt(one, 'id') !== undefined ? [toCall(one)] : []))
  return { calls, next: meetings.length < PAGE ? undefined : String(skip + PAGE) }
}
