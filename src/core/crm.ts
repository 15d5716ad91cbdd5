/**
 * Port for an organization's CRM: reads records and writes field values. Each organization configures its own CRM.
 * Faults have a kind, so that callers can decide whether to retry.
 */
import type { Secret } from './config.ts'
import type { Json } from './wire.ts'

export const CRM_KINDS = ['hubspot', 'salesforce', 'http'] as const
export type CrmKind = (typeof CRM_KINDS)[number]

/** URL and credentials of a CRM. Each organization has its own credentials. */
export type CrmAccess =
  | { readonly kind: 'hubspot'; readonly url: string; readonly token: Secret }
  | {
      readonly kind: 'salesforce'
      readonly url: string
      readonly clientId: string
      readonly clientSecret: Secret
      /** If undefined, the client uses its own permissions (OAuth client credentials grant). */
      readonly refreshToken?: Secret | undefined
    }
  /** Any service that accepts pushed values, signed by the Standard Webhooks specification. */
  | { readonly kind: 'http'; readonly url: string; readonly secret: Secret }

/** A field value. A list contains several options of one field. */
export type CrmValue = string | number | boolean | readonly string[]

export interface CrmRecord {
  readonly id: string
  readonly fields: Readonly<Record<string, Json>>
}

export interface CrmPush {
  readonly code: string
  readonly id: string
  readonly values: Readonly<Record<string, CrmValue>>
  /**
   * Values to write only if the CRM field is empty. Always empty for a CRM that Parley can read, because the caller
   * checks those fields first.
   */
  readonly valuesIfEmpty: Readonly<Record<string, CrmValue>>
  /** Idempotency key: the same for every attempt of a push, so that a receiver applies it once. */
  readonly key: string
  readonly runId: string
  readonly conversationId: string
}

export interface CrmPage {
  readonly records: readonly CrmRecord[]
  /** Cursor of the next page. Undefined on the last page. */
  readonly next: string | undefined
}

/** @throws CrmFault from each method */
export interface Crm {
  /** Whether Parley can read records from this CRM. */
  readonly reads: boolean
  /** Tests access to each entity with a read request that changes nothing. */
  test(codes: readonly string[]): Promise<void>
  /** Reads records by ID. The result omits deleted records. */
  records(code: string, ids: readonly string[], fields: readonly string[]): Promise<CrmRecord[]>
  /** Lists changed records in ID order, so that a page can be requested again later without skipping records. */
  changed(
    code: string,
    asked: {
      readonly fields: readonly string[]
      readonly since?: Date | undefined
      readonly after?: string | undefined
    },
  ): Promise<CrmPage>
  /** Writes field values. Omitted fields keep their values. */
  push(push: CrmPush): Promise<void>
}

export interface CrmPort {
  /** Creates a client. It sends no request yet. */
  open(access: CrmAccess, signal?: AbortSignal): Crm
}

const KINDS = {
  unreachable: 'unavailable',
  timeout: 'unavailable',
  rate_limited: 'unavailable',
  server_error: 'unavailable',
  not_understood: 'unavailable',
  address: 'refused',
  credentials: 'refused',
  credentials_unreadable: 'refused',
  permission: 'refused',
  record_missing: 'wrong',
  field: 'wrong',
  conflict: 'wrong',
  request: 'wrong',
} as const

export type CrmFaultDetail = keyof typeof KINDS
export const CRM_FAULTS = Object.keys(KINDS) as [CrmFaultDetail, ...CrmFaultDetail[]]
/**
 * `unavailable`: a retry can succeed. `refused`: requests fail until somebody changes the connection or its
 * permissions. `wrong`: the request fails for this record or field only.
 */
export type CrmFaultKind = (typeof KINDS)[CrmFaultDetail]

const SENTENCES: Readonly<Record<CrmFaultDetail, string>> = {
  unreachable: "The CRM can't be reached.",
  timeout: "The CRM didn't respond in time.",
  rate_limited: 'The CRM accepts no more requests at the moment.',
  server_error: 'The CRM failed.',
  not_understood: "The server at this address doesn't respond like the CRM.",
  address: "The address isn't public.",
  credentials: 'The CRM rejected the credentials.',
  credentials_unreadable: "Parley can't read the stored credentials. Enter them again.",
  permission: "The credentials don't have permission for this in the CRM.",
  record_missing: "The CRM doesn't have this record.",
  field: "The CRM doesn't accept this field or this value.",
  conflict: 'The CRM has another record with this value.',
  request: 'The CRM rejected the request.',
}

/** Message for a fault, in fixed words. */
export const sentenceOfFault = (detail: CrmFaultDetail): string => SENTENCES[detail]

/** Maximum length of the excerpt from a CRM response, in UTF-16 units. */
const SAID_MAX = 500

export class CrmFault extends Error {
  override readonly name = 'CrmFault'
  readonly detail: CrmFaultDetail
  readonly kind: CrmFaultKind
  /** Names of the CRM fields that the fault concerns, if the response lists them. */
  readonly fields: readonly string[]
  /** Truncated message of the CRM. Shown only to the organization that owns the CRM, and never logged. */
  readonly said: string | undefined
  /** Delay that the CRM requests before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    detail: CrmFaultDetail,
    more: { fields?: readonly string[]; said?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(SENTENCES[detail])
    this.detail = detail
    this.kind = KINDS[detail]
    this.fields = more.fields ?? []
    const said = more.said?.replaceAll('\u0000', '').toWellFormed().trim()
    this.said =
      said === undefined || said === '' ? undefined : said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said
    this.retryAfterMs = more.retryAfterMs
  }
}
