/**
 * Interface of a kind of source. A kind is one file that exports a `SourceKind`, and one line in `registry.ts`. Everything
 * else is the same for all kinds: the address, the log, retries, owners, and that each call is imported exactly once.
 */
import type { Clock } from '../../../core/clock.ts'
import type { MediaReader } from '../../../core/media.ts'
import type { ObjectStores } from '../../../core/object-stores.ts'
import type { ConnectPublic } from '../../../core/public-connection.ts'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import type { CrmLink } from '../../conversations/crm-records/index.ts'

/** A setting or credential that an admin enters. The API and the page read these definitions. */
export interface SourceField {
  /** Name in `settings` or `credentials`, in camelCase. */
  readonly name: string
  readonly label: string
  /** One sentence: the meaning, and where to find the value. */
  readonly help: string
  /** Whether the value is stored encrypted and never returned. */
  readonly secret?: true
  readonly required?: true
  /** Whether credentials are sent to this address. A change of it requires the credentials again. */
  readonly isDestination?: true
  /** Values to choose from. Without them, any text of one line. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Value if none is entered. */
  readonly usual?: string
  /** Maximum number of characters. Defaults to 1,000. */
  readonly max?: number
  /** Returns what is wrong with the value, as a sentence that starts with "The value". Undefined if it is valid. */
  readonly check?: (value: string) => string | undefined
}

export type FieldValues = Readonly<Record<string, string>>

/** A request to the address of a source, as it arrived. */
export interface SourceDelivery {
  /** Full URL as the sender called it. */
  readonly url: string
  /** Header values by lower-case name. Secrets are included, because some senders authenticate with a header. */
  readonly headers: FieldValues
  readonly body: Buffer
  readonly receivedAt: Date
}

/** Access to a source: its settings, credentials, and the ways to reach it. */
export interface SourceAccess {
  /** Address for deliveries, with its secret. Undefined if the secret can't be read. */
  readonly address: string | undefined
  readonly settings: FieldValues
  readonly credentials: FieldValues
  /** Sends requests through the filter of outgoing addresses. */
  readonly fetchPublic: PublicFetch
  /** Opens encrypted connections through the same filter. */
  readonly connectPublic: ConnectPublic
  readonly objects: ObjectStores
  readonly media: Pick<MediaReader, 'joinParts'>
  /** Folders of this machine that the operator allows, for the organization of the source. */
  readonly folders: readonly string[]
  readonly now: () => Date
  /** Waits on the clock of `now`. Missing: the time of the machine. */
  readonly wait?: Clock['wait']
  readonly signal: AbortSignal
}

/** Result of `verify`: authentic, or one sentence that says why not. */
export type Verification = { readonly isAuthentic: true } | { readonly isAuthentic: false; readonly reason: string }

export interface HandshakeAnswer {
  readonly contentType: string
  readonly body: string
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A transcript or a recording that can be fetched, or that was delivered itself. */
export interface SourcePart {
  /** File name. Its extension helps to recognize the form of a transcript. */
  readonly name: string
  /** The transcript itself. Only for transcripts. */
  readonly text?: string
  /** Data with which `fetch` finds the file: a URL, an ID, a path. Stored encrypted until the file is imported. */
  readonly at?: Readonly<Record<string, string>>
}

export interface SourceParticipant {
  readonly name?: string
  readonly email?: string
  /** Telephone number with country code. A number of the organization is inside. */
  readonly phone?: string
  readonly organizer?: boolean
  /** Side that the source knows. Missing: the address decides, and without one the number. */
  readonly internal?: boolean
}

/** A call at the source, as far as one delivery or one page of a list describes it. */
export interface AnnouncedCall {
  /** ID of the call at the source, maximum 256 characters. Deliveries and lists must use the same one. */
  readonly externalId: string
  readonly title?: string
  /** ISO 8601. */
  readonly startedAt?: string
  /** Email address of the host or organizer, who becomes the owner if it is a user. */
  readonly ownerEmail?: string
  /** User whom a person named as the owner, by email address or user name. Precedes `ownerEmail`. */
  readonly ownerName?: string
  readonly language?: string
  readonly participants?: readonly SourceParticipant[]
  readonly links?: readonly CrmLink[]
  /** Whether only the owner and admins can see the call. Missing: the source decides. */
  readonly isPrivate?: boolean
  readonly transcript?: SourcePart
  readonly recording?: SourcePart
  /** Legs of the call that were announced until now. Facts and parts of the call follow from them (`joinLegs`). */
  readonly legs?: readonly CallLeg[]
  /** Files or objects of a list that the call consists of. They aren't listed again unless they change. */
  readonly objects?: readonly SourceObject[]
}

/** Part of a transferred call that the source counts as a call of its own. */
export interface CallLeg {
  readonly id: string
  /** ISO 8601. */
  readonly startedAt?: string
  readonly ownerEmail?: string
  readonly participants?: readonly SourceParticipant[]
  readonly transcript?: SourcePart
  readonly recording?: SourcePart
}

export type CallFacts = Pick<AnnouncedCall, 'title' | 'startedAt' | 'ownerEmail' | 'participants'>

export interface SourceObject {
  /** Path or key. */
  readonly name: string
  /** Text that changes with the content: size, time or tag. Maximum 256 characters. */
  readonly version: string
}

/**
 * Content of a delivery: calls, or one sentence that says why it contains none. `needsLook` starts a look at the source,
 * for a delivery that reports lost deliveries or an ending subscription.
 */
export type DeliveryContent =
  | { readonly calls: readonly AnnouncedCall[] }
  | { readonly calls?: undefined; readonly ignored: string; readonly needsLook?: true }

export interface SourcePage {
  readonly calls: readonly AnnouncedCall[]
  /** Objects that belong to no call, such as a mark of how far the source was read. They are stored with the page. */
  readonly marks?: readonly SourceObject[]
  /** Cursor of the next page. Undefined after the last one. */
  readonly next?: string | undefined
  /** A fault that the source shows, although the page was listed. */
  readonly fault?: SourceFault | undefined
}

export interface ListRequest {
  /** Calls since this time are wanted. Lists of files can ignore it. */
  readonly since: Date
  readonly until: Date
  readonly cursor: string | undefined
  /** Returns what earlier looks stored about objects, by name. */
  readonly findSeen: (
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly version: string; readonly externalId: string }>>
}

export interface SourceKind {
  /** Identifier in snake_case, also the default application name of its calls. */
  readonly id: string
  readonly title: string
  /** One sentence: which calls arrive, and how. */
  readonly about: string
  /** Whether its calls are files that people can also import otherwise. A call with the same file is linked then. */
  readonly hasFiles?: true
  /** Steps at the vendor, in order. `{address}` is replaced by the address of the source. */
  readonly steps: readonly string[]
  readonly fields: readonly SourceField[]
  /**
   * Whether a delivery comes from the source. Signatures are checked over the raw body in constant time, and their age is
   * limited. It can request the public keys of the vendor. Undefined for kinds without deliveries.
   */
  verify?(delivery: SourceDelivery, access: SourceAccess): Verification | Promise<Verification>
  /** Answer to a request with which the source checks the address. Undefined for other requests. */
  challenge?(delivery: SourceDelivery, access: SourceAccess): HandshakeAnswer | undefined
  /** ID of the delivery, the same when it is delivered again. Undefined if the source has none. */
  identify?(delivery: SourceDelivery): string | undefined
  /**
   * Reads a delivery. It asks the source only if the delivery alone doesn't identify the call. Temporary faults are
   * retried over days.
   * @throws SourceFault
   */
  read?(delivery: SourceDelivery, access: SourceAccess): DeliveryContent | Promise<DeliveryContent>
  /**
   * Creates or renews the subscription that sends deliveries to the address. Called before each look. The source stores
   * the state, so repeating it must be harmless. Undefined if an admin sets up the deliveries at the vendor.
   * @throws SourceFault
   */
  subscribe?(access: SourceAccess): Promise<void>
  /** Lists calls, page by page, for calls whose delivery was lost and for calls before the source was connected. */
  list?(access: SourceAccess, request: ListRequest): Promise<SourcePage>
  /**
   * Returns facts of a call that was announced without its owner. Called once, before the call becomes a conversation.
   * @throws SourceFault
   */
  describe?(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts>
  /** Whether `describe` returns participants, so that calls that were announced with their owner need it too. */
  readonly describesParticipants?: true
  /** Usual minutes between two looks. Required with `list`. */
  readonly lookMinutes?: number
  /**
   * Writes the content of a part to a file. Required if parts have `at`.
   * @throws SourceFault
   */
  fetch?(part: SourcePart & { readonly at: FieldValues }, target: FetchTarget, access: SourceAccess): Promise<void>
  /** Marks files of the source after their import, or after it failed finally. Repeating it must be harmless. */
  finish?(call: AnnouncedCall, outcome: 'imported' | 'failed', access: SourceAccess): Promise<void>
  /** Checks settings and credentials without changing anything. @returns one sentence about the result @throws SourceFault */
  test?(access: SourceAccess): Promise<string>
}

/** File to write, with the maximum number of bytes. */
export interface FetchTarget {
  readonly path: string
  readonly maxBytes: number
  /** Adds a sentence for admins about a file that isn't complete, although it was written. */
  readonly note?: (sentence: string) => void
}

/**
 * A fault at the source. `temporary`: tried again later. `lasting`: nothing changes until somebody acts.
 */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly kind: 'temporary' | 'lasting'
  /** Delay that the source requests. */
  readonly retryAfterMs: number | undefined
  /** HTTP status of the source. Undefined for other faults. */
  readonly status: number | undefined
  /** @param message sentence for admins, without content of calls, secrets and URLs */
  constructor(kind: 'temporary' | 'lasting', message: string, retryAfterMs?: number, status?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}
