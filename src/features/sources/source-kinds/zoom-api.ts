/** Access to Zoom by a Server-to-Server OAuth app, and the signatures of its events. Meetings and telephone calls share them. */
import { basicAuthorization, checkBaseUrl, requireVendorHost } from './credentials.ts'
import { download, hasStatus, requestJson } from './download.ts'
import type {
  AnnouncedCall,
  FetchTarget,
  FieldValues,
  HandshakeAnswer,
  ListRequest,
  SourceAccess,
  SourceDelivery,
  SourceField,
  SourcePage,
  Verification,
} from './kind.ts'
import { AUTHENTIC, findStale, isSame, notAuthentic, sign } from './signatures.ts'
import { requestToken } from './tokens.ts'
import { parseJson, recordAt, textAt, toInstant } from './wire.ts'

export const ZOOM_API_URL = 'https://api.zoom.us'
export const ZOOM_PAGE_SIZE = '300'
const OAUTH_URL = 'https://zoom.us'
const DAY_MS = 86_400_000
/** Zoom lists at most a month in one request. */
const WINDOW_MS = 28 * DAY_MS

/** Credentials of the app, and the addresses of Zoom. */
export const zoomFields: readonly SourceField[] = [
  { name: 'accountId', label: 'Account ID', help: 'From App Credentials of the app.', required: true, max: 200 },
  { name: 'clientId', label: 'Client ID', help: 'From App Credentials of the app.', required: true, max: 200 },
  {
    name: 'clientSecret',
    label: 'Client Secret',
    help: 'From App Credentials of the app.',
    secret: true,
    required: true,
  },
  {
    name: 'secretToken',
    label: 'Secret Token',
    help: 'From Feature of the app. Parley verifies each event with it.',
    secret: true,
    required: true,
  },
  {
    name: 'apiUrl',
    label: 'API address',
    help: 'Change it only for Zoom for Government: `https://api.zoomgov.com`.',
    usual: ZOOM_API_URL,
    isDestination: true,
    check: checkBaseUrl,
  },
  {
    name: 'oauthUrl',
    label: 'Sign-in address',
    help: 'Change it only for Zoom for Government: `https://zoomgov.com`.',
    usual: OAUTH_URL,
    isDestination: true,
    check: checkBaseUrl,
  },
]

/** Verifies the signature of an event, which covers the time and the raw body. */
export function verifyZoom(delivery: SourceDelivery, { credentials }: SourceAccess): Verification {
  const { headers, body } = delivery
  const [signature, timestamp] = [headers['x-zm-signature'], headers['x-zm-request-timestamp']]
  if (signature === undefined || timestamp === undefined) return notAuthentic('The request has no signature.')
  const stale = findStale(timestamp, delivery)
  if (stale !== undefined) return notAuthentic(stale)
  const wanted = `v0=${sign(credentials.secretToken ?? '', [`v0:${timestamp}:`, body], 'hex')}`
  return isSame(signature, wanted) ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

/**
 * Answers the validation of the address. The answer is an HMAC of text that the sender chose, with the key that signs
 * events. Only texts that can't be the signed text of an event are answered, so that nobody can obtain a signature.
 */
export function answerZoomValidation(
  delivery: SourceDelivery,
  { credentials }: SourceAccess,
): HandshakeAnswer | undefined {
  const body = parseJson(delivery.body.toString('utf8'))
  if (textAt(body, 'event') !== 'endpoint.url_validation') return undefined
  const plainToken = textAt(recordAt(body, 'payload'), 'plainToken')
  if (plainToken === undefined || !/^[\w-]{1,200}$/.test(plainToken)) return undefined
  const encryptedToken = sign(credentials.secretToken ?? '', [plainToken], 'hex')
  return { contentType: 'application/json', body: JSON.stringify({ plainToken, encryptedToken }) }
}

/** Requests an access token with the credentials of the app. */
export function authenticateZoom(access: SourceAccess): Promise<string> {
  const { settings, credentials } = access
  const { accountId = '', clientId = '', oauthUrl = OAUTH_URL } = settings
  const query = new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId })
  return requestToken(access, `${oauthUrl}/oauth/token?${query}`, {
    headers: basicAuthorization(clientId, credentials.clientSecret ?? ''),
  })
}

/**
 * Downloads with the token of the event. If it expired, requests a new address and uses the credentials of the app.
 * @param findUrl returns a new address of the file. Undefined if the one of the event is used again.
 */
export async function downloadFromZoom(
  { url = '', token }: FieldValues,
  target: FetchTarget,
  access: SourceAccess,
  findUrl: (token: string) => Promise<string | undefined>,
): Promise<void> {
  requireZoomHost(access, url)
  if (token !== undefined) {
    try {
      return await download(access, url, target, { authorization: `Bearer ${token}` })
    } catch (error) {
      if (!hasStatus(error, 401, 403, 404)) throw error
    }
  }
  const own = await authenticateZoom(access)
  const fresh = (await findUrl(own)) ?? url
  requireZoomHost(access, fresh)
  await download(access, fresh, target, { authorization: `Bearer ${own}` })
}

const requireZoomHost = ({ settings }: SourceAccess, url: string): void =>
  requireVendorHost(url, settings.apiUrl ?? ZOOM_API_URL, 'api')

interface ListWindow {
  readonly from: Date
  readonly to: Date
  readonly pageSize?: string
  readonly pageToken?: string | undefined
}

async function requestPage(access: SourceAccess, path: string, window: ListWindow): Promise<unknown> {
  const query = new URLSearchParams({
    ...{ from: toDay(window.from), to: toDay(window.to), page_size: window.pageSize ?? ZOOM_PAGE_SIZE },
  })
  if (window.pageToken !== undefined) query.set('next_page_token', window.pageToken)
  return requestJson(access, `${access.settings.apiUrl ?? ZOOM_API_URL}${path}?${query}`, {
    headers: { authorization: `Bearer ${await authenticateZoom(access)}` },
  })
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Requests one entry of a list. @throws SourceFault */
export async function testZoomList(access: SourceAccess, path: string): Promise<void> {
  await requestPage(access, path, { from: access.now(), to: access.now(), pageSize: '1' })
}

/** Walks through windows of at most a month. The cursor contains the start of the window and Zoom's token of the page. */
export async function listZoom(
  access: SourceAccess,
  path: string,
  { since, until, cursor }: ListRequest,
  readPage: (page: unknown) => readonly AnnouncedCall[],
): Promise<SourcePage> {
  const at = parseJson(cursor ?? '{}')
  const from = new Date(toInstant(textAt(at, 'from')) ?? since)
  const end = new Date(Math.min(from.getTime() + WINDOW_MS, until.getTime()))
  const page = await requestPage(access, path, { from, to: end, pageToken: textAt(at, 'token') })
  const pageToken = textAt(page, 'next_page_token')
  const next =
    pageToken !== undefined
      ? JSON.stringify({ from: from.toISOString(), token: pageToken })
      : end < until
        ? JSON.stringify({ from: end.toISOString() })
        : undefined
  return { calls: readPage(page), next }
}
