/** Requests to RingCentral, and its subscriptions. */
import { basicAuthorization, encodeSegment, toApiUrl } from './credentials.ts'
import { hasStatus, requestJson, requestText } from './download.ts'
import { type SourceAccess, SourceFault } from './kind.ts'
import { sign, withDigest } from './signatures.ts'
import { withSharedToken } from './tokens.ts'
import { isRecord, type JsonRecord, listAt, recordAt, textAt } from './wire.ts'

export const RINGCENTRAL_URL = 'https://platform.ringcentral.com'
/** Life of a subscription, and remaining life below which it is renewed. */
const SUBSCRIPTION_SECONDS = 7 * 86_400
const RENEWAL_MS = 4 * 86_400_000

/** Token that each delivery must contain. It depends on the credentials, and isn't part of the address. */
export const toVerificationToken = ({ address = '', credentials }: SourceAccess): string =>
  sign(credentials.clientSecret ?? '', ['parley verification token ', address], 'hex')

/**
 * Runs requests as the user of the JWT (RFC 7523). RingCentral allows five sign-ins a minute, so jobs share the token.
 * @throws SourceFault
 */
export function asUser<T>(
  access: SourceAccess,
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { settings, credentials } = access
  return withSharedToken(
    access,
    `${toApiUrl(access, RINGCENTRAL_URL)}/restapi/oauth/token`,
    {
      headers: basicAuthorization(settings.clientId ?? '', credentials.clientSecret ?? ''),
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: credentials.jwt ?? '' },
    },
    (token) => work({ authorization: `Bearer ${token}` }),
  )
}

/** @param path with a slash at its beginning @throws SourceFault */
export const requestRingCentral = (access: SourceAccess, path: string): Promise<unknown> =>
  asUser(access, (headers) => requestJson(access, `${toApiUrl(access, RINGCENTRAL_URL)}${path}`, { headers }))

/**
 * Renews the subscription of the address, or creates it. One that RingCentral suspended, or that has other filters or
 * another token, is replaced.
 * @throws SourceFault
 */
export async function renewSubscription(access: SourceAccess, eventFilters: readonly string[]): Promise<void> {
  const { address } = access
  if (address === undefined) throw new SourceFault('lasting', "The address for deliveries can't be read.")
  const verificationToken = toVerificationToken(access)
  const current = withDigest(address, verificationToken)
  const known = listAt(await requestRingCentral(access, '/restapi/v1.0/subscription'), 'records').filter(
    (one): one is JsonRecord => isRecord(one) && getAddress(one).startsWith(address),
  )
  let isRenewed = false
  for (const one of known) {
    const isKept: boolean = !isRenewed && getAddress(one) === current && isActive(one) && hasFilters(one, eventFilters)
    const isChanged = await change(access, textAt(one, 'id') ?? '', isKept ? toRenewal(one, access.now()) : 'DELETE')
    isRenewed ||= isKept && isChanged
  }
  if (isRenewed) return
  const body = JSON.stringify({
    ...{ eventFilters, expiresIn: SUBSCRIPTION_SECONDS },
    deliveryMode: { transportType: 'WebHook', address: current, verificationToken },
  })
  const url = `${toApiUrl(access, RINGCENTRAL_URL)}/restapi/v1.0/subscription`
  await asUser(access, (headers) =>
    requestText(access, url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
  )
}

const getAddress = (subscription: JsonRecord): string => textAt(recordAt(subscription, 'deliveryMode'), 'address') ?? ''

const isActive = (subscription: JsonRecord): boolean => (textAt(subscription, 'status') ?? 'Active') === 'Active'

/** RingCentral names the account in filters instead of `~`, and leaves out filters that the user has no permission for. */
function hasFilters(subscription: JsonRecord, wanted: readonly string[]): boolean {
  const normalize = (filter: unknown) =>
    String(filter)
      .replace(/\?.*$/, '')
      .replace(/(\/accounts?)\/[^/]+\//, '$1/~/')
  const known = listAt(subscription, 'eventFilters').map(normalize)
  const allowed = new Set(wanted.map(normalize))
  return known.length > 0 && known.every((filter) => allowed.has(filter))
}

function toRenewal(subscription: JsonRecord, now: Date): 'renew' | 'nothing' {
  const end = Date.parse(textAt(subscription, 'expirationTime') ?? '')
  return end - now.getTime() > RENEWAL_MS ? 'nothing' : 'renew'
}

/** @returns false if the subscription ended in the meantime */
async function change(access: SourceAccess, id: string, what: 'renew' | 'nothing' | 'DELETE'): Promise<boolean> {
  if (what === 'nothing') return true
  const url = `${toApiUrl(access, RINGCENTRAL_URL)}/restapi/v1.0/subscription/${encodeSegment(id)}`
  try {
    await asUser(access, (headers) =>
      what === 'DELETE'
        ? requestText(access, url, { method: 'DELETE', headers })
        : requestText(access, `${url}/renew`, { method: 'POST', headers }),
    )
    return true
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return false
  }
}
