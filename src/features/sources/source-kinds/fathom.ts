/** Fathom meetings. The webhook contains the meeting with its transcript; the list has the same shape. */
import { apiField, toApiUrl, toNext, webhookSecretField } from './credentials.ts'
import { requestJson } from './download.ts'
import {
  type AnnouncedCall,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { standardWebhookId, verifyStandardWebhook } from './signatures.ts'
import { checkSigningSecret } from './webhook.ts'
import {
  announce,
  isRecord,
  type JsonRecord,
  listAt,
  parseBody,
  recordAt,
  textAt,
  toInstant,
  toParticipants,
} from './wire.ts'

const API_URL = 'https://api.fathom.ai'

export const fathomKind: SourceKind = {
  id: 'fathom',
  title: 'Fathom',
  about:
    'Meetings that Fathom recorded arrive with transcript and participants. Fathom offers no recordings by its API.',
  steps: [
    'In the Fathom settings under API Access, generate an API key, and enter it here. It sees your own meetings and those that are shared with you.',
    'Add a webhook with the destination {address}. Turn on the transcript, and choose whose meetings are sent.',
    'Copy the secret of the webhook, which starts with `whsec_`, and enter it here.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'From API Access in the settings.', secret: true, required: true },
    webhookSecretField({
      help: 'Shown with the webhook. Parley verifies each meeting with it.',
      name: 'signingSecret',
      max: 200,
      check: checkSigningSecret,
    }),
    apiField(API_URL, 'Change it only for tests.'),
  ],
  verify: (delivery, { credentials }) => verifyStandardWebhook(delivery, credentials.signingSecret ?? ''),
  identify: standardWebhookId,
  read(delivery) {
    const call = readMeeting(parseBody(delivery))
    if (call === undefined) throw new SourceFault('lasting', 'The meeting has no `recording_id`.')
    return call.transcript === undefined
      ? { ignored: 'The meeting has no transcript. Turn on the transcript in the webhook.' }
      : { calls: [call] }
  },
  list: listMeetings,
  lookMinutes: 360,
  async test(access) {
    await requestPage(access, new URLSearchParams())
    return 'Fathom accepted the API key, and its meetings can be listed.'
  },
}

function readMeeting(meeting: JsonRecord): AnnouncedCall | undefined {
  const externalId = textAt(meeting, 'recording_id')
  if (externalId === undefined) return undefined
  const hasTranscript = listAt(meeting, 'transcript').length > 0
  return announce({
    externalId,
    title: textAt(meeting, 'title') ?? textAt(meeting, 'meeting_title'),
    startedAt: toInstant(textAt(meeting, 'recording_start_time') ?? textAt(meeting, 'scheduled_start_time')),
    ownerEmail: textAt(recordAt(meeting, 'recorded_by'), 'email'),
    participants: toParticipants(
      listAt(meeting, 'calendar_invitees').map((person) => ({
        name: textAt(person, 'name'),
        email: textAt(person, 'email'),
      })),
    ),
    transcript: hasTranscript ? { name: 'meeting.json', text: JSON.stringify(meeting) } : undefined,
  })
}

const requestPage = (access: SourceAccess, query: URLSearchParams): Promise<unknown> =>
  requestJson(access, `${toApiUrl(access, API_URL)}/external/v1/meetings?${query}`, {
    headers: { 'x-api-key': access.credentials.apiKey ?? '' },
  })

async function listMeetings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const query = new URLSearchParams({
    include_transcript: 'true',
    created_after: since.toISOString(),
    created_before: until.toISOString(),
  })
  if (cursor !== undefined) query.set('cursor', cursor)
  const page = await requestPage(access, query)
  const calls = listAt(page, 'items').flatMap((meeting) => {
    const call = isRecord(meeting) ? readMeeting(meeting) : undefined
    return call?.transcript === undefined ? [] : [call]
  })
  return { calls, next: toNext(textAt(page, 'next_cursor')) }
}
