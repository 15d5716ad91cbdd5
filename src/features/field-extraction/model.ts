/** What is asked of a conversation, and what comes out. */
import type { Json } from '../../core/wire.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'

export type ResponseType = 'text' | 'number' | 'boolean' | 'date' | 'picklist' | 'multipicklist'

export interface AskedField {
  readonly id: string
  readonly title: string
  /** What is asked, in words: the prompt and the description, either of which may be empty. */
  readonly prompt: string
  readonly responseType: ResponseType
  readonly options: readonly string[]
  /** Of a multipicklist; null: as many as there are. */
  readonly maxValues: number | null
  /** A whole sentence is an answer too. */
  readonly allowLongResponse: boolean
}

export interface TalkGiven {
  readonly segments: readonly TranscriptSegment[]
  /** When it took place; null when nobody knows: then "tomorrow" names no day. */
  readonly saidOn: Date | null
}

/** Verbatim words of one segment, and where they are (decisions, section 3). */
export interface Evidence {
  readonly quote: string
  /** Empty when the source names nobody. */
  readonly speaker: string
  /** Seconds, of the whole segment; null where the source has no times. */
  readonly start: number | null
  readonly end: number | null
  /** Position in the transcript, from 0. */
  readonly segment: number
}

export interface FoundField {
  readonly id: string
  readonly value: Json
  readonly confidence: number
  readonly evidence: readonly Evidence[]
}

/** Code points of a value that is text. */
export const TEXT_MAX = 256
export const LONG_TEXT_MAX = 2_000
/** Code points of a quote. */
export const QUOTE_MAX = 400
