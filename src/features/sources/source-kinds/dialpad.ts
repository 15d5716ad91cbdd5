/** Dialpad calls. Events are signed JSON Web Tokens (RFC 7519) with HS256; transcript and recording are fetched. */
import { rename, rm } from 'node:fs/promises'
import { UnreadableMedia } from '../../../core/media.ts'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { apiField, requireId, requireUrl, toApiUrl, toNext, webhookSecretField } from './credentials.ts'
import { download, requestJson, sizeOfFile, unlessRefused, writeText } from './download.ts'
import {
  type AnnouncedCall,
  type CallLeg,
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
import { joinLegs, LEGS_FIELD, START_FIELD } from './legs.ts'
import { AUTHENTIC, isSame, notAuthentic, sign } from './signatures.ts'
import {
  announce,
  fromUnixTime,
  isRecord,
  type JsonRecord,
  listAt,
  parseJson,
  recordAt,
  textAt,
  toParticipants,
} from './wire.ts'

const API_URL = 'https://dialpad.com'
/** Time after the end of a call in which the events of its other legs arrive. */
const LEGS_GRACE_MS = 10 * 60_000
const NOT_JOINED = {
  detail: "The recordings of the call have different forms, so they can't be joined. Parley imported the first one.",
}

export const dialpadKind: SourceKind = {
  id: 'dialpad',
  title: 'Dialpad',
  about: 'Calls of your Dialpad company arrive when transcript and recording are ready.',
  steps: [
    'As a company admin, create an API key with the scope `recordings_export`, and enter it here.',
    'Create a webhook with `POST /api/v2/webhooks`: `hook_url` is {address}, `secret` is a random text of at least 32 characters. Enter the same secret here.',
    'Subscribe it with `POST /api/v2/subscriptions/call`: `endpoint_id` is the ID of the webhook, `call_states` is `["recording", "call_transcription"]`.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'Of a company admin.', secret: true, required: true },
    webhookSecretField({
      help: 'The `secret` of the webhook. Without it, Dialpad signs nothing, and Parley refuses the events.',
      check: (value) => (value.length < 32 ? 'The value must have at least 32 characters.' : undefined),
    }),
    apiField(API_URL, 'Change it only for the sandbox: `https://sandbox.dialpad.com`.'),
  ],
  verify: verifyDialpad,
  identify(delivery) {
    const event = readToken(delivery)
    const [id, state, at] = [textAt(event, 'call_id'), textAt(event, 'state'), textAt(event, 'event_timestamp')]
    return id === undefined || state === undefined || at === undefined ? undefined : `${id} ${state} ${at}`
  },
  read: readEvent,
  list: listCalls,
  lookMinutes: 360,
  fetch: fetchFile,
  async test(access) {
    await requestJson(access, `${toApiUrl(access, API_URL)}/api/v2/call`, { headers: authorize(access) })
    return 'Dialpad accepted the API key, and its calls can be listed.'
  },
}

const authorize = ({ credentials }: SourceAccess) => ({ authorization: `Bearer ${credentials.apiKey ?? ''}` })

/** Parts of the token: header, payload, signature. */
const splitToken = ({ body }: Pick<SourceDelivery, 'body'>) => body.toString('utf8').trim().split('.')

const decodePart = (part: string | undefined): unknown =>
  parseJson(Buffer.from(part ?? '', 'base64url').toString('utf8'))

const readToken = (delivery: Pick<SourceDelivery, 'body'>): unknown => decodePart(splitToken(delivery)[1])

/** The algorithm is fixed, so that a token can't choose a weaker one. */
function verifyDialpad(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  const [header, payload, signature, ...more] = splitToken(delivery)
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    return notAuthentic('The request isn’t a signed token. Set a secret for the webhook at Dialpad.')
  }
  if (textAt(decodePart(header), 'alg') !== 'HS256') return notAuthentic('The token isn’t signed with HS256.')
  const wanted = sign(credentials.webhookSecret ?? '', [`${header}.${payload}`], 'base64')
  const given = Buffer.from(signature, 'base64url').toString('base64')
  return isSame(given, wanted) ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

function readEvent(delivery: SourceDelivery): DeliveryContent {
  const event = readToken(delivery)
  if (!isRecord(event)) throw new SourceFault('lasting', 'The body is not a token with a JSON object.')
  const state = textAt(event, 'state')
  if (state !== 'recording' && state !== 'call_transcription') {
    return { ignored: 'The event announces neither a recording nor a transcript.' }
  }
  const call = readCall(event, { transcript: state === 'call_transcription', recording: state === 'recording' })
  if (call === undefined) throw new SourceFault('lasting', 'The event has no `call_id`.')
  return { calls: [call] }
}

function readCall(
  call: JsonRecord,
  has: { readonly transcript: boolean; readonly recording: boolean },
): AnnouncedCall | undefined {
  const id = textAt(call, 'call_id')
  if (id === undefined) return undefined
  const [contact, target] = [recordAt(call, 'contact'), recordAt(call, 'target')]
  const partner = textAt(contact, 'name') ?? textAt(call, 'external_number')
  const root = idAt(call, 'entry_point_call_id') ?? idAt(call, 'master_call_id') ?? id
  const type = textAt(target, 'type') ?? 'user'
  const isGroup = root !== id || type !== 'user'
  const at = { id, ...(isGroup ? { root } : {}) }
  const facts = {
    startedAt: fromUnixTime(textAt(call, 'date_connected') ?? textAt(call, 'date_started'), 'milliseconds'),
    ownerEmail: type === 'user' ? textAt(target, 'email') : undefined,
    participants: toParticipants([
      // Departments and call centers aren't people.
      ...(type === 'user' ? [toPerson(target, textAt(call, 'internal_number'))] : []),
      toPerson(contact, textAt(call, 'external_number')),
    ]),
    transcript: has.transcript ? { name: 'transcript.json', at: { ...at, kind: 'transcript' } } : undefined,
    recording: has.recording ? { name: 'recording.mp3', at: { ...at, kind: 'recording' } } : undefined,
  }
  const announced = announce({
    ...facts,
    externalId: root,
    title: partner === undefined ? undefined : `Call with ${partner}`,
  })
  return isGroup ? joinLegs({ ...announced, legs: [omitUndefined({ ...facts, id }) as CallLeg] }) : announced
}

/** ID of another call. Calls without one have null or 0. */
function idAt(call: JsonRecord, field: string): string | undefined {
  const id = textAt(call, field)
  return id === undefined || id === '0' || id === 'null' ? undefined : id
}

const toPerson = (person: JsonRecord, number: string | undefined) => ({
  ...{ name: textAt(person, 'name'), email: textAt(person, 'email'), phone: textAt(person, 'phone') ?? number },
})

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  if (at.root !== undefined) await requireEnded(at.root, access)
  const base = `${toApiUrl(access, API_URL)}/api/v2`
  const id = requireId(at)
  const legs = (at[LEGS_FIELD] ?? '').split(' ').filter((leg) => leg !== '')
  if (at.kind === 'transcript' && legs.length > 1) return fetchLegs(legs, at[START_FIELD], target, access)
  if (at.kind === 'transcript') return download(access, `${base}/transcripts/${id}`, target, authorize(access))
  await fetchRecordings(legs.length > 0 ? legs : [id], at[START_FIELD], target, access)
}

interface RecordedFile {
  readonly url: string
  /** Times in milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
}

/** Recordings of all legs as one file. A call that was recorded with a pause has several itself. */
async function fetchRecordings(
  legs: readonly string[],
  start: string | undefined,
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const found: RecordedFile[] = []
  for (const id of legs) found.push(...(await listRecordings(id, access)))
  const files = withoutRepeats(found)
  const [first, second] = files
  if (first === undefined) throw new SourceFault('temporary', "Dialpad doesn't have the recording of the call yet.")
  if (second === undefined) return fetchRecording(first, target, access)
  const zero = start === undefined ? first.startedAt : Math.min(Date.parse(start), first.startedAt)
  const parts: { path: string; start: number }[] = []
  let left = target.maxBytes
  for (const [index, file] of files.entries()) {
    const path = `${target.path}.${index}`
    await fetchRecording(file, { path, maxBytes: left }, access)
    left -= await sizeOfFile(path)
    parts.push({ path, start: (file.startedAt - zero) / 1_000 })
  }
  try {
    await access.media.joinParts(parts, target.path, access.signal)
  } catch (error) {
    if (!(error instanceof UnreadableMedia) || parts[0] === undefined) throw error
    await rename(parts[0].path, target.path)
    target.note?.(NOT_JOINED.detail)
  } finally {
    for (const { path } of parts) await rm(path, { force: true })
  }
}

async function listRecordings(id: string, access: SourceAccess): Promise<RecordedFile[]> {
  const path = `${toApiUrl(access, API_URL)}/api/v2/call/${requireId({ id })}`
  const call = await requestJson(access, path, { headers: authorize(access) })
  const connected = Number(textAt(call, 'date_connected') ?? textAt(call, 'date_started') ?? 0)
  return listAt(call, 'recording_details').flatMap((details) => {
    const url = textAt(details, 'url')
    if (url === undefined) return []
    const startedAt = Number(textAt(details, 'start_time') ?? connected)
    return [{ url, startedAt, endedAt: startedAt + Number(textAt(details, 'duration') ?? 0) }]
  })
}

/** Recordings in order, without those of the same time: admins and users can record the same call. */
function withoutRepeats(files: readonly RecordedFile[]): RecordedFile[] {
  const kept: RecordedFile[] = []
  for (const file of files.toSorted((a, b) => a.startedAt - b.startedAt || b.endedAt - a.endedAt)) {
    const last = kept.at(-1)
    const isRepeat = last !== undefined && (file.startedAt === last.startedAt || file.endedAt <= last.endedAt)
    if (!isRepeat) kept.push(file)
  }
  return kept
}

async function fetchRecording(file: RecordedFile, target: FetchTarget, access: SourceAccess): Promise<void> {
  const url = requireUrl(file.url)
  // The API key is sent to Dialpad only. Signed addresses of other hosts don't need it.
  const isOwn = new URL(url).origin === new URL(toApiUrl(access, API_URL)).origin
  await download(access, url, target, isOwn ? authorize(access) : {})
}

/**
 * A call with several legs is imported after its end, when the events of all legs have arrived.
 * @throws SourceFault if the call isn't over
 */
async function requireEnded(root: string, access: SourceAccess): Promise<void> {
  const url = `${toApiUrl(access, API_URL)}/api/v2/call/${requireId({ id: root })}`
  const call = await unlessRefused(requestJson(access, url, { headers: authorize(access) }))
  // A call that Dialpad has deleted is over.
  if (call === undefined) return
  const endedAt = fromUnixTime(textAt(call, 'date_ended'), 'milliseconds')
  const left = endedAt === undefined ? LEGS_GRACE_MS : Date.parse(endedAt) + LEGS_GRACE_MS - access.now().getTime()
  if (left <= 0) return
  throw new SourceFault(
    'temporary',
    'The call was transferred. Parley imports it when all of its legs are ready.',
    left,
  )
}

/** Lines of all legs as one transcript, which begins at the start of the call. Each line has its own time. */
async function fetchLegs(
  legs: readonly string[],
  start: string | undefined,
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const lines: unknown[] = []
  for (const id of legs) {
    const url = `${toApiUrl(access, API_URL)}/api/v2/transcripts/${requireId({ id })}`
    lines.push(...listAt(await requestJson(access, url, { headers: authorize(access) }), 'lines'))
  }
  const sorted = lines.toSorted((a, b) => toTime(a) - toTime(b))
  const times = [start ?? '', textAt(sorted[0], 'time') ?? ''].map((time) => Date.parse(time) || Infinity)
  const zero = Math.min(...times)
  const connected = Number.isFinite(zero) ? { date_connected: zero } : {}
  await writeText(JSON.stringify({ call_id: legs[0], ...connected, lines: sorted }), target)
}

const toTime = (line: unknown): number => Date.parse(textAt(line, 'time') ?? '') || 0

async function listCalls(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const query = new URLSearchParams({
    started_after: String(since.getTime()),
    started_before: String(until.getTime()),
    ...(cursor === undefined ? {} : { cursor }),
  })
  const page = await requestJson(access, `${toApiUrl(access, API_URL)}/api/v2/call?${query}`, {
    headers: authorize(access),
  })
  const calls = listAt(page, 'items').flatMap((one) => {
    if (!isRecord(one)) return []
    const hasRecording = listAt(one, 'recording_details').length > 0
    const call = hasRecording ? readCall(one, { transcript: true, recording: true }) : undefined
    return call === undefined ? [] : [call]
  })
  return { calls, next: toNext(textAt(page, 'cursor')) }
}
