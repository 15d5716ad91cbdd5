/**
 * Recorded calls of Zoom Phone, by a Server-to-Server OAuth app with event subscriptions. Zoom delivers the recording and
 * its transcript as separate events, and lists the recordings of an account. The recording ID identifies the call.
 */
import { readFile } from 'node:fs/promises'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { encodeSegment } from './credentials.ts'
import { requestJson, unlessRefused, writeText } from './download.ts'
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
  zoomFields,
} from './zoom-api.ts'

const LIST = '/v2/phone/recordings'
/** Copies of the events for people with access to the recording aren't listed, because they announce nothing else. */
const RECORDING_EVENTS = new Set(['phone.recording_completed', 'phone.recording_transcript_completed'])
/** Values of `caller_number_type` and `callee_number_type`. */
const [INTERNAL, EXTERNAL] = ['1', '2']

export const zoomPhoneKind: SourceKind = {
  id: 'zoom_phone',
  title: 'Zoom Phone',
  about: 'Recorded calls of Zoom Phone arrive when they are ready, with transcript, owner and both numbers.',
  steps: [
    'In the Zoom App Marketplace, build a Server-to-Server OAuth app.',
    'Add the scopes `phone:read:list_call_recordings:admin`, `phone:read:call_recording:admin`, `phone:read:recording_transcript:admin` and `user:read:user:admin`.',
    'Copy Account ID, Client ID and Client Secret from App Credentials, and the Secret Token from Feature. Enter them here.',
    'Under Feature, add an event subscription with the endpoint URL {address} and the Phone events "Recording is completed" and "Recording transcript is completed". Press Validate.',
    'Activate the app. In the policies of Zoom Phone, turn on automatic call recording and its transcription.',
  ],
  fields: zoomFields,
  verify: verifyZoom,
  challenge: answerZoomValidation,
  identify(delivery) {
    const body = parseJson(delivery.body.toString('utf8'))
    const [event, at] = [textAt(body, 'event'), textAt(body, 'event_ts')]
    const ids = readRecordings(body).map((recording) => textAt(recording, 'id') ?? '')
    return event === undefined || at === undefined || ids.length === 0 ? undefined : `${event} ${at} ${ids.join(' ')}`
  },
  read: readEvent,
  list: (access: SourceAccess, request: ListRequest): Promise<SourcePage> =>
    listZoom(access, LIST, request, (page) =>
      listAt(page, 'recordings').flatMap((one) => (isRecord(one) ? readRecording(one, undefined) : [])),
    ),
  lookMinutes: 360,
  describe: describeCall,
  fetch: fetchFile,
  async test(access) {
    await testZoomList(access, LIST)
    return 'Zoom accepted the credentials, and recordings of Zoom Phone can be listed.'
  },
}

const readRecordings = (body: unknown): JsonRecord[] =>
  listAt(recordAt(recordAt(body, 'payload'), 'object'), 'recordings').filter(isRecord)

function readEvent(delivery: SourceDelivery): DeliveryContent {
  const body = parseBody(delivery)
  if (!RECORDING_EVENTS.has(textAt(body, 'event') ?? '')) return { ignored: 'The event announces no recording.' }
  const token = textAt(body, 'download_token') ?? textAt(recordAt(body, 'payload'), 'download_token')
  const calls = readRecordings(body).flatMap((recording) => readRecording(recording, token))
  return calls.length === 0 ? { ignored: 'The event contains no finished recording or transcript.' } : { calls }
}

/** A call that was recorded with a pause has several recordings, and each is a call of its own. */
function readRecording(recording: JsonRecord, token: string | undefined): AnnouncedCall[] {
  const id = textAt(recording, 'id')
  if (id === undefined) throw new SourceFault('lasting', 'The recording has no `id`.')
  const [caller, callee] = [readParty(recording, 'caller'), readParty(recording, 'callee')]
  const owner = recordAt(recording, 'owner')
  const user = textAt(owner, 'type') === 'user' ? textAt(owner, 'id') : textAt(recording, 'user_id')
  const at = (url: string): FieldValues =>
    omitUndefined({ ...{ url, id, user, token }, call: textAt(recording, 'call_id') }) as FieldValues
  const [media, text] = [textAt(recording, 'download_url'), textAt(recording, 'transcript_download_url')]
  if (media === undefined && text === undefined) return []
  const names = JSON.stringify([caller, callee].flatMap(({ numbers, name }) => (name ? [{ numbers, name }] : [])))
  return [
    announce({
      externalId: id,
      title: caller.label && callee.label ? `Call from ${caller.label} to ${callee.label}` : undefined,
      startedAt: toInstant(textAt(recording, 'date_time')),
      participants: toParticipants(
        [caller, callee].map(({ name, phone, internal }) => ({ name, phone, internal, email: undefined })),
      ),
      transcript:
        text === undefined ? undefined : { name: 'transcript.json', at: { ...at(text), kind: 'transcript', names } },
      recording: media === undefined ? undefined : { name: 'recording.mp3', at: { ...at(media), kind: 'recording' } },
    }),
  ]
}

interface Party {
  readonly name: string | undefined
  /** Number with country code, by which the organization recognizes its own numbers. */
  readonly phone: string | undefined
  readonly internal: boolean | undefined
  /** Name, or the number or extension of somebody without one. */
  readonly label: string | undefined
  /** Numbers and extensions with which the transcript names the party. */
  readonly numbers: readonly string[]
}

/**
 * One end of a call. The number of a colleague is an extension, with the direct number in another field. The person who
 * took a call of a queue, or called for it, is the party instead of the queue.
 */
function readParty(recording: JsonRecord, side: 'caller' | 'callee'): Party {
  const isOwn = (textAt(recording, 'direction') === 'inbound') === (side === 'callee')
  const isQueue = textAt(recordAt(recording, 'owner'), 'type') === 'callQueue'
  const agent = recordAt(recording, side === 'callee' ? 'accepted_by' : 'outgoing_by')
  const person = isOwn && isQueue ? textAt(agent, 'name') : undefined
  const number = textAt(recording, `${side}_number`)
  const name = person ?? textAt(recording, `${side}_name`)
  const type = textAt(recording, `${side}_number_type`)
  const numbers = [number, textAt(recording, `${side}_did_number`), textAt(agent, 'extension_number')]
  const phone = textAt(recording, `${side}_did_number`) ?? number
  return {
    ...{ name, phone, label: name ?? phone },
    internal: type === INTERNAL ? true : type === EXTERNAL && !isOwn ? false : isOwn ? true : undefined,
    numbers: numbers.flatMap((one) => (one === undefined ? [] : [toDigits(one)])),
  }
}

const toDigits = (number: string): string => number.replace(/\D/g, '')

/** Address of the user who recorded the call. Nothing without the scope, and for users whom Zoom has deleted. */
async function describeCall(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const user = (call.transcript ?? call.recording)?.at?.user
  if (user === undefined) return {}
  const url = `${access.settings.apiUrl ?? ZOOM_API_URL}/v2/users/${encodeSegment(user)}`
  const headers = { authorization: `Bearer ${await authenticateZoom(access)}` }
  const found = await unlessRefused(requestJson(access, url, { headers }))
  return omitUndefined({ ownerEmail: textAt(found, 'email') }) as CallFacts
}

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  await downloadFromZoom(at, target, access, (token) => findUrl(at, token, access))
  if (at.kind === 'transcript') await nameSpeakers(at, target)
}

/** The address of a recording changes. The one of a transcript contains the ID of the recording. */
async function findUrl(
  { kind, id = '', call }: FieldValues,
  token: string,
  access: SourceAccess,
): Promise<string | undefined> {
  const base = access.settings.apiUrl ?? ZOOM_API_URL
  if (kind === 'transcript') return `${base}/v2/phone/recording_transcript/download/${encodeSegment(id)}`
  if (call === undefined) return undefined
  const headers = { authorization: `Bearer ${token}` }
  const found = await unlessRefused(
    requestJson(access, `${base}/v2/phone/call_logs/${encodeSegment(call)}/recordings`, { headers }),
  )
  return textAt(found, 'id') === id ? textAt(found, 'download_url') : undefined
}

/** Zoom's transcript names speakers by extension or number. The recording has their names. */
async function nameSpeakers({ names = '[]' }: FieldValues, target: FetchTarget): Promise<void> {
  const document = parseJson(await readFile(target.path, 'utf8'))
  // WebVTT has names itself.
  if (!isRecord(document)) return
  if (!Array.isArray(document.timeline)) {
    throw new SourceFault('temporary', 'Zoom has no transcript of the call yet.')
  }
  const known = new Map(
    (parseJson(names) as readonly { readonly numbers: readonly string[]; readonly name: string }[]).flatMap(
      ({ numbers, name }) => numbers.map((number) => [number, name] as const),
    ),
  )
  const timeline = document.timeline.map((entry: unknown) => {
    const name = known.get(toDigits(textAt(entry, 'userId') ?? textAt(entry, 'username') ?? ''))
    return isRecord(entry) && name !== undefined ? { ...entry, username: name } : entry
  })
  await writeText(JSON.stringify({ ...document, timeline }), target)
}
