/**
 * The CRM of a customer: records are read from it, and values of their fields are written to it. Which one it is, and
 * where, an organization tells; all that can go wrong is told by kind, so that whoever asks knows whether to ask again.
 */
import type { Secret } from './config.ts'
import type { Json } from './wire.ts'

export const CRM_KINDS = ['hubspot', 'salesforce', 'http'] as const
export type CrmKind = (typeof CRM_KINDS)[number]

/** Where it is and by what right; credentials are an organization's own. */
export type CrmAccess =
  | { readonly kind: 'hubspot'; readonly url: string; readonly token: Secret }
  | {
      readonly kind: 'salesforce'
      readonly url: string
      readonly clientId: string
      readonly clientSecret: Secret
      /** Without one the client acts by its own right (OAuth's client credentials). */
      readonly refreshToken?: Secret | undefined
    }
  /** Any program that takes what is pushed, signed by the Standard Webhooks specification. */
  | { readonly kind: 'http'; readonly url: string; readonly secret: Secret }

/** A list is several options of one field. */
export type CrmValue = string | number | boolean | readonly string[]

export interface CrmRecord {
  readonly id: string
  readonly fields: Readonly<Record<string, Json>>
}

export interface CrmPush {
  readonly code: string
  readonly id: string
  readonly values: Readonly<Record<string, CrmValue>>
  /** Only where the CRM has nothing yet. Empty for a CRM that can be read: there the caller has looked. */
  readonly valuesIfEmpty: Readonly<Record<string, CrmValue>>
  /** The same at every try of the same push, so that a receiver takes it once. */
  readonly key: string
  readonly runId: string
  readonly conversationId: string
}

export interface CrmPage {
  readonly records: readonly CrmRecord[]
  /** Where the next page begins; undefined when this was the last one. */
  readonly next: string | undefined
}

/** @throws CrmFault, from each of its methods */
export interface Crm {
  /** Whether records can be read from it. */
  readonly reads: boolean
  /** Asks for something harmless of each of these entities. */
  test(codes: readonly string[]): Promise<void>
  /** Those that are gone fall out. */
  records(code: string, ids: readonly string[], fields: readonly string[]): Promise<CrmRecord[]>
  /** By id, so that a page can be asked for again, today or tomorrow, without missing one. */
  changed(
    code: string,
    asked: {
      readonly fields: readonly string[]
      readonly since?: Date | undefined
      readonly after?: string | undefined
    },
  ): Promise<CrmPage>
  /** Fields that are not named stay as they are. */
  push(push: CrmPush): Promise<void>
}

export interface CrmPort {
  /** Sends nothing yet. */
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
 * `unavailable`: may work later. `refused`: not before somebody changes the connection or the rights of it. `wrong`: not
 * for this record or this field.
 */
export type CrmFaultKind = (typeof KINDS)[CrmFaultDetail]

const SENTENCES: Readonly<Record<CrmFaultDetail, string>> = {
  unreachable: 'The CRM cannot be reached.',
  timeout: 'The CRM did not answer in time.',
  rate_limited: 'The CRM takes no more requests for now.',
  server_error: 'The CRM failed.',
  not_understood: 'What answers at this address does not speak as the CRM does.',
  address: 'The address is not a public one.',
  credentials: 'The CRM refuses the credentials.',
  credentials_unreadable: 'The credentials can no longer be read here: give them again.',
  permission: 'The credentials may not do this in the CRM.',
  record_missing: 'The CRM has no such record.',
  field: 'The CRM does not take this field, or not this value.',
  conflict: 'The CRM has another record with this value.',
  request: 'The CRM refuses the request.',
}

/** What is told of it, in our own words. */
export const sentenceOfFault = (detail: CrmFaultDetail): string => SENTENCES[detail]

/** Longest excerpt of what a CRM said, in UTF-16 units. */
const SAID_MAX = 500

export class CrmFault extends Error {
  override readonly name = 'CrmFault'
  readonly detail: CrmFaultDetail
  readonly kind: CrmFaultKind
  /** Names of fields in the CRM that it is about, when it says so. */
  readonly fields: readonly string[]
  /** What the CRM said of it, cut; for the organization whose CRM it is, and for no log. */
  readonly said: string | undefined
  /** How long it wishes to be left alone. */
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
