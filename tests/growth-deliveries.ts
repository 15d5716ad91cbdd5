/** Hostile deliveries to the addresses of sources, by kind of source, with signatures that are valid. */
import { randomUUID } from 'node:crypto'
import { signWebhook } from '../src/core/webhook-signature.ts'
import {
  hmac,
  json,
  KEY,
  PLAIN_SECRET,
  SECRET,
  toSeconds,
  type Vendor,
  type VendorEvent,
} from '../src/testing/source-vendor-server.ts'
import { attendee } from '../src/testing/source-vendors-attendee.ts'
import { aircall, dialpad, twilio } from '../src/testing/source-vendors-calls.ts'
import { jitsi, signJaasBody } from '../src/testing/source-vendors-jitsi.ts'
import { livekit, signLiveKit } from '../src/testing/source-vendors-livekit.ts'
import { meet } from '../src/testing/source-vendors-meet.ts'
import { elevenlabs, fathom, fireflies, recall } from '../src/testing/source-vendors-meetings.ts'
import { ringcentral } from '../src/testing/source-vendors-ringcentral.ts'
import { teams } from '../src/testing/source-vendors-teams.ts'
import { vexa } from '../src/testing/source-vendors-vexa.ts'
import { zoomPhone } from '../src/testing/source-vendors-zoom-phone.ts'
import { SIGNING_SECRET, webhookBody } from '../src/testing/sources-fixtures.ts'
import { signZoom, ZOOM_APP, ZOOM_SECRET } from '../src/testing/zoom-server.ts'
import { formBodies, type HostileBody, jsonBodies } from './growth-bodies.ts'

export interface DeliveryKind {
  /** Request that creates the source. */
  readonly source: { readonly kind: string }
  readonly bodies: readonly HostileBody[]
  /** Size up to which its deliveries are authentic. Missing: the limit of the test. */
  readonly maxBytes?: number
  /** Body and headers of a delivery that is authentic. Undefined for senders whose proof isn't made from the body alone. */
  readonly sign?: (body: string, address: string) => VendorEvent
}

/** No server: the tests need its settings only. */
const NOWHERE = 'http://127.0.0.1:9'

const vendorSource = ({ kind, settings, credentials }: Vendor) => ({
  ...{ kind, name: kind, lookMinutes: 0, settings, credentials },
})

const zoomSource = {
  ...{ kind: 'zoom', name: 'Zoom', lookMinutes: 0 },
  settings: { accountId: ZOOM_APP.accountId, clientId: ZOOM_APP.clientId, apiUrl: NOWHERE, oauthUrl: NOWHERE },
  credentials: { clientSecret: ZOOM_APP.clientSecret, secretToken: ZOOM_SECRET },
}

/** Standard Webhooks, with the header names of Svix. */
function signSvix(body: string) {
  const [id, at] = [randomUUID(), toSeconds(new Date())]
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signature = `v1,${hmac(key, `${id}.${at}.${body}`, 'base64')}`
  return { body, headers: { ...json, 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': signature } }
}

/** A token whose content is the delivery. */
function signToken(content: string) {
  const encode = (part: string) => Buffer.from(part).toString('base64url')
  const signed = `${encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))}.${encode(content)}`
  const signature = Buffer.from(hmac(PLAIN_SECRET, signed, 'base64'), 'base64').toString('base64url')
  return { body: `${signed}.${signature}`, headers: { 'content-type': 'application/jwt' } }
}

function signForm(body: string, address: string) {
  // Each pair once, and names in order.
  const pairs = new Map([...new URLSearchParams(body)].map(([name, value]) => [`${name}\0${value}`, name + value]))
  const fields = [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field)
  const signature = hmac(KEY, address + fields.join(''), 'base64', 'sha1')
  return {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  }
}

function signTimed(body: string) {
  const at = toSeconds(new Date())
  const signature = hmac(PLAIN_SECRET, `${at}.${body}`, 'hex')
  return { body, headers: { ...json, 'elevenlabs-signature': `t=${at},v0=${signature}` } }
}

const signers: Readonly<Record<string, NonNullable<DeliveryKind['sign']>>> = {
  recall: signSvix,
  fathom: signSvix,
  dialpad: signToken,
  twilio: signForm,
  zoom_phone: (body) => zoomPhone(NOWHERE).sign(body, new Date()),
  livekit: (body) => ({ body, headers: signLiveKit(body, new Date()) }),
  jitsi: (body) => signJaasBody(body, new Date()),
  vexa(body) {
    const at = toSeconds(new Date())
    const signature = `sha256=${hmac(PLAIN_SECRET, `${at}.${body}`, 'hex')}`
    return { body, headers: { ...json, 'x-webhook-signature': signature, 'x-webhook-timestamp': String(at) } }
  },
  elevenlabs: signTimed,
  fireflies: (body) => ({ body, headers: { ...json, 'x-hub-signature': `sha256=${hmac(PLAIN_SECRET, body, 'hex')}` } }),
}

/** Headers with wrong signatures, which each kind compares with the one that it computes over the body. */
export const forge = (): Readonly<Record<string, string>> => {
  const [at, wrong] = [String(toSeconds(new Date())), 'A'.repeat(43)]
  return {
    ...{ authorization: `Bearer ${wrong}`, 'x-webhook-signature': wrong, 'x-webhook-timestamp': at },
    ...{ 'svix-id': 'id', 'svix-timestamp': at, 'svix-signature': `v1,${wrong}=` },
    ...{ 'webhook-id': 'id', 'webhook-timestamp': at, 'webhook-signature': `v1,${wrong}=` },
    ...{ 'x-zm-request-timestamp': at, 'x-zm-signature': `v0=${wrong}`, 'x-hub-signature': `sha256=${wrong}` },
    ...{ 'x-twilio-signature': wrong, 'x-jaas-signature': `t=${at},v1=${wrong}` },
    ...{ 'elevenlabs-signature': `t=${at},v0=${wrong}`, 'verification-token': wrong },
  }
}

const deep = (size: number) => `${'['.repeat(Math.floor(size / 2))}${']'.repeat(Math.floor(size / 2))}`

/** Events that every kind reads further than its first field. */
const eventBodies: readonly HostileBody[] = [
  { name: 'deep data', type: 'application/json', body: (size) => `{"event":"a","type":"a","data":${deep(size)}}` },
  {
    name: 'long names of events',
    type: 'application/json',
    body: (size) => `{"event":"${'a '.repeat(size / 4)}","externalId":"${'a '.repeat(size / 4)}"}`,
  },
]

const vendors = [
  ...[aircall, attendee, dialpad, elevenlabs, fathom, fireflies, jitsi, livekit, meet],
  ...[recall, ringcentral, teams, twilio, vexa, zoomPhone],
].map((define): Vendor => define(NOWHERE))

export const deliveryKinds: readonly DeliveryKind[] = [
  ...vendors.map((vendor): DeliveryKind => {
    const sign = signers[vendor.kind]
    const isForm = vendor.kind === 'twilio'
    return {
      source: vendorSource(vendor),
      ...(isForm ? { maxBytes: 64 * 1024 } : {}),
      bodies: isForm ? formBodies : [...jsonBodies, ...eventBodies],
      ...(sign === undefined ? {} : { sign }),
    }
  }),
  {
    source: zoomSource,
    bodies: [...jsonBodies, ...eventBodies],
    sign: (body) => ({ body, headers: { ...json, ...signZoom(body) } }),
  },
  {
    source: webhookBody() as unknown as DeliveryKind['source'],
    bodies: [...jsonBodies, ...eventBodies],
    sign: (body) => ({
      body,
      headers: { ...json, ...signWebhook({ id: randomUUID(), body }, [SIGNING_SECRET], new Date()) },
    }),
  },
]
