/**
 * Interface of a vendor that conversations are moved from. One vendor is one file in `vendors/`, which lists pages, loads
 * the details of calls, and maps them to the types here. Requests go through `VendorClient`, which paces and repeats them.
 */
import type { TranscriptDocument } from '../../text/transcripts/index.ts'
import type { VendorClient } from './vendor-client.ts'
import type { VendorQuota } from './vendor-quota.ts'

export const VENDOR_IDS = [
  ...['gong', 'fireflies', 'fathom', 'speakr', 'grain', 'avoma', 'opentranscribe', 'folder'],
] as const
export type VendorId = (typeof VENDOR_IDS)[number]

/** Value that the vendor's interface requires, such as a token. It is read from an environment variable or stdin. */
export interface VendorCredential {
  /** Environment variable. */
  readonly variable: string
  readonly description: string
  /** Value without the variable. Absent if the credential is required. */
  readonly default?: string
}

export interface Vendor {
  readonly id: VendorId
  readonly title: string
  readonly credentials: readonly VendorCredential[]
  readonly quota: VendorQuota
  /** Content that the vendor's interface doesn't return, for the ledger. */
  readonly unavailable: readonly string[]
  /** Wait that a response body requests, in milliseconds, if the vendor doesn't use `Retry-After`. */
  readonly waitInBody?: (body: unknown, now: number) => number | undefined
  open(access: VendorAccess): VendorSession
}

export interface VendorAccess {
  readonly client: VendorClient
  /** Values of the credentials by environment variable. */
  readonly credentials: Readonly<Record<string, string>>
  readonly window: MoveWindow
}

/** Range of start times of the calls to move. The end is exclusive. */
export interface MoveWindow {
  readonly since: Date | undefined
  readonly until: Date | undefined
  /** When the move started. Lists that shift when calls arrive end here. */
  readonly startedAt: Date
}

export interface VendorSession {
  /** @param position `next` of the previous page. Undefined for the first page. */
  list(position: string | undefined): Promise<CallPage>
  /** Loads transcripts and other details of calls of one page. */
  load(calls: readonly ListedCall[]): AsyncIterable<VendorCall>
  /** Trackers and scorecards. They are moved before the calls. */
  definitions?(): Promise<VendorDefinitions>
  /** Clips in library folders. They are moved after the calls. */
  library?(): AsyncIterable<LibraryClip>
}

export interface CallPage {
  readonly calls: readonly ListedCall[]
  /** Position of the next page. Undefined on the last page. */
  readonly next: string | undefined
}

/** Facts about a call that lists contain. */
export interface ListedCall {
  readonly externalId: string
  readonly title: string | undefined
  readonly startedAt: Date | undefined
  readonly durationSeconds: number | undefined
  readonly ownerEmail: string | undefined
  /** The call as the vendor lists it, for `load`. */
  readonly source: unknown
}

export interface VendorCall extends ListedCall {
  /** Transcript in the form of the vendor, as text or JSON. Undefined if the call has none. */
  readonly transcript: unknown
  /** Transcript that was read already, instead of `transcript`. */
  readonly document?: TranscriptDocument | undefined
  /** Name of the transcript file, whose extension can determine the form. */
  readonly fileName?: string | undefined
  readonly language?: string | undefined
  readonly isPrivate?: boolean | undefined
  readonly participants?: readonly VendorParticipant[]
  readonly crmLinks?: readonly { readonly code: string; readonly id: string }[]
  /** ID of the opportunity in the CRM. */
  readonly opportunityId?: string | undefined
  readonly teamId?: string | undefined
  readonly summary?: string | undefined
  /** Other facts, such as the URL of the call at the vendor. */
  readonly facts?: Readonly<Record<string, unknown>>
  readonly recording?: VendorRecording | undefined
  /** Options by category, and tags as categories with the option `Yes`. */
  readonly labels?: Readonly<Record<string, string>>
  readonly actionItems?: readonly VendorActionItem[]
  readonly comments?: readonly VendorComment[]
  readonly clips?: readonly VendorClip[]
  readonly scorings?: readonly VendorScoring[]
  /** Why the call can't come, as a code and a sentence without content of the call. */
  readonly fault?: { readonly reason: string; readonly detail: string } | undefined
  /** Content of the call that couldn't be loaded. */
  readonly missing?: readonly MissingPart[]
}

export interface VendorParticipant {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly organizer?: boolean | undefined
  /** Side that the vendor returns. Undefined if it returns none: then the address decides. */
  readonly internal?: boolean | undefined
}

export interface VendorActionItem {
  readonly text: string
  /** Person who does it. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly isDone?: boolean | undefined
  /** Time in seconds at which it was said. */
  readonly start?: number | undefined
}

export interface VendorRecording {
  readonly fileName: string
  /** URL, or path of a local file. */
  readonly source: { readonly url: string } | { readonly path: string }
  readonly headers?: Readonly<Record<string, string>>
  /** Requests a new URL after the previous one expired. */
  renew?(): Promise<string | undefined>
}

export interface VendorComment {
  readonly externalId: string
  readonly authorEmail: string | undefined
  readonly text: string
  readonly start: number | undefined
  readonly end: number | undefined
  readonly at: Date | undefined
  /** External ID of the comment that this one replies to. */
  readonly replyTo: string | undefined
}

export interface VendorClip {
  readonly externalId: string
  readonly title: string | undefined
  readonly notes: string | undefined
  readonly start: number
  readonly end: number
  readonly ownerEmail: string | undefined
}

/** A clip in a library folder. Without times, it is the whole call. */
export interface LibraryClip {
  readonly externalId: string
  readonly callId: string
  readonly folderPath: readonly string[]
  readonly title: string | undefined
  readonly notes: string | undefined
  readonly start: number | undefined
  readonly end: number | undefined
  readonly ownerEmail: string | undefined
}

/** Result of a person who scored a call. */
export interface VendorScoring {
  readonly scorecardId: string
  readonly reviewerEmail: string | undefined
  readonly at: Date | undefined
  readonly answers: readonly { readonly questionId: string; readonly score: number; readonly text: string }[]
}

export interface VendorDefinitions {
  readonly trackers: readonly VendorTracker[]
  readonly scorecards: readonly VendorScorecard[]
}

export interface VendorTracker {
  readonly externalId: string
  readonly name: string
  /** Empty if the vendor doesn't return them. */
  readonly phrases: readonly string[]
  readonly speakers: 'all' | 'internal' | 'external'
  readonly stemmed: boolean
}

export interface VendorScorecard {
  readonly externalId: string
  readonly title: string
  readonly questions: readonly { readonly externalId: string; readonly text: string }[]
}

/** Kinds of content that a ledger counts. */
export const PART_KINDS = [
  'transcript',
  'recording',
  'speaker',
  'owner',
  'side',
  'crm_link',
  'label',
  'action_item',
  'comment',
  'clip',
  'scorecard_result',
  'tracker',
  'scorecard',
] as const
export type PartKind = (typeof PART_KINDS)[number]

/** Reasons why content didn't come. A closed list, because the ledger groups by it. */
export const MISSING_REASONS = {
  absent: 'The vendor has none.',
  not_returned: "The vendor's interface doesn't return it.",
  skipped: 'The options of the move exclude it.',
  expired: 'The download URL expired and a new one failed too.',
  unreadable: "Parley can't read it.",
  too_large: 'It is larger than the limit of 2 GiB.',
  old: 'It is older than 30 days. The metadata of the call contains its text.',
  automatic: 'A program scored it. Parley scores calls itself.',
  unknown_user: 'Its author is no active user of this organization.',
  unnamed: 'The vendor has no name for the speaker.',
  no_phrases: 'The vendor returns no phrases, for example of a smart tracker.',
  name_taken: 'Parley has one with this name already.',
  limit: 'A limit of Parley is reached.',
  no_score: 'Its answers have no scores.',
  second_result: 'Parley keeps one result per scorecard and call. The newest one came.',
  unknown_scorecard: "The scorecard couldn't come.",
  unknown_call: "The call isn't in Parley.",
  without_times: 'It has no times within the call.',
  rejected: 'Parley rejected it.',
} as const
export type MissingReason = keyof typeof MISSING_REASONS

export interface MissingPart {
  readonly kind: PartKind
  readonly reason: MissingReason
  readonly count: number
}
