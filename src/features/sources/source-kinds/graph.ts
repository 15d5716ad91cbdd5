/** Requests to Microsoft Graph, and its subscriptions. */
import { encodeSegment, toNext } from './credentials.ts'
import { hasStatus, requestJson, requestText } from './download.ts'
import { type SourceAccess, SourceFault } from './kind.ts'
import { withDigest } from './signatures.ts'
import { requestToken } from './tokens.ts'
import { isRecord, type JsonRecord, listAt, textAt } from './wire.ts'

export const GRAPH_URL = 'https://graph.microsoft.com'
export const SIGN_IN_URL = 'https://login.microsoftonline.com'
/** Life of a subscription. Microsoft Graph allows somewhat less than three days. */
const SUBSCRIPTION_MS = 2 * 86_400_000
const SUBSCRIPTION_PAGES_MAX = 20

export const toGraphUrl = ({ settings }: SourceAccess): string =>
  `${(settings.apiUrl ?? GRAPH_URL).replace(/\/$/, '')}/v1.0`

export async function authorizeGraph(access: SourceAccess) {
  const { settings, credentials } = access
  const signIn = (settings.signInUrl ?? SIGN_IN_URL).replace(/\/$/, '')
  const token = await requestToken(access, `${signIn}/${settings.tenantId ?? ''}/oauth2/v2.0/token`, {
    form: {
      grant_type: 'client_credentials',
      client_id: settings.clientId ?? '',
      client_secret: credentials.clientSecret ?? '',
      scope: `${new URL(toGraphUrl(access)).origin}/.default`,
    },
  })
  return { authorization: `Bearer ${token}` }
}

/** The token is sent only to Microsoft Graph, also for links of the next page. @throws SourceFault */
export async function requestGraph(access: SourceAccess, url: string): Promise<unknown> {
  if (!url.startsWith(`${toGraphUrl(access)}/`)) {
    throw new SourceFault('lasting', 'Microsoft Graph returned a link to another host.')
  }
  return requestJson(access, url, { headers: await authorizeGraph(access) })
}

export const nextLink = (page: unknown): string | undefined => toNext(textAt(page, '@odata.nextLink'))

/**
 * Renews the subscription of a resource, or creates it. Its address contains a digest of the client state, because Graph
 * doesn't return the state: after a new client secret, the subscription is replaced.
 * @throws SourceFault
 */
export async function renewSubscription(access: SourceAccess, resource: string, clientState: string): Promise<void> {
  const { address } = access
  if (address === undefined) throw new SourceFault('lasting', "The address for deliveries can't be read.")
  const notificationUrl = withDigest(address, clientState)
  const expirationDateTime = new Date(access.now().getTime() + SUBSCRIPTION_MS).toISOString()
  let isRenewed = false
  for (const one of await listSubscriptions(access)) {
    const url = textAt(one, 'notificationUrl')
    if (url?.startsWith(address) !== true || !isSameResource(one, resource)) continue
    const isCurrent: boolean = url === notificationUrl && !isRenewed
    const change = isCurrent
      ? { method: 'PATCH' as const, body: { expirationDateTime } }
      : { method: 'DELETE' as const }
    const isChanged = await changeSubscription(access, textAt(one, 'id') ?? '', change)
    isRenewed ||= isCurrent && isChanged
  }
  if (isRenewed) return
  await sendToGraph(access, 'subscriptions', {
    method: 'POST',
    body: {
      ...{ changeType: 'created', resource, expirationDateTime, clientState },
      ...{ notificationUrl, lifecycleNotificationUrl: notificationUrl },
    },
  })
}

const isSameResource = (subscription: JsonRecord, resource: string): boolean =>
  textAt(subscription, 'resource')?.replace(/^\//, '').toLowerCase() === resource.toLowerCase()

async function listSubscriptions(access: SourceAccess): Promise<JsonRecord[]> {
  const found: JsonRecord[] = []
  let url: string | undefined = `${toGraphUrl(access)}/subscriptions`
  for (let pages = 0; url !== undefined && pages < SUBSCRIPTION_PAGES_MAX; pages++) {
    const page: unknown = await requestGraph(access, url)
    found.push(...listAt(page, 'value').filter(isRecord))
    url = nextLink(page)
  }
  return found
}

interface GraphChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: object
}

/** @returns false if the subscription ended in the meantime */
async function changeSubscription(access: SourceAccess, id: string, change: GraphChange): Promise<boolean> {
  try {
    await sendToGraph(access, `subscriptions/${encodeSegment(id)}`, change)
    return true
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return false
  }
}

async function sendToGraph(access: SourceAccess, path: string, { method, body }: GraphChange): Promise<void> {
  await requestText(access, `${toGraphUrl(access)}/${path}`, {
    method,
    headers: { ...(await authorizeGraph(access)), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
