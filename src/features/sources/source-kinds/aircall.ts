/** Aircall calls. Events carry a token instead of a signature, so that they only say which call to fetch. */
import { apiField, basicAuthorization, requireId, requireUrl, toApiUrl } from './credentials.ts'
import { download, requestJson } from './download.ts'
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
  toFacts,
  toParticipants,
} from './wire.ts'

const API_URL = 'https://api.aircall.io'
const PAGE_SIZE = '50'

export const aircallKind: SourceKind = {
  id: 'aircall',
  title: 'Aircall',
  about:
    'Calls of your Aircall numbers arrive after each call, with recording, and with transcript if your plan has it.',
  steps: [
    'In the Aircall dashboard under Integrations & API, create an API key. Enter its ID and its token here.',
    'Add a webhook with the URL {address} and the events `call.ended` and `transcription.created`.',
    'Copy the token of the webhook, and enter it here.',
  ],
  fields: [
    { name: 'apiId', label: 'API ID', help: 'From the API key in the dashboard.', required: true, max: 200 },
    { name: 'apiToken', label: 'API token', help: 'From the API key in the dashboard.', secret: true, required: true },
    {
      name: 'webhookToken',
      label: 'Webhook token',
      help: 'From the webhook in the dashboard. Every event contains it.',
      secret: true,
      required: true,
      max: 400,
    },
    apiField(API_URL, 'Change it only for tests.'),
  ],
  verify: verifyAircall,
  identify(delivery) {
    const body = parseJson(delivery.body.toString('utf8'))
    const [event, at, id] = [textAt(body, 'event'), textAt(body, 'timestamp'), textAt(recordAt(body, 'data'), 'id')]
    return event === undefined || at === undefined || id === undefined ? undefined : `${event} ${id} ${at}`
  },
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listCalls,
  async describe({ externalId }, access) {
    const call = await requestCall(access, externalId)
    return call === undefined ? {} : toFacts(call)
  },
  lookMinutes: 360,
  fetch: fetchFile,
  async test(access) {
    await requestJson(access, `${toApiUrl(access, API_URL)}/v1/ping`, { headers: authorize(access) })
    return 'Aircall accepted the API key.'
  },
}

const authorize = ({ settings, credentials }: SourceAccess) =>
  basicAuthorization(settings.apiId ?? '', credentials.apiToken ?? '')

function verifyAircall({ body }: SourceDelivery, { credentials }: SourceAccess): Verification {
  const token = textAt(parseJson(body.toString('utf8')), 'token')
  if (token === undefined) return notAuthentic('The event has no token.')
  return isSame(token, credentials.webhookToken ?? '') ? AUTHENTIC : notAuthentic('The token is wrong.')
}

function readEvent(body: JsonRecord): DeliveryContent {
  const event = textAt(body, 'event')
  const data = recordAt(body, 'data')
  if (event === 'transcription.created') {
    const id = textAt(data, 'call_id')
    if (id === undefined) throw new SourceFault('lasting', 'The event has no `data.call_id`.')
    return { calls: [announce({ externalId: id, transcript: toTranscript(id) })] }
  }
  if (event !== 'call.ended') return { ignored: 'The event announces no recording.' }
  const call = readCall(data)
  if (call === undefined) throw new SourceFault('lasting', 'The event has no `data.id`.')
  return call.recording === undefined ? { ignored: 'The call has no recording.' } : { calls: [call] }
}

const toTranscript = (id: string) => ({ name: 'transcription.json', at: { id, kind: 'transcript' } })

function readCall(call: JsonRecord): AnnouncedCall | undefined {
  const id = textAt(call, 'id')
  if (id === undefined) return undefined
  const [user, contact] = [recordAt(call, 'user'), recordAt(call, 'contact')]
  const [email] = listAt(contact, 'emails')
  const name = [textAt(contact, 'first_name'), textAt(contact, 'last_name')].filter(Boolean).join(' ')
  const partner = name === '' ? textAt(call, 'raw_digits') : name
  return announce({
    externalId: id,
    title: partner === undefined ? undefined : `Call with ${partner}`,
    startedAt: fromUnixTime(textAt(call, 'started_at'), 'seconds'),
    ownerEmail: textAt(user, 'email'),
    participants: toParticipants([
      { name: textAt(user, 'name'), email: textAt(user, 'email'), phone: textAt(recordAt(call, 'number'), 'digits') },
      { name: name === '' ? undefined : name, email: textAt(email, 'value'), phone: textAt(call, 'raw_digits') },
    ]),
    recording:
      textAt(call, 'recording') === undefined ? undefined : { name: 'recording.mp3', at: { id, kind: 'recording' } },
  })
}

/** The call as Aircall knows it now. */
async function requestCall(access: SourceAccess, id: string): Promise<AnnouncedCall | undefined> {
  const path = `${toApiUrl(access, API_URL)}/v1/calls/${requireId({ id })}`
  return readCall(recordAt(await requestJson(access, path, { headers: authorize(access) }), 'call'))
}

/** Addresses of recordings expire, so each attempt asks for a new one. The API key isn't sent to them. */
async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const path = `${toApiUrl(access, API_URL)}/v1/calls/${requireId(at)}`
  if (at.kind === 'transcript') return download(access, `${path}/transcription`, target, authorize(access))
  const found = await requestJson(access, path, { headers: authorize(access) })
  await download(access, requireUrl(textAt(recordAt(found, 'call'), 'recording')), target)
}

async function listCalls(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const number = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 1
  const toSeconds = (date: Date) => String(Math.floor(date.getTime() / 1000))
  const query = new URLSearchParams({
    ...{ from: toSeconds(since), to: toSeconds(until), order: 'asc', per_page: PAGE_SIZE, page: String(number) },
  })
  const page = await requestJson(access, `${toApiUrl(access, API_URL)}/v1/calls?${query}`, {
    headers: authorize(access),
  })
  const calls = listAt(page, 'calls').flatMap((one) => {
    const call = isRecord(one) ? readCall(one) : undefined
    return call?.recording === undefined ? [] : [{ ...call, transcript: toTranscript(call.externalId) }]
  })
  const hasMore = textAt(recordAt(page, 'meta'), 'next_page_link') !== undefined
  return { calls, next: hasMore ? String(number + 1) : undefined }
}
