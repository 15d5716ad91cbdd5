/** Stand-in of RingCentral, built from its published API description and guides: calls, insights and subscriptions. */
import { randomUUID } from 'node:crypto'
import {
  findCall,
  hasToken,
  issueToken,
  json,
  KEY,
  SPOKEN,
  type Vendor,
  type VendorCall,
  type VendorEvent,
  VendorRefusal,
  type VendorServer,
} from './source-vendor-server.ts'

const CLIENT = 'client-1'
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const EXTENSION = '62288320'
/** Client secrets of the app, the old one and a new one. */
const SECRETS = [KEY, `${KEY}-new`]
/** Sign-ins that RingCentral allows in a minute. */
const SIGN_INS_MAX = 5

export interface RingCentralSubscription {
  readonly id: string
  readonly eventFilters: readonly string[]
  readonly expirationTime: string
  readonly status: string
  readonly deliveryMode: {
    readonly transportType: string
    readonly address: string
    readonly verificationToken: string
  }
}

export interface RingCentralVendor extends Vendor {
  readonly subscriptions: Map<string, RingCentralSubscription>
  /** Number of sign-ins since the last reset. */
  signIns: number
  now: () => Date
  /** Whether the user may access insights. */
  hasInsights: boolean
  /** Calls that the call log doesn't contain yet, by ID. */
  readonly hidden: Set<string>
  /** Event of an ended call with a recording. */
  ended(call: VendorCall): VendorEvent
}

export const ringcentral = (apiUrl: string): RingCentralVendor => {
  const subscriptions = new Map<string, RingCentralSubscription>()
  const issued = new Set<string>()
  const toEvent = (event: string, body: object): VendorEvent => {
    const [current] = [...subscriptions.values()]
    const token = current?.deliveryMode.verificationToken ?? ''
    const envelope = { uuid: randomUUID(), event, timestamp: vendor.now().toISOString(), subscriptionId: current?.id }
    return { body: JSON.stringify({ ...envelope, body }), headers: { ...json, 'verification-token': token } }
  }
  const toInsights = ({ id, startedAt }: VendorCall) => ({
    ...{ title: 'Call from Bob to Ana Silva', domain: 'pbx', sourceSessionId: `s-${id}`, sourceRecordId: id },
    ...{ callDirection: 'Outbound', ownerExtensionId: EXTENSION, recordingDurationMs: 9_000 },
    recordingStartTime: startedAt.toISOString(),
    speakerInfo: ['Bob', 'Ana Silva'].map((name, at) => ({ speakerId: `p-${at}`, name })),
    insights: {
      Transcript: SPOKEN.map((text, at) => ({ speakerId: `p-${at}`, text, start: at * 5, end: at * 5 + 4 })),
    },
  })
  const toRecord = ({ id, startedAt }: VendorCall) => {
    const recording = { id, type: 'Automatic', uri: `${apiUrl}/restapi/v1.0/account/1/recording/${id}` }
    const parties = { from: { name: 'Bob', phoneNumber: '101' }, to: { name: 'Ana Silva', phoneNumber: '+15550100' } }
    const facts = { ...parties, startTime: startedAt.toISOString(), duration: 9, extension: { id: Number(EXTENSION) } }
    return {
      id: `log-${id}`,
      sessionId: `s-${id}`,
      type: 'Voice',
      ...facts,
      recording,
      legs: [{ ...facts, recording }],
    }
  }

  async function subscribe(server: VendorServer, body: Omit<RingCentralSubscription, 'id'>): Promise<unknown> {
    const token = randomUUID()
    const answer = await server.visit?.(body.deliveryMode.address, { 'validation-token': token })
    const isValid = answer === undefined || (answer.status === 200 && answer.headers?.['validation-token'] === token)
    if (!isValid) return new VendorRefusal(400)
    const id = randomUUID()
    const expirationTime = new Date(vendor.now().getTime() + 7 * 86_400_000).toISOString()
    // RingCentral names the account.
    const eventFilters = body.eventFilters.map((one) => one.replace('/~/', '/80964/'))
    subscriptions.set(id, { ...body, id, expirationTime, eventFilters, status: 'Active' })
    return { id }
  }

  function change(method: string | undefined, id: string, action: string | undefined): unknown {
    const known = subscriptions.get(id)
    if (known === undefined) return undefined
    if (method === 'DELETE') subscriptions.delete(id)
    else if (action !== 'renew') return new VendorRefusal(405)
    else {
      const expirationTime = new Date(vendor.now().getTime() + 7 * 86_400_000).toISOString()
      subscriptions.set(id, { ...known, expirationTime })
    }
    return {}
  }

  /** One call on each page. */
  function listCalls(query: URLSearchParams, server: VendorServer): unknown {
    const isWhole = query.get('recordingType') === 'All' && query.get('view') === 'Detailed'
    if (!isWhole || query.get('type') !== 'Voice') return new VendorRefusal(400)
    const session = query.get('sessionId')
    const shown = server.calls.filter(({ id }) => !vendor.hidden.has(id))
    if (session !== null) return { records: shown.filter(({ id }) => `s-${id}` === session).map(toRecord) }
    const [from, to] = [query.get('dateFrom') ?? '', query.get('dateTo') ?? '9']
    const listed = shown.map(toRecord).filter(({ startTime }) => startTime >= from && startTime <= to)
    const page = Number(query.get('page') ?? 1)
    const navigation = page < listed.length ? { nextPage: { uri: `${apiUrl}?page=${page + 1}` } } : {}
    return { records: listed.slice(page - 1, page), paging: { page, perPage: 1 }, navigation }
  }

  const vendor: RingCentralVendor = {
    kind: 'ringcentral',
    settings: { clientId: CLIENT, apiUrl, transcripts: 'insights' },
    credentials: { clientSecret: KEY, jwt: JWT },
    ...{ isTimed: false, isSubscribed: true, hasInsights: true, subscriptions, signIns: 0, hidden: new Set<string>() },
    has: { transcript: true, recording: true },
    now: () => new Date(),
    toExternalId: ({ id }) => `pbx ${id}`,
    // One event for notes, and one for insights.
    events: (call) =>
      [1, 2].map(() => toEvent('/ai/ringsense/v1/public/accounts/80964/domains/pbx/insights', toInsights(call))),
    ended: ({ id }) =>
      toEvent('/restapi/v1.0/account/80964/telephony/sessions', {
        ...{ sessionId: `s-${id}`, telephonySessionId: `t-${id}`, origin: { type: 'Call' } },
        parties: [{ id: 'p-1', extensionId: EXTENSION, status: { code: 'Disconnected' } }],
      }),
    // A token that has expired is answered like a wrong one, but it isn't a mistake.
    isAllowed: ({ authorization = '' }, _server, path) =>
      path === '/restapi/oauth/token' || issued.has(authorization.slice('Bearer '.length)),
    answer(path, query, body, server, { headers, method }) {
      if (path === '/restapi/oauth/token') {
        const form = new URLSearchParams(body)
        const [user, secret = ''] = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64')
          .toString()
          .split(':')
        const isKnown = user === CLIENT && SECRETS.includes(secret) && form.get('assertion') === JWT
        if (!isKnown || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
          return new VendorRefusal(401)
        }
        vendor.signIns++
        if (vendor.signIns > SIGN_INS_MAX) return new VendorRefusal(429)
        const token = issueToken(server)
        issued.add(token)
        return { access_token: token, token_type: 'bearer', expires_in: 3_600 }
      }
      if (!hasToken(headers, server)) return new VendorRefusal(401)
      const [root, rest] = path.split('/account/~/')
      if (rest === 'call-log') return listCalls(query, server)
      if (rest === `extension/${EXTENSION}`) return { id: Number(EXTENSION), contact: { email: 'bob@acme.example' } }
      if (rest === 'extension/~/authz-profile/check') return { successful: vendor.hasInsights }
      if (rest?.startsWith('recording/')) {
        const [, id, content] = rest.split('/')
        const call = findCall(server, id)
        if (call === undefined) return undefined
        return content === undefined
          ? { id, contentUri: `${apiUrl}${root}/account/~/recording/${id}/content` }
          : server.file(call)
      }
      if (path === '/restapi/v1.0/subscription') {
        if (method === 'POST') return subscribe(server, JSON.parse(body))
        const records = [...subscriptions.values()].map(({ deliveryMode: { transportType, address }, ...one }) => ({
          ...one,
          deliveryMode: { transportType, address, encryption: false },
        }))
        return { records }
      }
      if (path.startsWith('/restapi/v1.0/subscription/')) {
        const [id = '', action] = path.slice('/restapi/v1.0/subscription/'.length).split('/')
        return change(method, id, action)
      }
      const record = /\/domains\/pbx\/records\/([^/]+)\/insights$/.exec(path)?.[1]
      const call = findCall(server, record)
      return call === undefined ? undefined : toInsights(call)
    },
  }
  return vendor
}
