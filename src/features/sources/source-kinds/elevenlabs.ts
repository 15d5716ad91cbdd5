/** Conversations of ElevenLabs agents. The webhook announces each; the transcript and the sound are fetched. */
import { apiField, requireId, toApiUrl, toNext, webhookSecretField } from './credentials.ts'
import { download, requestJson } from './download.ts'
import {
  type AnnouncedCall,
  type DeliveryContent,
  type ListRequest,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type SourcePage,
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
} from './wire.ts'

const API_URL = 'https://api.elevenlabs.io'
const PAGE_SIZE = '100'

export const elevenlabsKind: SourceKind = {
  id: 'elevenlabs',
  title: 'ElevenLabs agents',
  about: 'Conversations of your voice agents arrive after each call, with transcript and sound.',
  steps: [
    'In the ElevenLabs settings, create an API key with access to Agents (read), and enter it here.',
    'Under Agents, Settings, Post-call webhook, create a webhook with the address {address} and HMAC authentication.',
    'Copy its secret, which is shown once, and enter it here.',
    'Turn on the event for transcripts. Parley fetches the sound itself, so the event for audio isn’t needed.',
  ],
  fields: [
    { name: 'apiKey', label: 'API key', help: 'From the settings of ElevenLabs.', secret: true, required: true },
    webhookSecretField({ help: 'Shown once when the webhook is created. Parley verifies each event with it.' }),
    apiField(API_URL, 'Change it only for data residency. Example: `https://api.eu.residency.elevenlabs.io`.'),
  ],
  verify: verifyElevenLabs,
  identify(delivery) {
    const body = parseJson(delivery.body.toString('utf8'))
    const [type, at] = [textAt(body, 'type'), textAt(body, 'event_timestamp')]
    const id = textAt(recordAt(body, 'data'), 'conversation_id')
    return type === undefined || at === undefined || id === undefined ? undefined : `${type} ${at} ${id}`
  },
  read: (delivery) => readEvent(parseBody(delivery)),
  list: listConversations,
  lookMinutes: 360,
  async fetch({ at }, target, access) {
    const path = `${toApiUrl(access, API_URL)}/v1/convai/conversations/${requireId(at)}`
    await download(access, at.kind === 'audio' ? `${path}/audio` : path, target, authorize(access))
  },
  async test(access) {
    await requestPage(access, new URLSearchParams({ page_size: '1' }))
    return 'ElevenLabs accepted the API key, and its conversations can be listed.'
  },
}

const authorize = ({ credentials }: SourceAccess) => ({ 'xi-api-key': credentials.apiKey ?? '' })

function verifyElevenLabs(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  return verifyTimedHeader(delivery, delivery.headers['elevenlabs-signature'], {
    ...{ scheme: 'v0', secret: credentials.webhookSecret ?? '', encoding: 'hex' },
  })
}

function readEvent(body: JsonRecord): DeliveryContent {
  if (textAt(body, 'type') !== 'post_call_transcription') return { ignored: 'The event announces no transcript.' }
  const data = recordAt(body, 'data')
  const id = textAt(data, 'conversation_id')
  if (id === undefined) throw new SourceFault('lasting', 'The event has no `data.conversation_id`.')
  const metadata = recordAt(data, 'metadata')
  const title = textAt(recordAt(data, 'analysis'), 'call_summary_title') ?? textAt(data, 'agent_name')
  return {
    calls: [
      toCall(id, { title, seconds: textAt(metadata, 'start_time_unix_secs'), hasAudio: data.has_audio !== false }),
    ],
  }
}

function toCall(
  id: string,
  {
    title,
    seconds,
    hasAudio,
  }: { readonly title: string | undefined; readonly seconds: string | undefined; readonly hasAudio: boolean },
): AnnouncedCall {
  return announce({
    externalId: id,
    title,
    startedAt: fromUnixTime(seconds, 'seconds'),
    transcript: { name: 'conversation.json', at: { id, kind: 'transcript' } },
    recording: hasAudio ? { name: 'conversation.mp3', at: { id, kind: 'audio' } } : undefined,
  })
}

const requestPage = (access: SourceAccess, query: URLSearchParams): Promise<unknown> =>
  requestJson(access, `${toApiUrl(access, API_URL)}/v1/convai/conversations?${query}`, { headers: authorize(access) })

async function listConversations(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const toSeconds = (date: Date) => String(Math.floor(date.getTime() / 1000))
  const query = new URLSearchParams({
    page_size: PAGE_SIZE,
    call_start_after_unix: toSeconds(since),
    call_start_before_unix: toSeconds(until),
  })
  if (cursor !== undefined) query.set('cursor', cursor)
  const page = await requestPage(access, query)
  const calls = listAt(page, 'conversations').flatMap((one) => {
    const id = textAt(one, 'conversation_id')
    const isDone = textAt(one, 'status') === undefined || textAt(one, 'status') === 'done'
    if (id === undefined || !isDone || !isRecord(one)) return []
    const title = textAt(one, 'call_summary_title') ?? textAt(one, 'agent_name')
    // The list doesn't say whether there is sound. The event does; otherwise the transcript alone arrives.
    return [toCall(id, { title, seconds: textAt(one, 'start_time_unix_secs'), hasAudio: one.has_audio === true })]
  })
  const hasMore = isRecord(page) && page.has_more === true
  return { calls, next: hasMore ? toNext(textAt(page, 'next_cursor')) : undefined }
}
