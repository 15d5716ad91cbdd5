/** Vexa: open-source bots that record meetings. An event names a meeting; transcript and sound are fetched. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { apiField, encodeSegment, requireId, toApiUrl, webhookSecretField } from './credentials.ts'
import { download, hasStatus, requestJson, unlessRefused, writeText } from './download.ts'
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
import { AUTHENTIC, findStale, isSame, notAuthentic, sign } from './signatures.ts'
import {
  announce,
  isRecord,
  type JsonRecord,
  listAt,
  parseBody,
  parseJson,
  recordAt,
  textAt,
  toInstant,
} from './wire.ts'

const API_URL = 'https://api.cloud.vexa.ai'
const PAGE_SIZE = 100
const SECRET_MIN = 16
/** Time after the end of a meeting in which its sound can still arrive. */
const UPLOAD_MS = 60 * 60_000

export const vexaKind: SourceKind = {
  id: 'vexa',
  title: 'Vexa',
  about: 'Meetings that your Vexa bots attend arrive when they have ended, with transcript and sound.',
  steps: [
    'In Vexa, create an API key with the scope `tx`, and enter it here with the address of your API.',
    'Generate a secret of at least 16 characters, and enter it here.',
    'Send `PUT /user/webhook` to your API with `webhook_url` set to {address}, `webhook_secret` set to the same secret, and `webhook_events` set to `{"meeting.completed": true}`.',
    'The title of a meeting in Vexa becomes the title of the call. The user of the API key owns the calls.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'With the scope `tx`.', secret: true, required: true, max: 400 },
    webhookSecretField({
      help: 'The `webhook_secret` of your webhook, at least 16 characters. Parley verifies each event with it.',
      check: (value) =>
        value.length < SECRET_MIN ? `The value must have at least ${SECRET_MIN} characters.` : undefined,
    }),
    apiField(API_URL, 'Address of the API of your own installation. Example: `https://vexa.example.com`.'),
  ],
  verify: verifyVexa,
  identify: ({ body }) => textAt(parseJson(body.toString('utf8')), 'event_id'),
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listMeetings,
  lookMinutes: 360,
  describe: describeMeeting,
  fetch: fetchFile,
  async test(access) {
    await requestVexa(access, '/meetings?limit=1')
    return 'Vexa accepted the API key, and its meetings can be listed.'
  },
}

const authorize = ({ credentials }: SourceAccess) => ({ 'x-api-key': credentials.apiKey ?? '' })

const requestVexa = (access: SourceAccess, path: string): Promise<unknown> =>
  requestJson(access, `${toApiUrl(access, API_URL)}${path}`, { headers: authorize(access) })

function verifyVexa(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  const { headers, body } = delivery
  const [signature, timestamp] = [headers['x-webhook-signature'], headers['x-webhook-timestamp']]
  if (signature === undefined || timestamp === undefined) return notAuthentic('The request has no signature.')
  const stale = findStale(timestamp, delivery)
  if (stale !== undefined) return notAuthentic(stale)
  const wanted = `sha256=${sign(credentials.webhookSecret ?? '', [`${timestamp}.`, body], 'hex')}`
  return isSame(signature, wanted) ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

function readEvent(body: JsonRecord): DeliveryContent {
  if (textAt(body, 'event_type') !== 'meeting.completed') return { ignored: 'The event announces no ended meeting.' }
  const call = toCall(recordAt(recordAt(body, 'data'), 'meeting'))
  if (call === undefined) throw new SourceFault('lasting', 'The event has no `data.meeting.id`.')
  return { calls: [call] }
}

/** The ID of a meeting is the one of Vexa, because a link of a meeting that repeats stays the same. */
function toCall(meeting: JsonRecord): AnnouncedCall | undefined {
  const id = textAt(meeting, 'id')
  if (id === undefined) return undefined
  const data = recordAt(meeting, 'data')
  const at = omitUndefined({
    id,
    platform: textAt(meeting, 'platform'),
    native: textAt(meeting, 'native_meeting_id'),
  }) as FieldValues
  return announce({
    externalId: id,
    title: textAt(data, 'name') ?? textAt(data, 'title') ?? textAt(meeting, 'title'),
    startedAt: toInstant(textAt(meeting, 'start_time')),
    transcript: { name: 'transcript.json', at: { ...at, kind: 'transcript' } },
    recording: { name: 'recording.webm', at: { ...at, kind: 'recording' } },
  })
}

/** An API key sees the meetings of its user. Earlier versions can't name the user. */
async function describeMeeting(_call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const user = await unlessRefused(requestVexa(access, '/auth/me'))
  return omitUndefined({ ownerEmail: textAt(user, 'email') }) as CallFacts
}

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  if (at.kind === 'recording') return fetchRecording(requireId(at), target, access)
  const found = await requestTranscript(access, at)
  const segments = listAt(found, 'segments').filter((one) => !isRecord(one) || one.completed !== false)
  if (!isRecord(found) || segments.length === 0) {
    throw new SourceFault('temporary', 'Vexa has no transcript of the meeting yet.')
  }
  await writeText(JSON.stringify({ ...found, segments }), target)
}

/** Versions before 0.12 know only the newest meeting of a link. */
async function requestTranscript(access: SourceAccess, at: FieldValues): Promise<unknown> {
  try {
    return await requestVexa(access, `/transcripts/by-id/${requireId(at)}`)
  } catch (error) {
    const { platform, native } = at
    if (!hasStatus(error, 404) || platform === undefined || native === undefined) throw error
    const path = `/transcripts/${encodeSegment(platform)}/${encodeSegment(native)}`
    const newest = await requestVexa(access, path)
    if (textAt(newest, 'id') !== at.id) {
      throw new SourceFault('lasting', 'Vexa has a newer meeting with the same link, and no longer returns this one.')
    }
    return newest
  }
}

async function fetchRecording(id: string, target: FetchTarget, access: SourceAccess): Promise<void> {
  const meeting = await requestVexa(access, `/meetings/${id}`)
  const recordings = listAt(recordAt(meeting, 'data'), 'recordings')
  const files = recordings.flatMap((recording) =>
    listAt(recording, 'media_files').map((file) => ({
      recordingId: textAt(recording, 'id') ?? '',
      fileId: textAt(file, 'id') ?? '',
      type: textAt(file, 'type'),
      seconds: Number(textAt(file, 'duration_seconds') ?? 0),
    })),
  )
  // A bot that was restarted leaves several recordings.
  const [longest] = files.filter(({ type }) => type === 'audio').toSorted((a, b) => b.seconds - a.seconds)
  if (longest === undefined) throw toMissing(meeting, access)
  const path = `/recordings/${encodeSegment(longest.recordingId)}/media/${encodeSegment(longest.fileId)}/raw?type=audio`
  await download(access, `${toApiUrl(access, API_URL)}${path}`, target, authorize(access))
}

function toMissing(meeting: unknown, { now }: SourceAccess): SourceFault {
  const end = Date.parse(textAt(meeting, 'end_time') ?? '')
  const isLate = Number.isNaN(end) || now().getTime() - end > UPLOAD_MS
  return isLate
    ? new SourceFault('lasting', 'Vexa recorded no sound of the meeting.')
    : new SourceFault('temporary', 'Vexa has no sound of the meeting yet.')
}

/** Vexa lists the newest meetings first, so the list ends at the first page that is too old. */
async function listMeetings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const offset = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const page = await requestVexa(access, `/meetings?status=completed&limit=${PAGE_SIZE}&offset=${offset}`)
  const meetings = listAt(page, 'meetings').filter(isRecord)
  // Meetings that other users share belong to the source of their user.
  const own = meetings.filter((meeting) => meeting.shared !== true && isWithin(meeting, since, until))
  const isOld = meetings.every((meeting) => Date.parse(textAt(meeting, 'created_at') ?? '') < since.getTime())
  return {
    calls: own.map(toCall).filter((call) => call !== undefined),
    next: isOld ? undefined : String(offset + meetings.length),
  }
}

function isWithin(meeting: JsonRecord, since: Date, until: Date): boolean {
  const at = Date.parse(textAt(meeting, 'end_time') ?? textAt(meeting, 'created_at') ?? '')
  return at >= since.getTime() && at <= until.getTime()
}
