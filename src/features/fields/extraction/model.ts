/** Types of field extraction. */
import type { Json } from '../../../core/wire.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'

export type ResponseType = 'text' | 'number' | 'boolean' | 'date' | 'picklist' | 'multipicklist'

export interface ExtractionField {
  readonly id: string
  readonly title: string
  /** Question of the field: prompt and description, either of which can be empty. */
  readonly prompt: string
  readonly responseType: ResponseType
  readonly options: readonly string[]
  /** Maximum number of options in a value of a multipicklist. Null means no limit. */
  readonly maxValues: number | null
  /** Whether a text value can be a whole sentence. */
  readonly allowLongResponse: boolean
}

export interface TalkGiven {
  readonly segments: readonly TranscriptSegment[]
  /** Date of the conversation. Null if unknown; relative dates such as "tomorrow" aren't resolved then. */
  readonly saidOn: Date | null
}

/** Verbatim words of one segment with their location (decisions, section 3). */
export interface FieldEvidence {
  readonly quote: string
  /** Name of the speaker. Empty if the transcript doesn't name one. */
  readonly speaker: string
  /** Start of the segment in seconds. Null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
  /** Index of the segment in the transcript, from 0. */
  readonly segment: number
}

export interface ExtractedField {
  readonly id: string
  readonly value: Json
  readonly confidence: number
  readonly evidence: readonly FieldEvidence[]
}

/** Maximum lengths of text values in code points, without and with `allowLongResponse`. */
export const TEXT_MAX = 256
export const LONG_TEXT_MAX = 2_000
/** Maximum length of a quote in code points. */
export const QUOTE_MAX = 400
