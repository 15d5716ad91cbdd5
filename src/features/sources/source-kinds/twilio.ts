/** Recordings of Twilio calls. A status callback announces each; the recording is fetched with the account's token. */
import { apiField, basicAuthorization, requireId, toApiUrl } from './credentials.ts'
import { download, requestJson, unlessRefused } from './download.ts'
import {
  type AnnouncedCall,
  type CallFacts,
  type DeliveryContent,
  type ListRequest,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type SourcePage,
  type Verification,
} from './kind.ts'
import { AUTHENTIC, isSame, notAuthentic, sign } from './signatures.ts'
import { announce, isRecord, listAt, textAt, toInstant, toParticipants } from './wire.ts'

const API_URL = 'https://api.twilio.com'
const PAGE_SIZE = '200'
const DAY_MS = 86_400_000

export const twilioKind: SourceKind = {
  id: 'twilio',
  title: 'Twilio',
  about:
    'Recordings of your Twilio calls arrive when they are completed. Parley transcribes them if a transcriber is configured.',
  steps: [
    'In the Twilio console, copy Account SID and Auth Token, and enter them here.',
    'Where your application records a call, set `recordingStatusCallback` to {address} and `recordingStatusCallbackEvent` to `completed`. For `<Dial>`, `<Record>` and conferences, these are attributes of the element.',
    'Record with two channels (`record-from-answer-dual`), so that both sides are told apart.',
  ],
  fields: [
    {
      name: 'accountSid',
      label: 'Account SID',
      help: 'From the console. Starts with `AC`.',
      required: true,
      max: 34,
      check: (value) =>
        /^AC[0-9a-f]{32}$/i.test(value) ? undefined : 'The value must be `AC` and 32 hexadecimal digits.',
    },
    {
      name: 'authToken',
      label: 'Auth Token',
      help: 'From the console. Parley verifies each callback with it, and downloads recordings.',
      secret: true,
      required: true,
      max: 200,
    },
    apiField(API_URL, 'Change it only for a Twilio region. Example: `https://api.dublin.ie1.twilio.com`.'),
  ],
  verify: verifyTwilio,
  identify(delivery) {
    const fields = readForm(delivery)
    const [sid, status] = [fields.get('RecordingSid'), fields.get('RecordingStatus')]
    return sid === null || status === null ? undefined : `${sid} ${status}`
  },
  read: readCallback,
  list: listRecordings,
  lookMinutes: 360,
  describe: describeCall,
  async fetch({ at }, target, access) {
    const channels = at.channels === '2' ? '?RequestedChannels=2' : ''
    const url = `${toAccountUrl(access)}/Recordings/${requireId(at)}.mp3${channels}`
    await download(access, url, target, authorize(access))
  },
  async test(access) {
    await requestJson(access, `${toAccountUrl(access)}/Recordings.json?PageSize=1`, { headers: authorize(access) })
    return 'Twilio accepted the credentials, and its recordings can be listed.'
  },
}

const toAccountUrl = (access: SourceAccess) =>
  `${toApiUrl(access, API_URL)}/2010-04-01/Accounts/${encodeURIComponent(access.settings.accountSid ?? '')}`

const authorize = ({ settings, credentials }: SourceAccess) =>
  basicAuthorization(settings.accountSid ?? '', credentials.authToken ?? '')

/**
 * Maximum size of a callback, far above those of Twilio. `URLSearchParams` of Node.js takes quadratic time for fields without
 * a value.
 */
const FORM_BYTES_MAX = 64 * 1024

const readForm = ({ body }: Pick<SourceDelivery, 'body'>) => new URLSearchParams(body.toString('utf8'))

/**
 * The signature covers the URL, then each field with its value in order of names. Twilio signs the URL with or without
 * the port, depending on the product, so both are accepted.
 */
function verifyTwilio(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  const signature = delivery.headers['x-twilio-signature']
  if (signature === undefined) return notAuthentic('The request has no signature.')
  if (delivery.body.length > FORM_BYTES_MAX) return notAuthentic('The body is too large for a callback of Twilio.')
  const valuesOf = new Map<string, Set<string>>()
  // `getAll` walks over the whole form for each name.
  for (const [name, value] of readForm(delivery)) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value))
  const fields = [...valuesOf]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, values]) => [...values].toSorted().map((value) => `${name}${value}`))
    .join('')
  const matches = listUrls(delivery.url).filter((url) =>
    isSame(signature, sign(credentials.authToken ?? '', [`${url}${fields}`], 'base64', 'sha1')),
  )
  return matches.length > 0 ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

function listUrls(given: string): string[] {
  const url = URL.parse(given)
  if (url === null) return [given]
  const rest = given.slice(given.indexOf('/', given.indexOf('//') + 2))
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return [
    ...new Set([given, `${url.protocol}//${url.hostname}${rest}`, `${url.protocol}//${url.hostname}:${port}${rest}`]),
  ]
}

function readCallback(delivery: SourceDelivery, { settings }: SourceAccess): DeliveryContent {
  const fields = readForm(delivery)
  const sid = fields.get('RecordingSid') ?? ''
  if (!/^RE[0-9a-f]{32}$/i.test(sid)) throw new SourceFault('lasting', 'The callback has no `RecordingSid`.')
  if (fields.get('AccountSid') !== settings.accountSid) {
    throw new SourceFault('lasting', 'The callback is of another account.')
  }
  if (fields.get('RecordingStatus') !== 'completed') return { ignored: 'The recording isn’t completed.' }
  return {
    calls: [
      toCall(sid, {
        ...{ startedAt: fields.get('RecordingStartTime'), channels: fields.get('RecordingChannels') },
        callSid: fields.get('CallSid'),
      }),
    ],
  }
}

/** Dates are RFC 2822 texts. */
const toCall = (sid: string, { startedAt, channels, callSid }: RecordingFacts): AnnouncedCall =>
  announce({
    externalId: sid,
    startedAt: toInstant(startedAt ?? undefined),
    recording: {
      name: `${sid}.mp3`,
      at: {
        ...{ id: sid, channels: channels === '2' ? '2' : '1' },
        ...(callSid != null && CALL_SID.test(callSid) ? { call: callSid } : {}),
      },
    },
  })

interface RecordingFacts {
  readonly startedAt: string | null | undefined
  readonly channels: string | null | undefined
  readonly callSid: string | null | undefined
}

const CALL_SID = /^CA[0-9a-f]{32}$/i

/**
 * Both ends of a call, and its further legs, such as the agent to whom an incoming call was connected. The direction of
 * the first leg says which side is inside. Nothing for a call that Twilio has deleted.
 */
async function describeCall(announced: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  const sid = announced.recording?.at?.call
  if (sid === undefined || !CALL_SID.test(sid)) return {}
  const get = (path: string) =>
    unlessRefused(requestJson(access, `${toAccountUrl(access)}${path}`, { headers: authorize(access) }))
  const call = await get(`/Calls/${sid}.json`)
  if (call === undefined) return {}
  const isInbound = textAt(call, 'direction') === 'inbound'
  const [from, to] = [toParty(textAt(call, 'from')), toParty(textAt(call, 'to'))]
  const legs = listAt(await get(`/Calls.json?ParentCallSid=${sid}&PageSize=${PAGE_SIZE}`), 'calls')
  const people = [
    { name: from, internal: !isInbound },
    { name: to, internal: isInbound },
    // A further leg goes to a colleague of an incoming call, and to the customer of an outgoing one.
    ...legs.map((leg) => ({ name: toParty(textAt(leg, 'to')), internal: isInbound })),
  ]
  const unique = [...new Map(people.map((one) => [one.name, one])).values()]
  const participants = toParticipants(unique.map((one) => ({ ...one, email: undefined, phone: one.name })))
  return {
    ...(from === undefined || to === undefined ? {} : { title: `${from} → ${to}` }),
    ...(participants === undefined ? {} : { participants }),
  }
}

/** Number, or the name of a client or SIP address: `client:ana`, `sip:ana@example.com`. */
const toParty = (address: string | undefined): string | undefined =>
  address?.replace(/^(client|sips?):/i, '').trim() || undefined

async function listRecordings(access: SourceAccess, { since, until, cursor }: ListRequest): Promise<SourcePage> {
  const query = new URLSearchParams({
    PageSize: PAGE_SIZE,
    'DateCreated>': since.toISOString().slice(0, 10),
    // Twilio compares with midnight, so the day itself needs the next one.
    'DateCreated<': new Date(until.getTime() + DAY_MS).toISOString().slice(0, 10),
  })
  // The cursor is a path that Twilio returned. Only paths of the account are requested.
  const own = `/2010-04-01/Accounts/${access.settings.accountSid ?? ''}/Recordings.json?`
  const path = cursor?.startsWith(own) === true ? cursor : `${own}${query}`
  const page = await requestJson(access, `${toApiUrl(access, API_URL)}${path}`, { headers: authorize(access) })
  const calls = listAt(page, 'recordings').flatMap((one) => {
    const sid = textAt(one, 'sid')
    const isDone = textAt(one, 'status') === undefined || textAt(one, 'status') === 'completed'
    if (sid === undefined || !isDone || !isRecord(one)) return []
    return [
      toCall(sid, {
        startedAt: textAt(one, 'start_time') ?? textAt(one, 'date_created'),
        channels: textAt(one, 'channels'),
        callSid: textAt(one, 'call_sid'),
      }),
    ]
  })
  return { calls, next: textAt(page, 'next_page_uri') }
}
