/**
 * Zoom cloud recordings, by a Server-to-Server OAuth app with event subscriptions. Zoom delivers the recording and its
 * transcript as separate events, repeats each up to three times, and lists the recordings of an account.
 */
import { hasStatus, requestJson } from './download.ts'
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
  type SourcePart,
} from './kind.ts'
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
  toParticipants,
} from './wire.ts'
import {
  answerZoomValidation,
  authenticateZoom,
  downloadFromZoom,
  listZoom,
  testZoomList,
  verifyZoom,
  ZOOM_API_URL,
  ZOOM_PAGE_SIZE,
  zoomFields,
} from './zoom-api.ts'

const LIST = '/v2/accounts/me/recordings'
const RECORDING_EVENTS = new Set(['recording.completed', 'recording.transcript_completed'])
/** Files of a recording in the order of preference. Sound alone is sufficient, and much smaller than video. */
const RECORDING_TYPES = [
  'audio_only',
  'shared_screen_with_speaker_view',
  'speaker_view',
  'gallery_view',
  'active_speaker',
]

export const zoomKind: SourceKind = {
  id: 'zoom',
  title: 'Zoom',
  about: 'Cloud recordings of your Zoom account arrive when they are ready, with transcript, host and title.',
  steps: [
    'In the Zoom App Marketplace, build a Server-to-Server OAuth app.',
    'Add the scopes `cloud_recording:read:list_account_recordings:admin`, `cloud_recording:read:list_recording_files:admin` and `user:read:user:admin`.',
    'Add the scope `meeting:read:list_past_participants:admin` too, so that calls get the names and addresses of their participants.',
    'Copy Account ID, Client ID and Client Secret from App Credentials, and the Secret Token from Feature. Enter them here.',
    'Under Feature, add an event subscription with the endpoint URL {address} and the events "All Recordings have completed" and "Recording Transcript files have completed". Press Validate.',
    'Activate the app. In the account settings, turn on cloud recording and audio transcripts.',
  ],
  fields: zoomFields,
  verify: verifyZoom,
  challenge: answerZoomValidation,
  identify(delivery) {
    const body = parseJson(delivery.body.toString('utf8'))
    const [event, at] = [textAt(body, 'event'), textAt(body, 'event_ts')]
    const uuid = textAt(recordAt(recordAt(body, 'payload'), 'object'), 'uuid')
    return event === undefined || at === undefined || uuid === undefined ? undefined : `${event} ${at} ${uuid}`
  },
  read: readEvent,
  list: listRecordings,
  lookMinutes: 360,
  describe: describeMeeting,
  describesParticipants: true,
  fetch: fetchFile,
  async test(access) {
    await testZoomList(access, LIST)
    return 'Zoom accepted the credentials, and its recordings can be listed.'
  },
}

function readEvent(delivery: SourceDelivery): DeliveryContent {
  const body = parseBody(delivery)
  const event = textAt(body, 'event') ?? ''
  if (!RECORDING_EVENTS.has(event)) return { ignored: 'The event announces no recording.' }
  const payload = recordAt(body, 'payload')
  const token = textAt(body, 'download_token') ?? textAt(payload, 'download_token')
  const calls = readMeeting(recordAt(payload, 'object'), token)
  return calls.length === 0 ? { ignored: 'The event contains no finished recording or transcript.' } : { calls }
}

/**
 * Calls of a meeting. A recording that was stopped and started again consists of several, which Zoom distinguishes by
 * `recording_start`. The numeric meeting ID isn't used, because a recurring meeting repeats it.
 */
function readMeeting(meeting: JsonRecord, token: string | undefined): AnnouncedCall[] {
  const uuid = textAt(meeting, 'uuid')
  if (uuid === undefined) throw new SourceFault('lasting', 'The meeting has no `uuid`.')
  const files = listAt(meeting, 'recording_files').filter(
    (file): file is JsonRecord => isRecord(file) && (textAt(file, 'status') ?? 'completed') === 'completed',
  )
  const segments = Map.groupBy(files, (file) => textAt(file, 'recording_start') ?? textAt(meeting, 'start_time') ?? '')
  return [...segments].flatMap(([start, segment]) => {
    const transcript = segment.find((file) => textAt(file, 'file_type')?.toUpperCase() === 'TRANSCRIPT')
    const recording = chooseRecording(segment)
    if (transcript === undefined && recording === undefined) return []
    const startedAt = toInstant(start)
    return [
      announce({
        externalId: startedAt === undefined ? uuid : `${uuid} ${startedAt}`,
        title: textAt(meeting, 'topic'),
        startedAt: startedAt ?? toInstant(textAt(meeting, 'start_time')),
        ownerEmail: textAt(meeting, 'host_email'),
        transcript: transcript === undefined ? undefined : toPart(uuid, transcript, 'transcript.vtt', token),
        recording: recording === undefined ? undefined : toPart(uuid, recording, 'recording', token),
      }),
    ]
  })
}

/** Pages of participants after which the list counts as endless. */
const PEOPLE_PAGES_MAX = 10

/** Participants of a meeting. None without the scope, and for meetings that Zoom no longer lists. */
async function describeMeeting(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const uuid = (call.transcript ?? call.recording)?.at?.uuid
  if (uuid === undefined) return {}
  const headers = { authorization: `Bearer ${await authenticateZoom(access)}` }
  const url = `${access.settings.apiUrl ?? ZOOM_API_URL}/v2/past_meetings/${encodeUuid(uuid)}/participants`
  const people = new Map<string, { name: string | undefined; email: string | undefined; organizer?: true }>()
  let pageToken: string | undefined
  for (let page = 0; page < PEOPLE_PAGES_MAX; page++) {
    const query = new URLSearchParams({ page_size: ZOOM_PAGE_SIZE })
    if (pageToken !== undefined) query.set('next_page_token', pageToken)
    const found = await requestJson(access, `${url}?${query}`, { headers }).catch((error: unknown) => {
      // A missing scope is 400 with a code of its own.
      if (hasStatus(error, 400, 403, 404)) return undefined
      throw error
    })
    for (const one of listAt(found, 'participants')) {
      const [name, email] = [textAt(one, 'name'), textAt(one, 'user_email')?.toLowerCase()]
      const isHost = email !== undefined && email === call.ownerEmail?.toLowerCase()
      // Somebody who left and joined again is listed twice.
      people.set(email ?? name ?? '', { name, email, ...(isHost ? { organizer: true } : {}) })
    }
    pageToken = textAt(found, 'next_page_token')
    if (pageToken === undefined) break
  }
  const participants = toParticipants([...people.values()])
  return participants === undefined ? {} : { participants }
}

/** A UUID that begins with a slash or contains two must be encoded twice. */
function encodeUuid(uuid: string): string {
  const once = encodeURIComponent(uuid)
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once
}

function chooseRecording(files: readonly JsonRecord[]): JsonRecord | undefined {
  const media = files.filter((file) => /^(MP4|M4A)$/i.test(textAt(file, 'file_type') ?? ''))
  const rank = (file: JsonRecord) => {
    const at = RECORDING_TYPES.findIndex((type) => textAt(file, 'recording_type')?.startsWith(type))
    return at === -1 ? RECORDING_TYPES.length : at
  }
  return media.toSorted((a, b) => rank(a) - rank(b))[0]
}

function toPart(uuid: string, file: JsonRecord, usual: string, token: string | undefined): SourcePart | undefined {
  const url = textAt(file, 'download_url')
  if (url === undefined) return undefined
  const extension = /^[a-z0-9]{1,5}$/i.exec(textAt(file, 'file_extension') ?? '')?.[0].toLowerCase()
  const name = usual.includes('.') ? usual : `${usual}.${extension ?? 'm4a'}`
  const id = textAt(file, 'id')
  return {
    name,
    at: { url, uuid, ...(id === undefined ? {} : { id }), ...(token === undefined ? {} : { token }) },
  }
}

function fetchFile({ at }: { readonly at: FieldValues }, target: FetchTarget, access: SourceAccess): Promise<void> {
  return downloadFromZoom(at, target, access, (token) => findFreshUrl(access, token, at))
}

async function findFreshUrl(
  access: SourceAccess,
  token: string,
  { uuid, id }: FieldValues,
): Promise<string | undefined> {
  if (uuid === undefined || id === undefined) return undefined
  const url = `${access.settings.apiUrl ?? ZOOM_API_URL}/v2/meetings/${encodeUuid(uuid)}/recordings`
  const meeting = await requestJson(access, url, { headers: { authorization: `Bearer ${token}` } })
  const file = listAt(meeting, 'recording_files').find((one) => textAt(one, 'id') === id)
  return textAt(file, 'download_url')
}

function listRecordings(access: SourceAccess, request: ListRequest): Promise<SourcePage> {
  return listZoom(access, LIST, request, (page) =>
    listAt(page, 'meetings').flatMap((meeting) => (isRecord(meeting) ? readMeeting(meeting, undefined) : [])),
  )
}
