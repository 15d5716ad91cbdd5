/** Requests to Google Workspace by a service account with domain-wide delegation, and verification of Pub/Sub pushes. */
import { createPrivateKey } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { encodeSegment, toNext } from './credentials.ts'
import { requestJson, unlessRefused } from './download.ts'
import { type SourceAccess, type SourceDelivery, SourceFault, type Verification } from './kind.ts'
import { AUTHENTIC, notAuthentic } from './signatures.ts'
import { requestToken } from './tokens.ts'
import { isRecord, type JsonRecord, listAt, parseJson, textAt } from './wire.ts'

export const GOOGLE_URL = 'https://www.googleapis.com'
export const DIRECTORY_SCOPES = ['https://www.googleapis.com/auth/admin.directory.user.readonly']
const TOKEN_SECONDS = 3_600
const PAGES_MAX = 500
/** Remaining life below which a subscription is renewed. Google allows seven days. */
const RENEWAL_MS = 4 * 86_400_000
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

type Service = 'admin' | 'meet' | 'oauth2' | 'workspaceevents' | 'www'

export interface GoogleRequest {
  readonly service: Service
  /** Path without a slash at its beginning. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: object
}

/** A user as whom the service account sends requests, and the scopes that the domain grants it. */
export interface GoogleSubject {
  readonly email: string
  readonly scopes: readonly string[]
}

interface ServiceAccount {
  readonly email: string
  readonly privateKey: string
}

/** Each service has a host of its own, except in tests. */
function toServiceUrl({ settings }: SourceAccess, service: Service): string {
  const base = (settings.apiUrl ?? GOOGLE_URL).replace(/\/$/, '')
  return base === GOOGLE_URL ? `https://${service}.googleapis.com` : base
}

export const toGoogleUrl = (access: SourceAccess, { service, path, query }: GoogleRequest): string =>
  `${toServiceUrl(access, service)}/${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`

function parseServiceAccount(text: string): ServiceAccount | undefined {
  const key = parseJson(text)
  const [email, privateKey] = [textAt(key, 'client_email'), textAt(key, 'private_key')]
  if (textAt(key, 'type') !== 'service_account' || email === undefined || privateKey === undefined) return undefined
  try {
    return createPrivateKey(privateKey).asymmetricKeyType === 'rsa' ? { email, privateKey } : undefined
  } catch {
    return undefined
  }
}

export const checkServiceAccount = (text: string): string | undefined =>
  parseServiceAccount(text) === undefined
    ? 'The value must be the JSON key of a service account, from `{` to `}`.'
    : undefined

/** Signs in as a user (RFC 7523). @throws SourceFault */
export async function authorizeGoogle(access: SourceAccess, { email, scopes }: GoogleSubject) {
  const account = parseServiceAccount(access.credentials.serviceAccountKey ?? '')
  if (account === undefined) throw new SourceFault('lasting', 'The key of the service account is invalid.')
  const url = `${toServiceUrl(access, 'oauth2')}/token`
  const now = Math.floor(access.now().getTime() / 1_000)
  const assertion = await new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.email)
    .setSubject(email)
    .setAudience(url)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(createPrivateKey(account.privateKey))
  const token = await requestToken(access, url, {
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
    key: `${email} ${scopes.join(' ')}`,
  })
  return { authorization: `Bearer ${token}` }
}

/** @throws SourceFault */
export async function requestGoogle(
  access: SourceAccess,
  subject: GoogleSubject,
  request: GoogleRequest,
): Promise<unknown> {
  const { method = 'GET', body } = request
  return requestJson(access, toGoogleUrl(access, request), {
    method,
    headers: { ...(await authorizeGoogle(access, subject)), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** All pages of a list. @param field name of the list in each page @throws SourceFault */
export async function listGoogle(
  access: SourceAccess,
  subject: GoogleSubject,
  request: GoogleRequest,
  field: string,
): Promise<JsonRecord[]> {
  const found: JsonRecord[] = []
  let pageToken: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query = { ...request.query, ...(pageToken === undefined ? {} : { pageToken }) }
    const page = await requestGoogle(access, subject, { ...request, query })
    found.push(...listAt(page, field).filter(isRecord))
    pageToken = toNext(textAt(page, 'nextPageToken'))
    if (pageToken === undefined) return found
  }
  throw new SourceFault('lasting', `A list of Google has more than ${PAGES_MAX} pages.`)
}

const toAdmin = ({ settings }: SourceAccess): GoogleSubject => ({
  ...{ email: settings.adminEmail ?? '', scopes: DIRECTORY_SCOPES },
})

export interface GoogleUser {
  readonly id: string
  readonly email: string
}

function readUser(user: unknown): GoogleUser | undefined {
  const [id, email] = [textAt(user, 'id'), textAt(user, 'primaryEmail')]
  return id === undefined || email === undefined ? undefined : { id, email }
}

/** Next user of the directory. Conferences are listed for one user at a time, so each page has one user. */
export async function requestUser(
  access: SourceAccess,
  pageToken: string | undefined,
): Promise<{ readonly user: GoogleUser | undefined; readonly next: string | undefined }> {
  const { orgUnit } = access.settings
  const page = await requestGoogle(access, toAdmin(access), {
    service: 'admin',
    path: 'admin/directory/v1/users',
    query: {
      ...{ customer: 'my_customer', maxResults: '1', orderBy: 'email' },
      query: `isSuspended=false${orgUnit === undefined ? '' : ` orgUnitPath='${orgUnit}'`}`,
      ...(pageToken === undefined ? {} : { pageToken }),
    },
  })
  return { user: readUser(listAt(page, 'users')[0]), next: toNext(textAt(page, 'nextPageToken')) }
}

export async function findUser(access: SourceAccess, id: string): Promise<GoogleUser | undefined> {
  const path = `admin/directory/v1/users/${encodeSegment(id)}`
  return readUser(await unlessRefused(requestGoogle(access, toAdmin(access), { service: 'admin', path })))
}

/** Renews the subscription to events of a resource, or creates it. @throws SourceFault */
export async function renewEvents(
  access: SourceAccess,
  subject: GoogleSubject,
  {
    targetResource,
    eventTypes,
    pubsubTopic,
  }: { readonly targetResource: string; readonly eventTypes: readonly string[]; readonly pubsubTopic: string },
): Promise<void> {
  const send = (
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    query: Readonly<Record<string, string>> = {},
  ): Promise<unknown> =>
    requestGoogle(access, subject, { service: 'workspaceevents', path: `v1/${path}`, method, body, query })
  const query = { filter: `event_types:"${eventTypes[0]}" AND target_resource="${targetResource}"` }
  const list = { service: 'workspaceevents', path: 'v1/subscriptions', query } as const
  const [known] = await listGoogle(access, subject, list, 'subscriptions')
  const name = textAt(known, 'name')
  if (name === undefined) {
    const notificationEndpoint = { pubsubTopic }
    await send('POST', 'subscriptions', { targetResource, eventTypes, notificationEndpoint })
    return
  }
  const path = `subscriptions/${encodeSegment(name.replace(/^subscriptions\//, ''))}`
  if (textAt(known, 'state') === 'SUSPENDED') await send('POST', `${path}:reactivate`, {})
  const left = Date.parse(textAt(known, 'expireTime') ?? '') - access.now().getTime()
  if (!(left > RENEWAL_MS)) await send('PATCH', path, { ttl: '0s' }, { updateMask: 'ttl' })
}

/** Public keys of Google by their URL. Google publishes new ones days before their use. */
const publicKeys = new LRUCache<string, Promise<unknown>>({ max: 10, ttl: 600_000 })

async function requestPublicKeys(access: SourceAccess): Promise<JSONWebKeySet> {
  const url = `${toServiceUrl(access, 'www')}/oauth2/v3/certs`
  const keys = publicKeys.get(url) ?? requestJson(access, url)
  publicKeys.set(url, keys)
  try {
    return { keys: listAt(await keys, 'keys').filter(isRecord) as JSONWebKeySet['keys'] }
  } catch (error) {
    publicKeys.delete(url)
    throw error
  }
}

/**
 * Verifies the OpenID Connect token of a Pub/Sub push. Google signed it for the address of the source, and it names the
 * service account of the push subscription.
 * @throws SourceFault if the keys of Google can't be requested
 */
export async function verifyPush(
  { headers, receivedAt }: SourceDelivery,
  access: SourceAccess,
  pushAccount: string,
): Promise<Verification> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return notAuthentic('The request has no token.')
  if (access.address === undefined || pushAccount === '') return notAuthentic('The source expects no pushes.')
  const keys = createLocalJWKSet(await requestPublicKeys(access))
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...{ algorithms: ['RS256'], issuer: ISSUERS, audience: access.address, currentDate: receivedAt },
      ...{ clockTolerance: 60, requiredClaims: ['exp', 'email', 'email_verified'] },
    })
    const isOwn = payload.email_verified === true && payload.email === pushAccount
    return isOwn ? AUTHENTIC : notAuthentic('The token is of another service account.')
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    if (error instanceof errors.JWTExpired) return notAuthentic('The token has expired.')
    if (error instanceof errors.JWTClaimValidationFailed)
      return notAuthentic(`The token has another \`${error.claim}\`.`)
    return notAuthentic('The token isn’t signed by Google.')
  }
}
