/** Stand-in of Microsoft Graph for Teams, built from its published reference: meetings of two users, and subscriptions. */
import { randomUUID } from 'node:crypto'
import {
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

const TENANT = randomUUID()
const CLIENT = randomUUID()
const BOB = '976f4b31-fd01-4e0b-9178-29cc40c14438'
/** A user whose meetings the application access policy doesn't cover. */
const OTHER = '0b9b4b31-fd01-4e0b-9178-29cc40c14438'

export interface TeamsSubscription {
  readonly id: string
  readonly resource: string
  readonly clientState: string
  readonly notificationUrl: string
  readonly lifecycleNotificationUrl: string
  readonly expirationDateTime: string
}

export interface TeamsVendor extends Vendor {
  readonly subscriptions: Map<string, TeamsSubscription>
  /** Whether the app may read the meetings of Bob. */
  isPermitted: boolean
  lifecycle(event: string, at: Date): VendorEvent
}

const toMeetingId = ({ id }: VendorCall) => Buffer.from(`1*${BOB}*0**19:meeting_${id}@thread.v2`).toString('base64url')
const toArtifactId = (part: string, { id }: VendorCall) => Buffer.from(`1##0##${part}${id}`).toString('base64')

export const teams = (apiUrl: string): TeamsVendor => {
  const subscriptions = new Map<string, TeamsSubscription>()
  const toArtifact = (part: string, call: VendorCall) => ({
    ...{ id: toArtifactId(part, call), meetingId: toMeetingId(call), callId: `call-${call.id}` },
    ...{ contentCorrelationId: `content-${call.id}`, createdDateTime: call.startedAt.toISOString() },
    meetingOrganizer: { application: null, device: null, user: { id: BOB, displayName: null, tenantId: TENANT } },
  })
  const find = ({ calls }: VendorServer, part: string, id: string | undefined) =>
    calls.find((call) => toArtifactId(part, call) === id)
  const subscriptionOf = (part: string): TeamsSubscription => {
    const found = [...subscriptions.values()].find(({ resource }) => resource.toLowerCase().endsWith(`getall${part}`))
    if (found === undefined) throw new Error(`There is no subscription to ${part}.`)
    return found
  }
  const toEvent = ({ id, clientState, expirationDateTime }: TeamsSubscription, more: object): VendorEvent => ({
    body: JSON.stringify({
      value: [
        {
          ...{ subscriptionId: id, clientState, subscriptionExpirationDateTime: expirationDateTime, tenantId: TENANT },
          ...more,
        },
      ],
    }),
    headers: json,
  })

  async function subscribe(server: VendorServer, body: Omit<TeamsSubscription, 'id'>): Promise<unknown> {
    const taken = [...subscriptions.values()].some(({ resource }) => resource === body.resource)
    // Graph allows one subscription of an app to a resource of the whole tenant.
    if (taken) return new VendorRefusal(409)
    for (const url of new Set([body.notificationUrl, body.lifecycleNotificationUrl])) {
      const token = 'Validation: Testing client application reachability for subscription Request-Id: 1 & 2'
      const answer = await server.visit?.(`${url}&validationToken=${encodeURIComponent(token)}`)
      if (answer !== undefined && (answer.status !== 200 || answer.text !== token)) return new VendorRefusal(400)
    }
    const made = { ...body, id: randomUUID() }
    subscriptions.set(made.id, made)
    return { ...made, clientState: undefined }
  }

  function change(method: string, id: string, body: string): unknown {
    const known = subscriptions.get(id)
    if (known === undefined) return undefined
    subscriptions.delete(id)
    if (method === 'DELETE') return {}
    subscriptions.set(id, { ...known, expirationDateTime: JSON.parse(body).expirationDateTime })
    return { ...known, clientState: undefined }
  }

  /** Meetings of one organizer, one on each page. */
  function listMeetings(path: string, query: URLSearchParams, server: VendorServer): unknown {
    const [, user, part = '', organizer, from = '', until = ''] =
      /\/users\/([^/]+)\/onlineMeetings\/getAll(\w+)\(meetingOrganizerUserId='([^']+)',startDateTime=([^,]+),endDateTime=([^)]+)\)$/.exec(
        path,
      ) ?? []
    if (user === undefined || user !== organizer) return new VendorRefusal(400)
    if (user !== BOB || !vendor.isPermitted) return new VendorRefusal(403)
    const { calls, next } = server.list(Date.parse(from), Date.parse(until), query.get('$skiptoken'))
    return {
      value: calls.map((call) => toArtifact(part.toLowerCase(), call)),
      ...(next === null ? {} : { '@odata.nextLink': `${apiUrl}${path}?$skiptoken=${next}` }),
    }
  }

  function answerMeeting(path: string, server: VendorServer): unknown {
    const [owner, meetingId, part, artifactId, content] = path
      .replace(/^(users\/[^/]+|communications)\/onlineMeetings\//, '$1 ')
      .split(' ')
      .flatMap((some, at) => (at === 0 ? [some] : some.split('/').map(decodeURIComponent)))
    if (owner !== 'communications' && owner !== `users/${BOB}`) return new VendorRefusal(404)
    if (part === undefined) {
      const call = server.calls.find((one) => toMeetingId(one) === meetingId)
      const attendees = [{ upn: 'ana@customer.example', identity: { user: { id: null, displayName: 'Ana Silva' } } }]
      const organizer = { upn: 'bob@acme.example', identity: { user: { id: BOB, displayName: null } } }
      return call && { id: meetingId, subject: 'Renewal', participants: { organizer, attendees } }
    }
    const call = find(server, part, artifactId)
    if (call === undefined || toMeetingId(call) !== meetingId) return undefined
    if (content === undefined) return toArtifact(part, call)
    return part === 'recordings' ? server.file(call) : Buffer.from(VTT)
  }

  const vendor: TeamsVendor = {
    kind: 'teams',
    settings: { tenantId: TENANT, clientId: CLIENT, apiUrl, signInUrl: apiUrl },
    credentials: { clientSecret: KEY },
    ...{ isTimed: false, isSubscribed: true, isPermitted: true, subscriptions },
    has: { transcript: true, recording: true },
    toExternalId: ({ id }) => `content-${id}`,
    events: (call) =>
      ['transcripts', 'recordings'].map((part) => {
        const path = `communications/onlineMeetings('${toMeetingId(call)}')/${part}('${toArtifactId(part, call)}')`
        const data = { id: toArtifactId(part, call), '@odata.id': path }
        return toEvent(subscriptionOf(part), { changeType: 'created', resource: path, resourceData: data })
      }),
    lifecycle: (lifecycleEvent) =>
      toEvent(subscriptionOf('transcripts'), { lifecycleEvent, resource: '', resourceData: null }),
    isAllowed: (headers, server, path) => path === `/${TENANT}/oauth2/v2.0/token` || hasToken(headers, server),
    answer(path, query, body, server, { method = '' }) {
      if (path.endsWith('/oauth2/v2.0/token')) {
        const form = new URLSearchParams(body)
        const isKnown = form.get('client_id') === CLIENT && SECRETS.has(form.get('client_secret') ?? '')
        if (!isKnown || form.get('scope') !== `${apiUrl}/.default`) return new VendorRefusal(401)
        return { token_type: 'Bearer', expires_in: 3_599, access_token: issueToken(server) }
      }
      const rest = path.slice('/v1.0/'.length)
      if (rest === 'subscriptions') {
        if (method === 'POST') return subscribe(server, JSON.parse(body))
        return { value: [...subscriptions.values()].map((one) => ({ ...one, clientState: null })) }
      }
      if (rest.startsWith('subscriptions/')) return change(method, rest.slice('subscriptions/'.length), body)
      if (rest === 'users') {
        if (query.get('$skiptoken') === 'second') return { value: [{ id: BOB }] }
        return { value: [{ id: OTHER }], '@odata.nextLink': `${apiUrl}/v1.0/users?$top=1&$skiptoken=second` }
      }
      if (rest === `users/${BOB}`) return { displayName: 'Bob', mail: 'bob@acme.example', userPrincipalName: 'bob@x' }
      if (rest.includes('/onlineMeetings/getAll')) return listMeetings(path, query, server)
      return answerMeeting(rest, server)
    },
  }
  return vendor
}

/** Client secrets of the app. Entra accepts an old and a new one at the same time. */
const SECRETS = new Set([KEY, `${KEY}-new`])

/** Microsoft Graph writes times without leading zeros. */
const VTT = `WEBVTT

0:0:0.0 --> 0:0:4.320
<v Ana Silva>${SPOKEN[0]}</v>

0:0:5.0 --> 0:0:9.120
<v Bob>${SPOKEN[1]}</v>
`
