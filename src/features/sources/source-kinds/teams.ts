/**
 * Microsoft Teams meetings, by Microsoft Graph. Parley subscribes to transcripts and recordings of the tenant, and
 * renews the subscriptions with each look. A notification names an object without its call, so the object is requested.
 */
import { createHash } from 'node:crypto'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { checkBaseUrl, encodeSegment } from './credentials.ts'
import { download, unlessRefused } from './download.ts'
import {
  authorizeGraph,
  GRAPH_URL,
  nextLink,
  renewSubscription,
  requestGraph,
  SIGN_IN_URL,
  toGraphUrl,
} from './graph.ts'
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
  toInstant,
  toParticipants,
} from './wire.ts'

const NOTIFICATIONS_MAX = 100
/** Maximum number of users whose meetings the test tries to list. */
const TESTED_USERS_MAX = 10
const NOT_PERMITTED =
  'The app may not read the meetings of the users. Check its permissions and the application access policy.'

type ArtifactKind = 'transcripts' | 'recordings'
const LISTS: Readonly<Record<ArtifactKind, string>> = {
  transcripts: 'getAllTranscripts',
  recordings: 'getAllRecordings',
}

export const teamsKind: SourceKind = {
  id: 'teams',
  title: 'Microsoft Teams',
  about: 'Scheduled Teams meetings arrive with transcript, recording, organizer and invited people.',
  steps: [
    'In the Microsoft Entra admin center, register an app. Enter its directory (tenant) ID and application (client) ID here.',
    'Add the application permissions `OnlineMeetingTranscript.Read.All`, `OnlineMeetingRecording.Read.All`, `OnlineMeetings.Read.All` and `User.Read.All` of Microsoft Graph, and grant admin consent.',
    'Under Certificates & secrets, create a client secret, and enter its value here.',
    'In Teams PowerShell, create an application access policy for the client ID with `New-CsApplicationAccessPolicy`, and grant it with `Grant-CsApplicationAccessPolicy -Global`, or to the users whose meetings you want.',
    'In the meeting policies of the Teams admin center, turn on transcription and recording.',
    'Save this source, and press Test source. Parley creates the subscriptions itself; Microsoft must be able to reach {address}.',
  ],
  fields: [
    {
      name: 'tenantId',
      label: 'Tenant ID',
      help: 'Directory (tenant) ID of the app, a UUID.',
      required: true,
      isDestination: true,
      check: checkUuid,
    },
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'Application (client) ID of the app, a UUID.',
      required: true,
      check: checkUuid,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Value of the client secret, not its ID.',
      secret: true,
      required: true,
    },
    {
      name: 'events',
      label: 'Notifications',
      help: 'Without notifications, calls arrive with the next look. Use this if Microsoft can’t reach Parley.',
      usual: 'on',
      choices: [
        { value: 'on', label: 'On: calls arrive when they are ready' },
        { value: 'off', label: 'Off: calls arrive by looks only' },
      ],
    },
    {
      name: 'apiUrl',
      label: 'Graph address',
      help: 'Change it only for a national cloud. Example: `https://graph.microsoft.us`.',
      usual: GRAPH_URL,
      isDestination: true,
      check: checkBaseUrl,
    },
    {
      name: 'signInUrl',
      label: 'Sign-in address',
      help: 'Change it only for a national cloud. Example: `https://login.microsoftonline.us`.',
      usual: SIGN_IN_URL,
      isDestination: true,
      check: checkBaseUrl,
    },
  ],
  verify: verifyNotifications,
  challenge: answerValidation,
  identify: identifyNotifications,
  read: readNotifications,
  async subscribe(access) {
    if (access.settings.events === 'off') return
    for (const list of Object.values(LISTS)) {
      await renewSubscription(access, `communications/onlineMeetings/${list}`, toClientState(access))
    }
  },
  list: listMeetings,
  lookMinutes: 360,
  describe: describeMeeting,
  fetch: fetchFile,
  test: testMeetings,
}

function checkUuid(value: string): string | undefined {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? undefined : 'The value must be a UUID.'
}

/** State that each notification must contain. It depends on the secret of the app, and isn't part of the address. */
const toClientState = ({ address = '', credentials }: SourceAccess): string =>
  sign(credentials.clientSecret ?? '', ['parley client state ', address], 'hex')

function verifyNotifications({ body }: SourceDelivery, access: SourceAccess): Verification {
  const notifications = listAt(parseJson(body.toString('utf8')), 'value')
  if (notifications.length === 0) return notAuthentic('The request contains no notification.')
  const wanted = toClientState(access)
  const wrong = notifications.filter((one) => !isSame(textAt(one, 'clientState') ?? '', wanted))
  return wrong.length === 0 ? AUTHENTIC : notAuthentic('The client state of a notification is wrong.')
}

/** Returns the text with which Microsoft checks the address. It is neither a secret nor signed. */
function answerValidation({ url, body }: SourceDelivery): HandshakeAnswer | undefined {
  const token = URL.parse(url)?.searchParams.get('validationToken')
  if (token === undefined || token === null || body.length > 0 || token.length > 2_000) return undefined
  return /\p{Cc}/u.test(token) ? undefined : { contentType: 'text/plain; charset=utf-8', body: token }
}

/** Notifications have no ID of their own. Those about the subscription are the same each time, and each one counts. */
function identifyNotifications({ body }: SourceDelivery): string | undefined {
  const notifications = listAt(parseJson(body.toString('utf8')), 'value')
  if (notifications.some(isLifecycle)) return undefined
  const names = notifications.map((one) => `${textAt(one, 'changeType') ?? ''} ${textAt(one, 'resource') ?? ''}`)
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex')
}

const isLifecycle = (notification: unknown): boolean => textAt(notification, 'lifecycleEvent') !== undefined

async function readNotifications(delivery: SourceDelivery, access: SourceAccess): Promise<DeliveryContent> {
  const notifications = listAt(parseBody(delivery), 'value')
  if (notifications.some(isLifecycle)) {
    return { ignored: 'The notification is about the subscription. Parley renews it with a look.', needsLook: true }
  }
  if (notifications.length > NOTIFICATIONS_MAX) {
    throw new SourceFault('lasting', `The request contains more than ${NOTIFICATIONS_MAX} notifications.`)
  }
  const calls: AnnouncedCall[] = []
  for (const notification of notifications) {
    const object = parseResource(textAt(notification, 'resource') ?? '')
    if (object === undefined) continue
    const found = await requestGraph(access, `${toGraphUrl(access)}/${object.path}`)
    calls.push(...toCalls(found, object.part))
  }
  return calls.length === 0
    ? { ignored: 'The notifications announce neither a transcript nor a recording.' }
    : { calls }
}

const RESOURCE =
  /^(?:users\('([^']+)'\)|communications)\/onlineMeetings\('([^']+)'\)\/(transcripts|recordings)\('([^']+)'\)$/i

function parseResource(resource: string): { readonly part: ArtifactKind; readonly path: string } | undefined {
  const [, user, meeting = '', name = '', id = ''] = RESOURCE.exec(resource) ?? []
  if (id === '') return undefined
  const part = name.toLowerCase() === 'recordings' ? 'recordings' : 'transcripts'
  const owner = user === undefined ? 'communications' : `users/${encodeSegment(user)}`
  return { part, path: `${owner}/onlineMeetings/${encodeSegment(meeting)}/${part}/${encodeSegment(id)}` }
}

/** `contentCorrelationId` is the same for a transcript and its recording, also in meetings that repeat. */
function toCalls(object: unknown, part: ArtifactKind): AnnouncedCall[] {
  const [id, meeting] = [textAt(object, 'id'), textAt(object, 'meetingId')]
  const user = textAt(recordAt(recordAt(object, 'meetingOrganizer'), 'user'), 'id')
  if (id === undefined || meeting === undefined || user === undefined) return []
  const at = { user, meeting, part, id }
  return [
    announce({
      externalId: textAt(object, 'contentCorrelationId') ?? textAt(object, 'callId') ?? id,
      startedAt: toInstant(textAt(object, 'createdDateTime')),
      transcript: part === 'transcripts' ? { name: 'transcript.vtt', at } : undefined,
      recording: part === 'recordings' ? { name: 'recording.mp4', at } : undefined,
    }),
  ]
}

const toMeetingUrl = (access: SourceAccess, { user = '', meeting = '' }: FieldValues): string =>
  `${toGraphUrl(access)}/users/${encodeSegment(user)}/onlineMeetings/${encodeSegment(meeting)}`

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const part = at.part === 'recordings' ? 'recordings' : 'transcripts'
  const format = part === 'transcripts' ? '?$format=text/vtt' : ''
  const url = `${toMeetingUrl(access, at)}/${part}/${encodeSegment(at.id ?? '')}/content${format}`
  await download(access, url, target, await authorizeGraph(access))
}

/** The meeting can be missing or out of reach of the access policy. Then the call has its organizer alone. */
async function describeMeeting(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const at = (call.transcript ?? call.recording)?.at ?? {}
  const [organizer, meeting] = [
    await unlessRefused(
      requestGraph(
        access,
        `${toGraphUrl(access)}/users/${encodeSegment(at.user ?? '')}?$select=mail,userPrincipalName,displayName`,
      ),
    ),
    await unlessRefused(requestGraph(access, `${toMeetingUrl(access, at)}?$select=subject,participants`)),
  ]
  const email = textAt(organizer, 'mail') ?? textAt(organizer, 'userPrincipalName')
  const invited = recordAt(meeting, 'participants')
  const people = [
    { name: textAt(organizer, 'displayName'), email, organizer: true },
    ...listAt(invited, 'attendees').map((one) => readPerson(one)),
  ]
  return omitUndefined({
    title: textAt(meeting, 'subject'),
    ownerEmail: email ?? readPerson(recordAt(invited, 'organizer')).email,
    participants: toParticipants(people),
  }) as CallFacts
}

const readPerson = (person: unknown): { name: string | undefined; email: string | undefined } => ({
  name: textAt(recordAt(recordAt(person, 'identity'), 'user'), 'displayName'),
  email: textAt(person, 'upn'),
})

/** Graph lists the meetings of one organizer at a time, so each page of a look is a page of one user. */
async function findNextUser(
  access: SourceAccess,
  link: string | undefined,
): Promise<{ readonly id: string; readonly users: string | undefined } | undefined> {
  const first = `${toGraphUrl(access)}/users?$top=1&$select=id&$filter=userType eq 'Member'`
  for (let url: string | undefined = link ?? first; url !== undefined; ) {
    const page: unknown = await requestGraph(access, url)
    const [user] = listAt(page, 'value')
    const id = textAt(user, 'id')
    if (id !== undefined) return { id, users: nextLink(page) }
    url = nextLink(page)
  }
  return undefined
}

function toListUrl(
  access: SourceAccess,
  user: string,
  part: ArtifactKind,
  { since, until }: { readonly since: Date; readonly until: Date },
): string {
  const id = encodeSegment(user)
  const range = `startDateTime=${since.toISOString()},endDateTime=${until.toISOString()}`
  return `${toGraphUrl(access)}/users/${id}/onlineMeetings/${LISTS[part]}(meetingOrganizerUserId='${id}',${range})?$top=100`
}

/**
 * Lists the transcripts and then the recordings of one user after the other. Users whose meetings the app may not read
 * are left out, unless this is so for all users.
 */
async function listMeetings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const at = parseJson(cursor ?? '{}')
  const known = textAt(at, 'user')
  const turn =
    known === undefined ? await findNextUser(access, textAt(at, 'users')) : { id: known, users: textAt(at, 'users') }
  if (turn === undefined) return { calls: [] }
  const part = textAt(at, 'part') === 'recordings' ? 'recordings' : 'transcripts'
  const page = await unlessRefused(
    requestGraph(access, textAt(at, 'page') ?? toListUrl(access, turn.id, part, { since, until })),
  )
  const readable = page === undefined ? textAt(at, 'readable') : 'yes'
  const next = toNextTurn({ ...turn, part, page: nextLink(page) })
  if (next === undefined && readable === undefined) {
    throw new SourceFault('temporary', NOT_PERMITTED)
  }
  const calls = listAt(page, 'value').flatMap((one) => (isRecord(one) ? toCalls(one, part) : []))
  return { calls, next: next && JSON.stringify({ ...next, readable }) }
}

/** The access policy can leave out some users, so several are tried. */
async function testMeetings(access: SourceAccess): Promise<string> {
  const now = access.now()
  let users: string | undefined
  for (let tries = 0; tries < TESTED_USERS_MAX; tries++) {
    const user = await findNextUser(access, users)
    if (user === undefined) return 'Microsoft accepted the credentials, but the tenant has no users.'
    const url = toListUrl(access, user.id, 'transcripts', { since: now, until: now })
    if ((await unlessRefused(requestGraph(access, url))) !== undefined) {
      return 'Microsoft accepted the credentials, and the transcripts of meetings can be listed.'
    }
    users = user.users
    if (users === undefined) break
  }
  throw new SourceFault('temporary', NOT_PERMITTED)
}

interface UserTurn {
  readonly id: string
  readonly users: string | undefined
  readonly part: ArtifactKind
  readonly page: string | undefined
}

function toNextTurn({ id, users, part, page }: UserTurn): JsonRecord | undefined {
  if (page !== undefined) return { user: id, users, part, page }
  if (part === 'transcripts') return { user: id, users, part: 'recordings' }
  return users === undefined ? undefined : { users }
}
