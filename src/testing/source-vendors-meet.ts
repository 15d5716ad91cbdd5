/**
 * Stand-in of Google Workspace for Meet, built from the published references of Meet v2, Drive v3, the directory and
 * Workspace Events: conferences of one organizer, in which another user took part, and pushes of Pub/Sub.
 */
import { createVerify, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import {
  hasToken,
  issueToken,
  json,
  SPOKEN,
  toSeconds,
  type Vendor,
  type VendorCall,
  type VendorEvent,
  VendorRefusal,
  type VendorServer,
} from './source-vendor-server.ts'

const ACCOUNT = 'parley@acme.iam.gserviceaccount.com'
const PUSH_ACCOUNT = 'push@acme.iam.gserviceaccount.com'
const TOPIC = 'projects/acme/topics/meet'
const ADMIN = 'admin@acme.example'
/** Ana takes part in the conferences of Bob, and is listed first. */
const USERS = [
  { id: '101', primaryEmail: 'ana@acme.example' },
  { id: '102', primaryEmail: 'bob@acme.example' },
]
const DAY_MS = 86_400_000

export interface MeetSubscription {
  readonly name: string
  readonly targetResource: string
  readonly eventTypes: readonly string[]
  readonly notificationEndpoint: { readonly pubsubTopic: string }
  readonly state: string
  readonly expireTime: string
}

export interface MeetVendor extends Vendor {
  readonly subscriptions: Map<string, MeetSubscription>
  /** State of transcripts and recordings. */
  state: 'STARTED' | 'FILE_GENERATED'
  /** Whether the public keys can be requested. */
  hasKeys: boolean
  /** Claims of a valid token. */
  toClaims(at: Date, address: string): Readonly<Record<string, unknown>>
  lifecycle(at: Date, address: string): VendorEvent
  /** Pushes a message with claims of its own. */
  push(attributes: object, data: object, claims: Readonly<Record<string, unknown>>, keyId?: string): VendorEvent
}

const toRecord = ({ id }: VendorCall) => `conferenceRecords/${id}`
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const google = newKey()
const account = newKey()
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function signToken(key: ReturnType<typeof newKey>, claims: object, kid: string): string {
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key.privateKey).toString('base64url')}`
}

export const meet = (apiUrl: string): MeetVendor => {
  const subscriptions = new Map<string, MeetSubscription>()
  /** Users by their tokens. */
  const owners = new Map<string, string>()

  function issue(body: string, server: VendorServer): unknown {
    const form = new URLSearchParams(body)
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${payload}`)
      .verify(account.publicKey, Buffer.from(signature, 'base64url'))
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
    const isKnown = claims.sub === ADMIN || USERS.some(({ primaryEmail }) => primaryEmail === claims.sub)
    if (!isSigned || claims.iss !== ACCOUNT || claims.aud !== `${apiUrl}/token` || !isKnown)
      return new VendorRefusal(401)
    const token = issueToken(server)
    owners.set(token, claims.sub)
    return { access_token: token, expires_in: 3_599, token_type: 'Bearer' }
  }

  const toEnd = ({ startedAt }: VendorCall) => new Date(startedAt.getTime() + 60_000).toISOString()
  const toConference = (call: VendorCall) => ({
    ...{ name: toRecord(call), startTime: call.startedAt.toISOString(), endTime: toEnd(call), space: 'spaces/s' },
  })
  const toTranscripts = (call: VendorCall) => [
    {
      ...{ name: `${toRecord(call)}/transcripts/t`, state: vendor.state, startTime: call.startedAt.toISOString() },
      ...(vendor.state === 'STARTED' ? {} : { docsDestination: { document: `doc-${call.id}` } }),
    },
  ]
  const toRecordings = (call: VendorCall) => [
    {
      ...{ name: `${toRecord(call)}/recordings/r`, state: vendor.state, startTime: call.startedAt.toISOString() },
      ...(vendor.state === 'STARTED' ? {} : { endTime: toEnd(call), driveDestination: { file: `file-${call.id}` } }),
    },
  ]
  const toPeople = (call: VendorCall) => [
    { name: `${toRecord(call)}/participants/1`, anonymousUser: { displayName: 'Ana Silva' } },
    { name: `${toRecord(call)}/participants/2`, signedinUser: { user: 'users/102', displayName: 'Bob' } },
  ]
  const toEntries = (call: VendorCall) =>
    SPOKEN.map((text, at) => ({
      ...{ name: `${toRecord(call)}/transcripts/t/entries/${at}`, participant: toPeople(call)[at]?.name },
      ...{ text, languageCode: 'en-US', startTime: new Date(call.startedAt.getTime() + at * 5_000).toISOString() },
      endTime: new Date(call.startedAt.getTime() + at * 5_000 + 4_000).toISOString(),
    }))

  /** Conferences, one on each page; other lists have one element on each page too. */
  function answerMeet(path: string, query: URLSearchParams, server: VendorServer): unknown {
    if (path === 'conferenceRecords') {
      const [, from = '', until = ''] =
        /^start_time>="([^"]+)" AND start_time<="([^"]+)"$/.exec(query.get('filter') ?? '') ?? []
      const isTest = query.get('filter') === null
      const range = isTest ? ([0, Infinity] as const) : ([Date.parse(from), Date.parse(until)] as const)
      const { calls, next } = server.list(...range, query.get('pageToken'))
      return { conferenceRecords: calls.map(toConference), ...(next === null ? {} : { nextPageToken: next }) }
    }
    const [, id, list, , entries] = path.split('/')
    const call = server.calls.find((one) => one.id === id)
    if (call === undefined) return undefined
    if (list === undefined) return toConference(call)
    const found: Readonly<Record<string, readonly object[]>> = {
      ...{ transcripts: toTranscripts(call), recordings: toRecordings(call), participants: toPeople(call) },
      entries: toEntries(call),
    }
    const all = found[entries ?? list] ?? []
    const at = Number(query.get('pageToken') ?? 0)
    const more = at + 1 < all.length ? { nextPageToken: String(at + 1) } : {}
    return { [entries === undefined ? list : 'transcriptEntries']: all.slice(at, at + 1), ...more }
  }

  function answerDrive(id: string, query: URLSearchParams, user: string | undefined, server: VendorServer): unknown {
    const call = server.calls.find((one) => [`doc-${one.id}`, `file-${one.id}`].includes(id))
    // The files are in the Drive of Bob, and shared with Ana.
    if (call === undefined) return undefined
    if (query.get('alt') !== 'media') {
      return { name: 'Renewal (2026-11-20 14:02 GMT+1) - Transcript', ownedByMe: user === 'bob@acme.example' }
    }
    return user === 'bob@acme.example' && id.startsWith('file-') ? server.file(call) : new VendorRefusal(403)
  }

  function answerEvents(path: string, query: URLSearchParams, body: string, method: string): unknown {
    const expireTime = new Date(Date.now() + 7 * DAY_MS).toISOString()
    if (path === 'subscriptions' && method === 'GET') {
      const target = /target_resource="([^"]+)"/.exec(query.get('filter') ?? '')?.[1]
      return { subscriptions: [...subscriptions.values()].filter((one) => one.targetResource === target) }
    }
    if (path === 'subscriptions') {
      const made = { ...JSON.parse(body), name: `subscriptions/${randomUUID()}`, state: 'ACTIVE', expireTime }
      if (made.notificationEndpoint?.pubsubTopic !== TOPIC) return new VendorRefusal(400)
      if ([...subscriptions.values()].some((one) => one.targetResource === made.targetResource))
        return new VendorRefusal(409)
      subscriptions.set(made.name, made)
      return { name: 'operations/1', done: true, response: made }
    }
    const [name = '', verb] = path.split(':')
    const known = subscriptions.get(name)
    if (known === undefined) return undefined
    const isRenewal = method === 'PATCH' && query.get('updateMask') === 'ttl'
    subscriptions.set(name, {
      ...known,
      ...(verb === 'reactivate' ? { state: 'ACTIVE' } : {}),
      ...(isRenewal ? { expireTime } : {}),
    })
    return { name: 'operations/2', done: true }
  }

  const vendor: MeetVendor = {
    kind: 'meet',
    settings: { adminEmail: ADMIN, topic: TOPIC, pushAccount: PUSH_ACCOUNT, apiUrl },
    credentials: {
      serviceAccountKey: JSON.stringify({
        ...{ type: 'service_account', client_email: ACCOUNT, private_key_id: 'k' },
        private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      }),
    },
    ...{ isTimed: false, subscriptions, state: 'FILE_GENERATED', hasKeys: true },
    has: { transcript: true, recording: true },
    toExternalId: toRecord,
    events: (call, at, address) =>
      ['transcript', 'recording'].map((part) => {
        const type = `google.workspace.meet.${part}.v2.fileGenerated`
        const attributes = { 'ce-type': type, 'ce-subject': '//cloudidentity.googleapis.com/users/102' }
        const data = { [part]: { name: `${toRecord(call)}/${part}s/x` } }
        return vendor.push(attributes, data, vendor.toClaims(at, address))
      }),
    lifecycle: (at, address) =>
      vendor.push(
        { 'ce-type': 'google.workspace.events.subscription.v1.expirationReminder' },
        { subscription: { name: 'subscriptions/1' } },
        vendor.toClaims(at, address),
      ),
    toClaims: (at, address) => ({
      ...{ iss: 'https://accounts.google.com', aud: address, email: PUSH_ACCOUNT, email_verified: true, sub: '1' },
      ...{ iat: toSeconds(at), exp: toSeconds(at) + 3_600 },
    }),
    push: (attributes, data, claims, keyId = 'g') => ({
      body: JSON.stringify({
        message: {
          ...{ attributes, data: Buffer.from(JSON.stringify(data)).toString('base64') },
          messageId: Buffer.from(JSON.stringify([attributes, data]))
            .toString('base64')
            .slice(-60),
        },
        subscription: 'projects/acme/subscriptions/meet',
      }),
      headers: { ...json, authorization: `Bearer ${signToken(keyId === 'g' ? google : account, claims, keyId)}` },
    }),
    isAllowed: (headers, server, path) => path === '/token' || path === '/oauth2/v3/certs' || hasToken(headers, server),
    answer(path, query, body, server, { method = '', headers }) {
      if (path === '/token') return issue(body, server)
      if (path === '/oauth2/v3/certs') {
        const jwk = google.publicKey.export({ format: 'jwk' })
        return vendor.hasKeys ? { keys: [{ ...jwk, kid: 'g', use: 'sig', alg: 'RS256' }] } : new VendorRefusal(503)
      }
      if (path.startsWith('/admin/directory/v1/users/')) return USERS.find(({ id }) => path.endsWith(`/${id}`))
      if (path === '/admin/directory/v1/users') {
        const at = Number(query.get('pageToken') ?? 0)
        return { users: USERS.slice(at, at + 1), ...(at + 1 < USERS.length ? { nextPageToken: String(at + 1) } : {}) }
      }
      if (path.startsWith('/v2/')) return answerMeet(path.slice('/v2/'.length), query, server)
      if (path.startsWith('/v1/')) return answerEvents(path.slice('/v1/'.length), query, body, method)
      const user = owners.get(headers.authorization?.slice('Bearer '.length) ?? '')
      return path.startsWith('/drive/v3/files/')
        ? answerDrive(path.slice('/drive/v3/files/'.length), query, user, server)
        : undefined
    },
  }
  return vendor
}
