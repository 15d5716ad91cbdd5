/**
 * Google Meet conferences, by a service account with domain-wide delegation. Events come through a Pub/Sub push, from a
 * subscription of each user that Parley renews with looks. A conference with its transcripts is one call of its organizer.
 */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { checkBaseUrl, encodeSegment, toNext } from './credentials.ts'
import { download, unlessRefused, writeText } from './download.ts'
import {
  authorizeGoogle,
  checkServiceAccount,
  DIRECTORY_SCOPES,
  findUser,
  GOOGLE_URL,
  type GoogleSubject,
  type GoogleUser,
  listGoogle,
  renewEvents,
  requestGoogle,
  requestUser,
  toGoogleUrl,
  verifyPush,
} from './google.ts'
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

const SCOPES = [
  'https://www.googleapis.com/auth/meetings.space.readonly',
  'https://www.googleapis.com/auth/drive.meet.readonly',
]
const EVENTS: Readonly<Record<string, 'transcript' | 'recording'>> = {
  'google.workspace.meet.transcript.v2.fileGenerated': 'transcript',
  'google.workspace.meet.recording.v2.fileGenerated': 'recording',
}
const LIFECYCLE = 'google.workspace.events.subscription.'
/** Maximum number of participants whose email addresses are looked up. */
const LOOKUPS_MAX = 30
/** Maximum number of users whose conferences the test tries to list. */
const TESTED_USERS_MAX = 10
const NOT_PERMITTED = 'The service account may not read the conferences of the users. Check the domain-wide delegation.'
const RECORDS_PER_PAGE = '25'
const RECORD = /^conferenceRecords\/[\w-]{1,200}$/

export const meetKind: SourceKind = {
  id: 'meet',
  title: 'Google Meet',
  about: 'Meetings of your Google Workspace users arrive with transcript, recording, organizer and participants.',
  steps: [
    'In a Google Cloud project, enable the Google Meet API, the Google Drive API, the Admin SDK API, the Google Workspace Events API and the Cloud Pub/Sub API.',
    'Create a service account with a JSON key. Enter the content of the key file here.',
    `In the Google Admin console under Security > API controls > Domain-wide delegation, add the client ID of the service account with the scopes \`${[...SCOPES, ...DIRECTORY_SCOPES].join(',')}\`.`,
    'Enter the email address of an admin, who may list users.',
    'For events, create a Pub/Sub topic, and give `meet-api-event-push@system.gserviceaccount.com` the role Pub/Sub Publisher for it. Enter the name of the topic here.',
    'Create a push subscription of the topic. Enter {address} as its endpoint, turn on authentication, and leave the audience empty. Enter its service account here.',
    'In the Admin console, turn on recordings and transcripts of Meet.',
  ],
  fields: [
    {
      name: 'serviceAccountKey',
      label: 'Service account key',
      help: 'Content of the JSON key file of the service account.',
      secret: true,
      required: true,
      max: 8_000,
      check: checkServiceAccount,
    },
    {
      name: 'adminEmail',
      label: 'Admin',
      help: 'Email address of an admin who may list users.',
      required: true,
      max: 320,
      check: checkEmail,
    },
    {
      name: 'orgUnit',
      label: 'Organizational unit',
      help: 'Only meetings of users in this unit arrive. Example: `/Sales`. Empty: all users.',
      max: 400,
      check: (value) => (/^\/[^'\\]*$/.test(value) ? undefined : 'The value must be a path such as /Sales.'),
    },
    {
      name: 'topic',
      label: 'Pub/Sub topic',
      help: 'Example: `projects/acme/topics/meet`. Without it, calls arrive by looks only.',
      max: 400,
      check: (value) =>
        /^projects\/[\w.:-]+\/topics\/[\w.~+%-]+$/.test(value)
          ? undefined
          : 'The value must be a name such as projects/acme/topics/meet.',
    },
    {
      name: 'pushAccount',
      label: 'Push service account',
      help: 'Email address of the service account of the push subscription. Parley verifies each event with it.',
      max: 320,
      check: checkEmail,
    },
    {
      name: 'apiUrl',
      label: 'API address',
      help: 'Change it only for tests.',
      usual: GOOGLE_URL,
      isDestination: true,
      check: checkBaseUrl,
    },
  ],
  verify: (delivery, access) => verifyPush(delivery, access, access.settings.pushAccount ?? ''),
  identify: ({ body }) => textAt(recordAt(parseJson(body.toString('utf8')), 'message'), 'messageId'),
  read: readEvent,
  list: listConferences,
  lookMinutes: 360,
  describe: describeConference,
  fetch: fetchFile,
  test: testConferences,
}

function checkEmail(value: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'The value must be an email address.'
}

const toSubject = (email: string): GoogleSubject => ({ email, scopes: SCOPES })

/** A Pub/Sub message with a CloudEvent in its attributes. The subject is the user of the subscription. */
function readEvent(delivery: SourceDelivery): DeliveryContent {
  const message = recordAt(parseBody(delivery), 'message')
  const attributes = recordAt(message, 'attributes')
  const type = textAt(attributes, 'ce-type') ?? ''
  if (type.startsWith(LIFECYCLE)) {
    return { ignored: 'The event is about the subscription. Parley renews it with a look.', needsLook: true }
  }
  const part = EVENTS[type]
  if (part === undefined) return { ignored: 'The event announces neither a transcript nor a recording.' }
  const data = parseJson(Buffer.from(textAt(message, 'data') ?? '', 'base64').toString('utf8'))
  const record = textAt(recordAt(data, part), 'name')?.split('/').slice(0, 2).join('/')
  if (record === undefined || !RECORD.test(record)) {
    throw new SourceFault('lasting', `The event has no \`${part}.name\`.`)
  }
  const user = /\/users\/([\w-]{1,100})$/.exec(textAt(attributes, 'ce-subject') ?? '')?.[1]
  if (user === undefined)
    return { ignored: 'The event names no user. Parley finds the call with a look.', needsLook: true }
  return { calls: [toCall(record, user, [part])] }
}

const toCall = (
  record: string,
  user: string,
  parts: readonly ('transcript' | 'recording')[],
  startedAt?: string | undefined,
): AnnouncedCall =>
  announce({
    externalId: record,
    startedAt,
    transcript: parts.includes('transcript')
      ? { name: 'meeting.json', at: { record, user, part: 'transcript' } }
      : undefined,
    recording: parts.includes('recording')
      ? { name: 'meeting.mp4', at: { record, user, part: 'recording' } }
      : undefined,
  })

/** @throws SourceFault if the user was deleted */
async function requireOrganizer(access: SourceAccess, { user = '' }: FieldValues): Promise<GoogleSubject> {
  const found = await findUser(access, user)
  if (found === undefined) throw new SourceFault('temporary', 'Google doesn’t list the user of the conference.')
  return toSubject(found.email)
}

const requestConferences = (access: SourceAccess, { email }: GoogleUser, query: Readonly<Record<string, string>>) =>
  unlessRefused(requestGoogle(access, toSubject(email), { service: 'meet', path: 'v2/conferenceRecords', query }))

/** Some users have no license for Meet, so several are tried. */
async function testConferences(access: SourceAccess): Promise<string> {
  let users: string | undefined
  for (let tries = 0; tries < TESTED_USERS_MAX; tries++) {
    const { user, next } = await requestUser(access, users)
    if (user === undefined) return 'Google accepted the credentials, but there are no users.'
    if ((await requestConferences(access, user, { pageSize: '1' })) !== undefined) {
      return 'Google accepted the credentials, and the conferences of users can be listed.'
    }
    users = next
    if (users === undefined) break
  }
  throw new SourceFault('temporary', NOT_PERMITTED)
}

async function listConferences(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const at = parseJson(cursor ?? '{}')
  const [users, records] = [textAt(at, 'users'), textAt(at, 'records')]
  const { user, next } = await requestUser(access, users)
  const fault = user === undefined || records !== undefined ? undefined : await renewSubscription(access, user)
  const query = {
    pageSize: RECORDS_PER_PAGE,
    filter: `start_time>="${since.toISOString()}" AND start_time<="${until.toISOString()}"`,
    ...(records === undefined ? {} : { pageToken: records }),
  }
  const page = user === undefined ? undefined : await requestConferences(access, user, query)
  const readable = page === undefined ? textAt(at, 'readable') : 'yes'
  const calls: AnnouncedCall[] = []
  for (const record of listAt(page, 'conferenceRecords')) {
    const call = user === undefined ? undefined : await findOwnCall(access, user, record)
    if (call !== undefined) calls.push(call)
  }
  const more = toNext(textAt(page, 'nextPageToken'))
  if (more !== undefined) return { calls, fault, next: JSON.stringify({ users, records: more, readable }) }
  if (next !== undefined) return { calls, fault, next: JSON.stringify({ users: next, readable }) }
  if (user !== undefined && readable === undefined) {
    throw new SourceFault('temporary', NOT_PERMITTED)
  }
  return { calls, fault }
}

/** A conference is also listed for its participants. It belongs to the user in whose Drive its files are. */
async function findOwnCall(
  access: SourceAccess,
  user: GoogleUser,
  record: unknown,
): Promise<AnnouncedCall | undefined> {
  const name = textAt(record, 'name') ?? ''
  if (!RECORD.test(name) || textAt(record, 'endTime') === undefined) return undefined
  const subject = toSubject(user.email)
  const { document, recording } = await findArtifacts(access, subject, name)
  const file = await requestDriveFile(access, subject, document ?? recording?.file)
  if (!isRecord(file) || file.ownedByMe !== true) return undefined
  const parts = [
    ...(document === undefined ? [] : (['transcript'] as const)),
    ...(recording === undefined ? [] : (['recording'] as const)),
  ]
  return toCall(name, user.id, parts, toInstant(textAt(record, 'startTime')))
}

interface Artifacts {
  /** ID of the document of the first transcript. Undefined until it is ready. */
  readonly document: string | undefined
  /** The longest recording that is ready. */
  readonly recording: { readonly file: string; readonly startedAt: string | undefined } | undefined
}

const isReady = (artifact: JsonRecord): boolean => textAt(artifact, 'state') === 'FILE_GENERATED'

const toTime = (artifact: JsonRecord | undefined, name: 'startTime' | 'endTime'): number =>
  Date.parse(textAt(artifact, name) ?? '') || 0

const byStart = (a: JsonRecord, b: JsonRecord): number => toTime(a, 'startTime') - toTime(b, 'startTime')

const listOfRecord = (access: SourceAccess, subject: GoogleSubject, path: string, field: string, pageSize = '100') =>
  listGoogle(access, subject, { service: 'meet', path: `v2/${path}`, query: { pageSize } }, field)

async function findArtifacts(access: SourceAccess, subject: GoogleSubject, record: string): Promise<Artifacts> {
  const transcripts = await listOfRecord(access, subject, `${record}/transcripts`, 'transcripts')
  const recordings = await listOfRecord(access, subject, `${record}/recordings`, 'recordings')
  const duration = (one: JsonRecord) => toTime(one, 'endTime') - toTime(one, 'startTime')
  const [longest] = recordings.filter(isReady).toSorted((a, b) => duration(b) - duration(a))
  const [first] = transcripts.filter(isReady).toSorted(byStart)
  const file = textAt(recordAt(longest, 'driveDestination'), 'file')
  return {
    document: textAt(recordAt(first, 'docsDestination'), 'document'),
    recording: file === undefined ? undefined : { file, startedAt: textAt(longest, 'startTime') },
  }
}

const requestDriveFile = async (
  access: SourceAccess,
  subject: GoogleSubject,
  id: string | undefined,
): Promise<unknown> =>
  id === undefined
    ? undefined
    : unlessRefused(
        requestGoogle(access, subject, {
          ...{ service: 'www', path: `drive/v3/files/${encodeSegment(id)}` },
          query: { fields: 'name,ownedByMe', supportsAllDrives: 'true' },
        }),
      )

/** Google writes the title of the meeting, its time and the kind of file in the name of a file. */
const FILE_SUFFIX =
  /\s*(?:\(\d{4}-\d\d-\d\d[^()]*\)|[-–] \d{4}\/\d\d\/\d\d [^-–]*)?(?:\s*[-–]\s*(?:Transcript|Recording))?$/i

async function describeConference(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const at = (call.transcript ?? call.recording)?.at ?? {}
  const subject = await requireOrganizer(access, at)
  const record = await requestGoogle(access, subject, { service: 'meet', path: `v2/${call.externalId}` })
  const { document, recording } = await findArtifacts(access, subject, call.externalId)
  const file = await requestDriveFile(access, subject, document ?? recording?.file)
  const people = await listOfRecord(access, subject, `${call.externalId}/participants`, 'participants', '250')
  const participants = []
  for (const [index, person] of people.entries()) {
    const signedIn = recordAt(person, 'signedinUser')
    const id = textAt(signedIn, 'user')?.split('/').at(-1)
    const known = id === undefined || index >= LOOKUPS_MAX ? undefined : await findUser(access, id)
    const others = [signedIn, recordAt(person, 'anonymousUser'), recordAt(person, 'phoneUser')]
    const name = others.map((one) => textAt(one, 'displayName')).find((one) => one !== undefined)
    participants.push({ name, email: known?.email, ...(known?.id === at.user ? { organizer: true } : {}) })
  }
  return omitUndefined({
    title: textAt(file, 'name')?.replace(FILE_SUFFIX, ''),
    startedAt: toInstant(textAt(record, 'startTime')),
    ownerEmail: subject.email,
    participants: toParticipants(participants),
  }) as CallFacts
}

async function fetchFile(
  { at }: { readonly at: FieldValues },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const { record = '' } = at
  const subject = await requireOrganizer(access, at)
  const { recording } = await findArtifacts(access, subject, record)
  if (at.part === 'transcript') return fetchTranscript(access, subject, { record, zero: recording?.startedAt }, target)
  if (recording === undefined) throw new SourceFault('temporary', 'The recording isn’t ready.')
  const path = `drive/v3/files/${encodeSegment(recording.file)}`
  const url = toGoogleUrl(access, { service: 'www', path, query: { alt: 'media', supportsAllDrives: 'true' } })
  await download(access, url, target, await authorizeGoogle(access, subject))
}

/** All transcripts of a conference, which can be stopped and started again. Times begin with the recording. */
async function fetchTranscript(
  access: SourceAccess,
  subject: GoogleSubject,
  { record, zero }: { readonly record: string; readonly zero: string | undefined },
  target: FetchTarget,
): Promise<void> {
  const conference = await requestGoogle(access, subject, { service: 'meet', path: `v2/${record}` })
  const transcripts = (await listOfRecord(access, subject, `${record}/transcripts`, 'transcripts')).toSorted(byStart)
  const isWhole = textAt(conference, 'endTime') !== undefined && transcripts.length > 0 && transcripts.every(isReady)
  if (!isWhole) throw new SourceFault('temporary', 'The transcript isn’t ready.')
  const entries: JsonRecord[] = []
  for (const transcript of transcripts) {
    const id = encodeSegment(textAt(transcript, 'name')?.split('/').at(-1) ?? '')
    entries.push(...(await listOfRecord(access, subject, `${record}/transcripts/${id}/entries`, 'transcriptEntries')))
  }
  const first = textAt(entries[0], 'startTime')
  if (first === undefined) throw new SourceFault('lasting', 'The transcript contains no speech.')
  const startTime =
    zero !== undefined && Date.parse(zero) <= Date.parse(first) ? zero : textAt(transcripts[0], 'startTime')
  const participants = await listOfRecord(access, subject, `${record}/participants`, 'participants', '250')
  const text = JSON.stringify({
    transcripts: [{ ...transcripts[0], startTime }],
    participants,
    transcriptEntries: entries,
  })
  await writeText(text, target)
}

/** Users without a license for Meet can't be subscribed to. @returns the fault, which doesn't end the look */
async function renewSubscription(access: SourceAccess, { id, email }: GoogleUser): Promise<SourceFault | undefined> {
  const { topic } = access.settings
  if (topic === undefined) return undefined
  try {
    const targetResource = `//cloudidentity.googleapis.com/users/${id}`
    await unlessRefused(
      renewEvents(access, toSubject(email), { targetResource, eventTypes: Object.keys(EVENTS), pubsubTopic: topic }),
    )
    return undefined
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    return error
  }
}
