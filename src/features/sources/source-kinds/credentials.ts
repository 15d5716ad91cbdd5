/** Fields and checks that several kinds share. */
import { type FieldValues, type SourceAccess, SourceFault, type SourceField } from './kind.ts'

/** Address of the vendor's API. Tests and vendors with regions change it. */
export const apiField = (usual: string, help: string): SourceField => ({
  name: 'apiUrl',
  label: 'API address',
  help,
  usual,
  isDestination: true,
  check: checkBaseUrl,
})

/** Secret with which Parley verifies events of the source. `name` is stored with the credentials. */
export const webhookSecretField = ({
  name = 'webhookSecret',
  max = 400,
  ...rest
}: Pick<SourceField, 'help'> & Partial<Pick<SourceField, 'name' | 'max' | 'check'>>): SourceField => ({
  ...{ name, label: 'Webhook secret', secret: true, required: true, max },
  ...rest,
})

export function checkBaseUrl(value: string): string | undefined {
  const url = URL.parse(value)
  const isBase = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  return isBase && url.username === '' ? undefined : 'The value must be an https URL without a path.'
}

/** Address of the API without a slash at its end. */
export const toApiUrl = ({ settings }: Pick<SourceAccess, 'settings'>, usual: string): string =>
  (settings.apiUrl ?? usual).replace(/\/$/, '')

export const requireUrl = (url: string | undefined): string => {
  if (url === undefined || URL.parse(url) === null) {
    throw new SourceFault('temporary', 'The source has no address of the file yet.')
  }
  return url
}

/**
 * Credentials are sent only to the domain of the API, such as `zoom.us`.
 * @param label first label of the usual host, such as `api`
 * @throws SourceFault for an address of another domain
 */
export function requireVendorHost(url: string, apiUrl: string, label: string): void {
  const host = URL.parse(url)?.hostname
  const api = new URL(apiUrl).hostname
  const domain = api.replace(new RegExp(`^${label}\\.`), '')
  if (host === api || host === domain || host?.endsWith(`.${domain}`)) return
  throw new SourceFault('lasting', `The address of the file isn't below ${domain}.`)
}

/** ID of an object in a path. @throws SourceFault if it could change the path */
export function requireId({ id }: FieldValues): string {
  if (id === undefined || !/^[\w.:-]{1,200}$/.test(id))
    throw new SourceFault('lasting', 'The ID of the call is invalid.')
  return encodeURIComponent(id)
}

/** ID of an object of the vendor as one segment of a path. @throws SourceFault if it could change the path */
export function encodeSegment(id: string): string {
  if (!/^(?!\.+$)[\w+/=.:@*!~-]{1,1000}$/.test(id)) throw new SourceFault('lasting', 'The ID of an object is invalid.')
  return encodeURIComponent(id)
}

/** Cursor of a list that is a text of the vendor. Undefined after the last page. */
export const toNext = (cursor: string | undefined): string | undefined =>
  cursor === undefined || cursor.length > 4_000 ? undefined : cursor

/** Header of HTTP Basic authentication (RFC 7617). */
export const basicAuthorization = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
