/** Recall.ai: bots that record meetings. Events come from Svix, for the transcript and the recording separately. */
import { apiField, requireId, requireUrl, toApiUrl } from './credentials.ts'
import { download, requestJson } from './download.ts'
import {
  type AnnouncedCall,
  type DeliveryContent,
  type FetchTarget,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { standardWebhookId, verifyStandardWebhook } from './signatures.ts'
import { checkSigningSecret } from './webhook.ts'
import { announce, isRecord, type JsonRecord, listAt, parseBody, recordAt, textAt, toInstant } from './wire.ts'

const API_URL = 'https://us-west-2.recall.ai'
/** Media of a recording in the order of preference. Sound alone is sufficient, and much smaller than video. */
const MEDIA = ['audio_mixed', 'video_mixed'] as const

export const recallKind: SourceKind = {
  id: 'recall',
  title: 'Recall.ai',
  about: 'Meetings that your Recall.ai bots record arrive when transcript and recording are ready.',
  steps: [
    'In the Recall.ai dashboard of your region, create an API key. Enter it here with the address of the region.',
    'Under Webhooks, add the endpoint {address} with the events `transcript.done` and `recording.done`.',
    'Copy the signing secret of the endpoint, which starts with `whsec_`, and enter it here.',
    'To set the owner of a call, send `owner_email` in the `metadata` of the bot. `title` sets the title.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'From the dashboard of your region.', secret: true, required: true },
    {
      name: 'signingSecret',
      label: 'Signing secret',
      help: 'From the webhook endpoint in the dashboard. Parley verifies each event with it.',
      secret: true,
      required: true,
      max: 200,
      check: checkSigningSecret,
    },
    apiField(API_URL, 'Address of your region. Example: `https://eu-central-1.recall.ai`.'),
  ],
  verify: (delivery, { credentials }) => verifyStandardWebhook(delivery, credentials.signingSecret ?? ''),
  identify: standardWebhookId,
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listRecordings,
  lookMinutes: 360,
  fetch: fetchFile,
  async test(access) {
    await requestJson(access, `${toApiUrl(access, API_URL)}/api/v1/bot/?page_size=1`, { headers: authorize(access) })
    return 'Recall.ai accepted the API key.'
  },
}

const authorize = ({ credentials }: SourceAccess) => ({ authorization: `Token ${credentials.apiKey ?? ''}` })

/** Both events name the recording, which identifies the call. Content is fetched, and never taken from the event. */
function readEvent(body: JsonRecord): DeliveryContent {
  const event = textAt(body, 'event')
  const data = recordAt(body, 'data')
  const recording = textAt(recordAt(data, 'recording'), 'id')
  if (event !== 'transcript.done' && event !== 'recording.done') {
    return { ignored: 'The event announces no recording.' }
  }
  if (recording === undefined) throw new SourceFault('lasting', 'The event has no `data.recording.id`.')
  const transcript = textAt(recordAt(data, 'transcript'), 'id')
  if (event === 'transcript.done' && transcript === undefined) {
    throw new SourceFault('lasting', 'The event has no `data.transcript.id`.')
  }
  const metadata = recordAt(recordAt(data, 'bot'), 'metadata')
  return {
    calls: [
      announce({
        externalId: recording,
        title: textAt(metadata, 'title'),
        startedAt: toInstant(textAt(recordAt(data, 'recording'), 'started_at')),
        ownerEmail: textAt(metadata, 'owner_email'),
        transcript:
          event === 'transcript.done' && transcript !== undefined
            ? { name: 'transcript.json', at: { id: transcript, kind: 'transcript' } }
            : undefined,
        recording:
          event === 'recording.done' ? { name: 'recording.mp3', at: { id: recording, kind: 'recording' } } : undefined,
      }),
    ],
  }
}

/** Recordings by the time of their creation. The cursor is the query of the next page, as Recall.ai returns it. */
async function listRecordings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const window = new URLSearchParams({
    ...{ created_at_after: since.toISOString(), created_at_before: until.toISOString(), status_code: 'done' },
  })
  const url = `${toApiUrl(access, API_URL)}/api/v1/recording/?${cursor ?? window}`
  const page = await requestJson(access, url, { headers: authorize(access) })
  const next = textAt(page, 'next')
  return {
    calls: listAt(page, 'results').flatMap((one) => (isRecord(one) ? toListedCall(one) : [])),
    next: next === undefined ? undefined : (URL.parse(next)?.search.slice(1) ?? undefined),
  }
}

function toListedCall(recording: JsonRecord): AnnouncedCall[] {
  const id = textAt(recording, 'id')
  const shortcuts = recordAt(recording, 'media_shortcuts')
  const transcript = textAt(recordAt(shortcuts, 'transcript'), 'id')
  const hasMedia = MEDIA.some(
    (name) => textAt(recordAt(recordAt(shortcuts, name), 'data'), 'download_url') !== undefined,
  )
  if (id === undefined || (transcript === undefined && !hasMedia)) return []
  const metadata = recordAt(recordAt(recording, 'bot'), 'metadata')
  return [
    announce({
      externalId: id,
      title: textAt(metadata, 'title'),
      startedAt: toInstant(textAt(recording, 'started_at')),
      ownerEmail: textAt(metadata, 'owner_email'),
      transcript:
        transcript === undefined ? undefined : { name: 'transcript.json', at: { id: transcript, kind: 'transcript' } },
      recording: hasMedia ? { name: 'recording.mp3', at: { id, kind: 'recording' } } : undefined,
    }),
  ]
}

/** Addresses of files are signed and expire, so each attempt asks for a new one. The API key isn't sent to them. */
async function fetchFile(
  { at }: { readonly at: Readonly<Record<string, string>> },
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  const base = `${toApiUrl(access, API_URL)}/api/v1`
  const id = requireId(at)
  if (at.kind === 'transcript') {
    const found = await requestJson(access, `${base}/transcript/${id}/`, { headers: authorize(access) })
    return download(access, requireUrl(textAt(recordAt(found, 'data'), 'download_url')), target)
  }
  const found = await requestJson(access, `${base}/recording/${id}/`, { headers: authorize(access) })
  const shortcuts = recordAt(found, 'media_shortcuts')
  const urls = MEDIA.map((name) => textAt(recordAt(recordAt(shortcuts, name), 'data'), 'download_url'))
  await download(access, requireUrl(urls.find((url) => url !== undefined)), target)
}
