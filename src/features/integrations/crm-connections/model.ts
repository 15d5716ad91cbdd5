import { Secret } from '../../../core/config.ts'
import type { CrmAccess, CrmKind } from '../../../core/crm.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { newWebhookSecret } from '../../../core/webhook-signature.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import type { Credentials, EntityInput } from './schema.ts'

/** Maximum number of connections per organization. */
export const CONNECTIONS_MAX = 20

const DEFAULT_SYNC_MINUTES = 30

interface CrmKindDefinition {
  readonly url: string | undefined
  /** Readable entities with their default fields. */
  readonly reads: Partial<Record<CrmEntityCode, readonly string[]>>
  /** Entities that are read by default. */
  readonly usual: readonly CrmEntityCode[]
  /** Writable entities. `all` for a program that decides itself. */
  readonly writes: readonly CrmEntityCode[] | 'all'
  /** The entity that represents opportunities, and its title field. */
  readonly opportunity: { readonly code: CrmEntityCode; readonly title: string } | undefined
}

const KINDS: Readonly<Record<CrmKind, CrmKindDefinition>> = {
  hubspot: {
    url: 'https://api.hubapi.com',
    reads: {
      companies: [
        'name',
        'domain',
        'industry',
        'city',
        'country',
        'numberofemployees',
        'annualrevenue',
        'hubspot_owner_id',
      ],
      contacts: ['firstname', 'lastname', 'email', 'phone', 'jobtitle', 'company', 'hubspot_owner_id'],
      deals: ['dealname', 'dealstage', 'pipeline', 'amount', 'closedate', 'hubspot_owner_id'],
    },
    usual: ['companies', 'contacts', 'deals'],
    writes: ['companies', 'contacts', 'deals'],
    opportunity: { code: 'deals', title: 'dealname' },
  },
  salesforce: {
    url: 'https://login.salesforce.com',
    reads: {
      account: [
        'Name',
        'Industry',
        'Website',
        'Phone',
        'BillingCity',
        'BillingCountry',
        'NumberOfEmployees',
        'OwnerId',
      ],
      contact: ['FirstName', 'LastName', 'Email', 'Phone', 'Title', 'AccountId', 'OwnerId'],
      lead: ['FirstName', 'LastName', 'Email', 'Company', 'Status', 'OwnerId'],
      opportunity: ['Name', 'StageName', 'Amount', 'CloseDate', 'AccountId', 'OwnerId'],
      user: ['Name', 'Email'],
    },
    usual: ['account', 'contact', 'opportunity'],
    writes: ['account', 'contact', 'lead', 'opportunity'],
    opportunity: { code: 'opportunity', title: 'Name' },
  },
  http: { url: undefined, reads: {}, usual: [], writes: 'all', opportunity: undefined },
}

export const getTitleField = (kind: CrmKind, code: string): string | undefined => {
  const { opportunity } = KINDS[kind]
  return opportunity?.code === code ? opportunity.title : undefined
}

export function canWrite(kind: CrmKind, code: CrmEntityCode): boolean {
  const { writes } = KINDS[kind]
  return writes === 'all' || writes.includes(code)
}

/** Whether a field of the CRM can have this name. Other names could inject into a query or URL. */
export const isFieldName = (kind: CrmKind, name: string): boolean =>
  kind === 'http' || (kind === 'salesforce' ? /^[A-Za-z]\w{0,79}$/ : /^[a-z0-9_]{1,100}$/).test(name)

export interface Entity {
  readonly code: CrmEntityCode
  readonly fields: readonly string[]
}

/**
 * Resolves the entities to read. @throws AppError `validation_failed` if the CRM lacks an entity, or one is repeated
 */
export function resolveEntities(kind: CrmKind, given: readonly EntityInput[] | undefined): Entity[] {
  const { reads, usual } = KINDS[kind]
  const wanted: readonly EntityInput[] = given ?? usual.map((code) => ({ code }))
  return wanted.map(({ code, fields }, at) => {
    const usualFields = reads[code]
    if (usualFields === undefined) {
      throw invalid({
        pointer: `/entities/${at}/code`,
        detail: `\`${code}\` can't be read from a connection of kind ${kind}. Use another entity, or remove it.`,
      })
    }
    if (wanted.findIndex((one) => one.code === code) !== at) {
      throw invalid({ pointer: `/entities/${at}/code`, detail: `\`${code}\` is repeated. List each entity once.` })
    }
    const wrong = fields?.findIndex((name) => !isFieldName(kind, name)) ?? -1
    if (wrong !== -1) {
      throw invalid({
        pointer: `/entities/${at}/fields/${wrong}`,
        detail: 'The field name is invalid for this CRM. Use the internal name of the field.',
      })
    }
    const title = getTitleField(kind, code)
    const all = fields === undefined || fields.length === 0 ? usualFields : fields
    return { code, fields: title === undefined || all.includes(title) ? all : [title, ...all] }
  })
}

/** @throws AppError `validation_failed` if an interval is set for a kind that can't be read */
export function resolveSyncMinutes(kind: CrmKind, given: number | undefined): number {
  const reads = KINDS[kind].usual.length > 0
  if (!reads && given !== undefined && given > 0) {
    throw invalid({
      pointer: '/syncMinutes',
      detail: `Records can't be read from a connection of kind ${kind}. Omit \`syncMinutes\`, or set it to 0.`,
    })
  }
  return given ?? (reads ? DEFAULT_SYNC_MINUTES : 0)
}

export const canRead = (kind: CrmKind): boolean => KINDS[kind].usual.length > 0

/** Credentials as they are stored, encrypted. */
export type StoredCredentials =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string; readonly refreshToken?: string | undefined }
  | { readonly secret: string }

/**
 * @returns the credentials to store, and the secret if Parley generated it
 * @throws AppError `validation_failed` if a required credential is missing
 */
export function resolveCredentials(
  kind: CrmKind,
  { token, clientId, clientSecret, refreshToken, secret }: Credentials,
): { stored: StoredCredentials; generatedSecret?: string } {
  const needed = (name: keyof Credentials) =>
    invalid({
      pointer: `/credentials/${name}`,
      detail: `\`credentials.${name}\` is required for a connection of kind ${kind}.`,
    })
  if (kind === 'hubspot') {
    if (token === undefined) throw needed('token')
    return { stored: { token } }
  }
  if (kind === 'salesforce') {
    if (clientId === undefined) throw needed('clientId')
    if (clientSecret === undefined) throw needed('clientSecret')
    return { stored: { clientId, clientSecret, ...(refreshToken === undefined ? {} : { refreshToken }) } }
  }
  const made = secret ?? newWebhookSecret()
  return { stored: { secret: made }, ...(secret === undefined ? { generatedSecret: made } : {}) }
}

/** @throws AppError `validation_failed` if the URL is missing and has no default */
export function resolveUrl(kind: CrmKind, given: string | undefined, { refreshToken }: Credentials): string {
  const usual = KINDS[kind].url
  if (given !== undefined) return given
  if (usual === undefined) {
    throw invalid({ pointer: '/url', detail: `\`url\` is required for a connection of kind ${kind}.` })
  }
  if (kind === 'salesforce' && refreshToken === undefined) {
    const detail =
      '`url` is required without a refresh token. Use the My Domain URL, such as https://acme.my.salesforce.com.'
    throw invalid({ pointer: '/url', detail })
  }
  return usual
}

/** Whether requests contain the credentials themselves, so that a change of the URL would send them elsewhere. */
export const sendsCredentials = (kind: CrmKind): boolean => kind !== 'http'

export function toCrmAccess(kind: CrmKind, url: string, kept: StoredCredentials): CrmAccess {
  if (kind === 'hubspot' && 'token' in kept) return { kind, url, token: new Secret(kept.token) }
  if (kind === 'salesforce' && 'clientId' in kept) {
    const { clientId, clientSecret, refreshToken } = kept
    const more = refreshToken === undefined ? {} : { refreshToken: new Secret(refreshToken) }
    return { kind, url, clientId, clientSecret: new Secret(clientSecret), ...more }
  }
  if (kind === 'http' && 'secret' in kept) return { kind, url, secret: new Secret(kept.secret) }
  throw new Error("The credentials don't match the kind of the connection.")
}

export const tooMany = () =>
  conflict(
    'too_many_crm_connections',
    `The organization already has the maximum of ${CONNECTIONS_MAX} CRM connections. Delete one first.`,
  )
