/**
 * Jitsi as a Service (JaaS) of 8x8. Events contain signed links to recordings and transcripts, which work for 24 hours.
 * There is no list. The recordings of an own Jitsi server are files, for the watched folder.
 */
import { getExtension } from '../../text/transcripts/index.ts'
import { requireUrl, webhookSecretField } from './credentials.ts'
import { download } from './download.ts'
import {
  type AnnouncedCall,
  type DeliveryContent,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type Verification,
} from './kind.ts'
import { verifyTimedHeader } from './signatures.ts'
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

export const jitsiKind: SourceKind = {
  id: 'jitsi',
  title: 'Jitsi (JaaS)',
  about: 'Meetings of Jitsi as a Service arrive when their recording is uploaded, with title and participants.',
  steps: [
    'In the JaaS console under Webhooks, add an endpoint with the URL {address}.',
    'Select the events `RECORDING_UPLOADED` and, if JaaS transcribes your meetings, `TRANSCRIPTION_UPLOADED`.',
    'Select the endpoint, press Reveal secret, and enter the secret here.',
    'For a Jitsi server of your own, use a watched folder with the folder in which Jibri stores recordings.',
  ],
  fields: [
    webhookSecretField({ help: 'From Reveal secret of the endpoint. Parley verifies each event with it.' }),
    {
      name: 'transcripts',
      label: 'Transcripts',
      help: 'JaaS transcribes a meeting as a whole, so its transcript belongs to the first recording of the meeting.',
      usual: 'none',
      choices: [
        { value: 'none', label: 'None: each recording is a call, and Parley transcribes it' },
        { value: 'jaas', label: 'From JaaS: one call for each meeting' },
      ],
    },
  ],
  verify: verifyJaas,
  identify: ({ body }) => textAt(parseJson(body.toString('utf8')), 'idempotencyKey'),
  read: (delivery, access) => readEvent(parseBody(delivery), access),
  fetch: ({ at }, target, access) => download(access, requireUrl(at.url), target),
}

function verifyJaas(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  return verifyTimedHeader(delivery, delivery.headers['x-jaas-signature'], {
    ...{ scheme: 'v1', secret: credentials.webhookSecret ?? '', encoding: 'base64' },
  })
}

function readEvent(body: JsonRecord, { settings }: SourceAccess): DeliveryContent {
  const event = textAt(body, 'eventType')
  const hasTranscripts = settings.transcripts === 'jaas'
  if (event === 'TRANSCRIPTION_UPLOADED' && !hasTranscripts) return { ignored: 'Transcripts of JaaS are turned off.' }
  if (event !== 'RECORDING_UPLOADED' && event !== 'TRANSCRIPTION_UPLOADED') {
    return { ignored: 'The event announces no recording.' }
  }
  const [session, data] = [textAt(body, 'sessionId'), recordAt(body, 'data')]
  const url = textAt(data, 'preAuthenticatedLink')
  if (session === undefined) throw new SourceFault('lasting', 'The event has no `sessionId`.')
  if (url === undefined) throw new SourceFault('lasting', 'The event has no `data.preAuthenticatedLink`.')
  const facts = { externalId: session, title: readRoom(textAt(body, 'fqn')) }
  if (event === 'TRANSCRIPTION_UPLOADED') {
    const transcript = { name: `transcript${readExtension(url, '.json')}`, at: { url } }
    return { calls: [announce({ ...facts, transcript })] }
  }
  const recordingId = textAt(data, 'recordingSessionId')
  const isSeparate = !hasTranscripts && recordingId !== undefined
  return {
    calls: [readRecording(data, { ...facts, externalId: isSeparate ? `${session} ${recordingId}` : session }, url)],
  }
}

function readRecording(
  data: JsonRecord,
  facts: Pick<AnnouncedCall, 'externalId'> & { readonly title: string | undefined },
  url: string,
): AnnouncedCall {
  const people = listAt(data, 'participants').filter(isRecord)
  const initiator = textAt(data, 'initiatorId')
  const host = initiator === undefined ? undefined : people.find((person) => textAt(person, 'id') === initiator)
  return announce({
    ...facts,
    startedAt: fromUnixTime(textAt(data, 'startTimestamp'), 'milliseconds'),
    ownerEmail: textAt(host, 'email'),
    participants: toParticipants(
      people.map((person) => ({
        name: textAt(person, 'name'),
        email: textAt(person, 'email'),
        organizer: person === host ? true : undefined,
      })),
    ),
    recording: { name: `recording${readExtension(url, '.mp4')}`, at: { url } },
  })
}

/** Room of `AppID/room`. */
const readRoom = (fqn: string | undefined): string | undefined => {
  const room = fqn?.split('/').slice(1).join('/')
  return room === '' ? undefined : room
}

const readExtension = (url: string, usual: string): string =>
  /^\.[a-z0-9]{1,5}$/.exec(getExtension(URL.parse(url)?.pathname ?? ''))?.[0] ?? usual
