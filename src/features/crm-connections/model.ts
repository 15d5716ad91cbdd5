import { Secret } from '../../core/config.ts'
import type { CrmAccess, CrmKind } from '../../core/crm.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { newWebhookSecret } from '../../core/webhook-signature.ts'
import type { CrmEntityCode } from '../crm/index.ts'
import type { Credentials, GivenEntity } from './schema.ts'

/** Of one organization. */
export const CONNECTIONS_MAX = 20

const DEFAULT_SYNC_MINUTES = 30

interface Kind {
  readonly url: string | undefined
  /** What can be read, with the usual fields; those that are read unless something else is asked for come first. */
  readonly reads: Partial<Record<CrmEntityCode, readonly string[]>>
  readonly usual: readonly CrmEntityCode[]
  /** What can be written to; every entity for a program that decides for itself. */
  readonly writes: readonly CrmEntityCode[] | 'all'
  /** The entity that opportunities are, and its field for their title. */
  readonly opportunity: { readonly code: CrmEntityCode; readonly title: string } | undefined
}

const KINDS: Readonly<Record<CrmKind, Kind>> = {
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

export const titleFieldOf = (kind: CrmKind, code: string): string | undefined => {
  const { opportunity } = KINDS[kind]
  return opportunity?.code === code ? opportunity.title : undefined
}

export function canWrite(kind: CrmKind, code: CrmEntityCode): boolean {
  const { writes } = KINDS[kind]
  return writes === 'all' || writes.includes(code)
}

/** Names of fields that the CRM could have. Others would become a part of a question or an address. */
export const isFieldName = (kind: CrmKind, name: string): boolean =>
  kind === 'http' || (kind === 'salesforce' ? /^[A-Za-z]\w{0,79}$/ : /^[a-z0-9_]{1,100}$/).test(name)

export interface Entity {
  readonly code: CrmEntityCode
  readonly fields: readonly string[]
}

/** @throws AppError `validation_failed`: this CRM has no such entity, or one stands twice */
export function entitiesOf(kind: CrmKind, given: readonly GivenEntity[] | undefined): Entity[] {
  const { reads, usual } = KINDS[kind]
  const wanted: readonly GivenEntity[] = given ?? usual.map((code) => ({ code }))
  return wanted.map(({ code, fields }, at) => {
    const usualFields = reads[code]
    if (usualFields === undefined) {
      throw invalid({ pointer: `/entities/${at}/code`, detail: 'This cannot be read from a CRM of this kind.' })
    }
    if (wanted.findIndex((one) => one.code === code) !== at) {
      throw invalid({ pointer: `/entities/${at}/code`, detail: 'This entity stands twice in the list.' })
    }
    const wrong = fields?.findIndex((name) => !isFieldName(kind, name)) ?? -1
    if (wrong !== -1) {
      throw invalid({ pointer: `/entities/${at}/fields/${wrong}`, detail: 'The CRM has no field of such a name.' })
    }
    const title = titleFieldOf(kind, code)
    const all = fields === undefined || fields.length === 0 ? usualFields : fields
    return { code, fields: title === undefined || all.includes(title) ? all : [title, ...all] }
  })
}

/** @throws AppError `validation_failed` */
export function syncMinutesOf(kind: CrmKind, given: number | undefined): number {
  const reads = KINDS[kind].usual.length > 0
  if (!reads && given !== undefined && given > 0) {
    throw invalid({ pointer: '/syncMinutes', detail: 'Nothing is read from a CRM of this kind.' })
  }
  return given ?? (reads ? DEFAULT_SYNC_MINUTES : 0)
}

export const canRead = (kind: CrmKind): boolean => KINDS[kind].usual.length > 0

/** What is kept, as a sealed text. */
export type KeptCredentials =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string; readonly refreshToken?: string | undefined }
  | { readonly secret: string }

/**
 * @returns what is kept, and the secret when it was made here
 * @throws AppError `validation_failed`: something is missing
 */
export function credentialsOf(
  kind: CrmKind,
  { token, clientId, clientSecret, refreshToken, secret }: Credentials,
): { kept: KeptCredentials; made?: string } {
  const needed = (name: keyof Credentials) =>
    invalid({ pointer: `/credentials/${name}`, detail: 'A CRM of this kind needs this.' })
  if (kind === 'hubspot') {
    if (token === undefined) throw needed('token')
    return { kept: { token } }
  }
  if (kind === 'salesforce') {
    if (clientId === undefined) throw needed('clientId')
    if (clientSecret === undefined) throw needed('clientSecret')
    return { kept: { clientId, clientSecret, ...(refreshToken === undefined ? {} : { refreshToken }) } }
  }
  const made = secret ?? newWebhookSecret()
  return { kept: { secret: made }, ...(secret === undefined ? { made } : {}) }
}

/** @throws AppError `validation_failed`: none was given, and there is none that would do */
export function addressOf(kind: CrmKind, given: string | undefined, { refreshToken }: Credentials): string {
  const usual = KINDS[kind].url
  if (given !== undefined) return given
  if (usual === undefined) throw invalid({ pointer: '/url', detail: 'A CRM of this kind needs its address.' })
  if (kind === 'salesforce' && refreshToken === undefined) {
    const detail = 'Without a refresh token this needs the My Domain address, such as https://acme.my.salesforce.com.'
    throw invalid({ pointer: '/url', detail })
  }
  return usual
}

/** Whether the credentials themselves go to the address, and would go to another one with it. */
export const sendsCredentials = (kind: CrmKind): boolean => kind !== 'http'

export function accessOf(kind: CrmKind, url: string, kept: KeptCredentials): CrmAccess {
  if (kind === 'hubspot' && 'token' in kept) return { kind, url, token: new Secret(kept.token) }
  if (kind === 'salesforce' && 'clientId' in kept) {
    const { clientId, clientSecret, refreshToken } = kept
    const more = refreshToken === undefined ? {} : { refreshToken: new Secret(refreshToken) }
    return { kind, url, clientId, clientSecret: new Secret(clientSecret), ...more }
  }
  if (kind === 'http' && 'secret' in kept) return { kind, url, secret: new Secret(kept.secret) }
  throw new Error('The credentials are not those of the kind.')
}

export const tooMany = () =>
  conflict(
    'too_many_crm_connections',
    `An organization has at most ${CONNECTIONS_MAX} CRM connections; delete one first.`,
  )
