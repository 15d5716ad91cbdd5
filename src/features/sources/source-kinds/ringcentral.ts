/**
 * RingCentral calls and meetings. Parley creates a subscription with each look: for insights of AI Conversation Expert,
 * which contain a transcript, or for recorded calls. The call log lists recordings, whose ID identifies the call.
 */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { apiField, encodeSegment, requireVendorHost, toApiUrl } from './credentials.ts'
import { download, unlessRefused, writeText } from './download.ts'
import {
  type AnnouncedCall,
  type CallFacts,
  type DeliveryContent,
  type FetchTarget,
  type FieldValues,
  type HandshakeAnswer,
  type ListRequest,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type SourcePage,
  type Verification,
} from './kind.ts'
import {
  asUser,
  RINGCENTRAL_URL,
  renewSubscription,
  requestRingCentral,
  toVerificationToken,
} from './ringcentral-api.ts'
import { AUTHENTIC, isSame, notAuthentic } from './signatures.ts'
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

/** Origins of conversations with insights: telephony, video, contact center and integrations. */
const DOMAINS = ['pbx', 'rcv', 'rcx', 'ms-teams', 'nice-incontact'] as const
const INSIGHTS = (domain: string) => `/ai/ringsense/v1/public/accounts/~/domains/${domain}`
const SESSIONS = '/restapi/v1.0/account/~/telephony/sessions?statusCode=Disconnected&withRecordings=true'
const ACCOUNT = '/restapi/v1.0/account/~'
/** The call log allows ten requests a minute, so pages are large. */
const PAGE_SIZE = 250

export const ringcentralKind: SourceKind = {
  id: 'ringcentral',
  title: 'RingCentral',
  about:
    'Recorded calls of RingCentral arrive after they have ended. With AI Conversation Expert, they have a transcript.',
  steps: [
    'In the RingCentral Developer Console, register a REST API app with the authentication "JWT auth flow".',
    'Add the scopes `ReadCallLog`, `ReadCallRecording`, `ReadAccounts` and `WebhookSubscriptions`. For transcripts, add `RingSense`.',
    'Copy Client ID and Client Secret of the app, and enter them here.',
    'As an admin who may see the call log and recordings of the company, create a JWT credential for the app under Credentials, and enter it here.',
    'Turn on automatic call recording in the admin portal. RingCentral keeps no recordings shorter than 30 seconds.',
    'Save this source, and press Test source. Parley creates the subscription itself; RingCentral must be able to reach {address}.',
  ],
  fields: [
    { name: 'clientId', label: 'Client ID', help: 'Of the app.', required: true, max: 200 },
    { name: 'clientSecret', label: 'Client Secret', help: 'Of the app.', secret: true, required: true, max: 400 },
    {
      name: 'jwt',
      label: 'JWT credential',
      help: 'From Credentials of the Developer Console. Three parts with dots between them.',
      secret: true,
      required: true,
      max: 4_000,
      check: (value) =>
        /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)
          ? undefined
          : 'The value must be a JWT: three parts with dots between them.',
    },
    {
      name: 'transcripts',
      label: 'Transcripts',
      help: 'AI Conversation Expert requires a license for each user, and the permission to access its insights.',
      usual: 'none',
      choices: [
        { value: 'none', label: 'None: Parley transcribes recordings' },
        { value: 'insights', label: 'From AI Conversation Expert' },
      ],
    },
    {
      name: 'events',
      label: 'Events',
      help: 'Without events, calls arrive with the next look. Use this if RingCentral can’t reach Parley.',
      usual: 'on',
      choices: [
        { value: 'on', label: 'On: calls arrive when they are ready' },
        { value: 'off', label: 'Off: calls arrive by looks only' },
      ],
    },
    apiField(RINGCENTRAL_URL, 'Change it only if RingCentral gives you another one.'),
  ],
  verify: verifyToken,
  challenge: answerValidation,
  identify: ({ body }) => textAt(parseJson(body.toString('utf8')), 'uuid'),
  read: readEvent,
  async subscribe(access) {
    if (access.settings.events === 'off') return
    const filters = hasInsights(access) ? DOMAINS.map((domain) => `${INSIGHTS(domain)}/insights`) : [SESSIONS]
    await renewSubscription(access, filters)
  },
  list: listRecordings,
  lookMinutes: 120,
  describe: describeCall,
  fetch: fetchFile,
  test: testAccess,
}

const hasInsights = ({ settings }: Pick<SourceAccess, 'settings'>): boolean => settings.transcripts === 'insights'

/** Deliveries contain the token of the subscription. Earlier versions of RingCentral send it in the header of the check. */
function verifyToken({ headers }: SourceDelivery, access: SourceAccess): Verification {
  const token = headers['verification-token'] ?? headers['validation-token']
  if (token === undefined) return notAuthentic('The request has no verification token.')
  return isSame(token, toVerificationToken(access)) ? AUTHENTIC : notAuthentic('The verification token is wrong.')
}

/** Returns the token with which RingCentral checks the address. It is neither a secret nor signed. */
function answerValidation({ headers, body }: SourceDelivery): HandshakeAnswer | undefined {
  const token = headers['validation-token']
  const isEvent = textAt(parseJson(body.toString('utf8')), 'event') !== undefined
  if (token === undefined || isEvent || !/^[\w.:/+=-]{1,300}$/.test(token)) return undefined
  return { contentType: 'application/json', body: '', headers: { 'validation-token': token } }
}

async function readEvent(delivery: SourceDelivery, access: SourceAccess): Promise<DeliveryContent> {
  const body = parseBody(delivery)
  const event = textAt(body, 'event') ?? ''
  const content = recordAt(body, 'body')
  const domain = /\/ai\/ringsense\/v1\/public\/accounts\/[^/]+\/domains\/([\w-]+)\/insights$/.exec(event)?.[1]
  if (domain !== undefined) return { calls: [readInsights(domain, content)] }
  if (!/\/telephony\/sessions(\?|$)/.test(event)) return { ignored: 'The event announces no recorded call.' }
  const session = textAt(content, 'sessionId')
  if (session === undefined) throw new SourceFault('lasting', 'The event has no `sessionId`.')
  const calls = listAt(await requestCallLog(access, { sessionId: session }), 'records').flatMap((record) =>
    isRecord(record) ? readRecord(record, access) : [],
  )
  // The recording appears in the call log some minutes after the call.
  if (calls.length === 0) throw new SourceFault('temporary', 'The call log doesn’t contain the recording yet.')
  return { calls }
}

/** The event contains the insights. They are fetched again, because the event isn't signed. */
function readInsights(domain: string, content: JsonRecord): AnnouncedCall {
  const id = textAt(content, 'sourceRecordId')
  if (id === undefined) throw new SourceFault('lasting', 'The event has no `sourceRecordId`.')
  return toCall({ domain, id, extension: textAt(content, 'ownerExtensionId') }, true, {
    title: textAt(content, 'title'),
    startedAt: toInstant(textAt(content, 'recordingStartTime')),
    participants: toParticipants(
      listAt(content, 'speakerInfo').map((person) => ({ name: textAt(person, 'name'), email: undefined })),
    ),
  })
}

interface RecordingName {
  readonly domain: string
  readonly id: string
  /** Extension of the user who recorded the call. */
  readonly extension: string | undefined
}

/** Only recordings of telephony can be fetched. */
function toCall(
  { domain, id, extension }: RecordingName,
  hasTranscript: boolean,
  facts: { readonly [Name in keyof CallFacts]: CallFacts[Name] | undefined },
): AnnouncedCall {
  const at = omitUndefined({ domain, id, extension }) as FieldValues
  return announce({
    ...facts,
    externalId: `${domain} ${id}`,
    transcript: hasTranscript ? { name: 'transcript.json', at: { ...at, kind: 'transcript' } } : undefined,
    recording: domain === 'pbx' ? { name: 'recording.mp3', at: { ...at, kind: 'recording' } } : undefined,
  })
}

/** A call that was transferred has a recording for each leg. */
function readRecord(record: JsonRecord, access: SourceAccess): AnnouncedCall[] {
  const parts = [record, ...listAt(record, 'legs').filter(isRecord)]
  const recorded = parts.filter((part) => textAt(recordAt(part, 'recording'), 'id') !== undefined)
  return [...Map.groupBy(recorded, (part) => textAt(recordAt(part, 'recording'), 'id') ?? '')].map(([id, [part]]) => {
    const [from, to] = (['from', 'to'] as const).map(
      (end) => toParty(recordAt(part, end)) ?? toParty(recordAt(record, end)),
    )
    const extension = textAt(recordAt(part, 'extension'), 'id') ?? textAt(recordAt(record, 'extension'), 'id')
    return toCall({ domain: 'pbx', id, extension }, hasInsights(access), {
      title: from === undefined || to === undefined ? undefined : `Call from ${from.name} to ${to.name}`,
      startedAt: toInstant(textAt(part, 'startTime') ?? textAt(record, 'startTime')),
      participants: toParticipants(
        [from, to].map((party) => ({ name: party?.name, email: undefined, phone: party?.phone })),
      ),
    })
  })
}

function toParty(party: JsonRecord): { readonly name: string; readonly phone: string | undefined } | undefined {
  const phone = textAt(party, 'phoneNumber')
  const name = textAt(party, 'name') ?? phone ?? textAt(party, 'extensionNumber')
  return name === undefined ? undefined : { name, phone }
}

async function describeCall(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const extension = (call.transcript ?? call.recording)?.at?.extension
  if (extension === undefined) return {}
  const user = await unlessRefused(requestRingCentral(access, `${ACCOUNT}/extension/${encodeSegment(extension)}`))
  return omitUndefined({ ownerEmail: textAt(recordAt(user, 'contact'), 'email') }) as CallFacts
}

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const id = encodeSegment(at.id ?? '')
  if (at.kind === 'transcript') {
    const path = `${INSIGHTS(encodeSegment(at.domain ?? ''))}/records/${id}/insights`
    const insights = await requestRingCentral(access, path)
    if (listAt(recordAt(insights, 'insights'), 'Transcript').length === 0) {
      throw new SourceFault('temporary', 'RingCentral has no transcript of the call yet.')
    }
    return writeText(JSON.stringify(insights), target)
  }
  const recording = await requestRingCentral(access, `${ACCOUNT}/recording/${id}`)
  const url = textAt(recording, 'contentUri') ?? ''
  requireVendorHost(url, toApiUrl(access, RINGCENTRAL_URL), 'platform')
  await asUser(access, (headers) => download(access, url, target, headers))
}

const requestCallLog = (access: SourceAccess, query: Readonly<Record<string, string>>): Promise<unknown> =>
  requestRingCentral(
    access,
    `${ACCOUNT}/call-log?${new URLSearchParams({ type: 'Voice', recordingType: 'All', view: 'Detailed', ...query })}`,
  )

/** The range is the same on each page, so calls that end in the meantime don't move the others. */
async function listRecordings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const page = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 1
  const found = await requestCallLog(access, {
    ...{ dateFrom: since.toISOString(), dateTo: until.toISOString() },
    ...{ perPage: String(PAGE_SIZE), page: String(page) },
  })
  const calls = listAt(found, 'records').flatMap((record) => (isRecord(record) ? readRecord(record, access) : []))
  const hasNext = textAt(recordAt(recordAt(found, 'navigation'), 'nextPage'), 'uri') !== undefined
  return { calls, next: hasNext ? String(page + 1) : undefined }
}

async function testAccess(access: SourceAccess): Promise<string> {
  await requestCallLog(access, { perPage: '1' })
  if (!hasInsights(access)) return 'RingCentral accepted the credentials, and recorded calls can be listed.'
  const path = `${ACCOUNT}/extension/~/authz-profile/check?permissionId=ReadRingSenseInsights`
  const check = await requestRingCentral(access, path)
  if (isRecord(check) && check.successful === true) {
    return 'RingCentral accepted the credentials. Recorded calls can be listed, and their insights read.'
  }
  throw new SourceFault('temporary', 'The user of the JWT may not access the insights of AI Conversation Expert.')
}
