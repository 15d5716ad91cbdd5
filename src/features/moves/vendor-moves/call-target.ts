/** Destination of the calls of a move. */
import type { UploadedFile } from '../../../core/operation.ts'
import type { MissingReason, VendorCall } from './vendor.ts'

export interface CallTarget {
  readonly moveId: string
  readonly moveCreatedAt: Date
  readonly application: string
  /** Owner of calls whose owner isn't an active user. Undefined for the first admin. */
  readonly defaultOwner: string | undefined
  readonly teamId: string | undefined
  readonly withRecordings: boolean
  /** Parley's IDs of the vendor's scorecards and questions. */
  readonly scorecards: ReadonlyMap<string, string>
  readonly questions: ReadonlyMap<string, string>
  /** Downloads a recording to a temporary file. */
  fetchRecording(call: VendorCall): Promise<FetchedRecording>
}

export type FetchedRecording =
  | { readonly file: UploadedFile; discard(): Promise<void> }
  | { readonly reason: MissingReason }
