import type { Pen } from './pen.ts'
import type { Truth } from './truth.ts'

export type HeadMember = 'title' | 'startedAt' | 'durationSeconds' | 'language' | 'externalId' | 'parties'

/** One published shape, and what a reader can know from it. */
export interface Sample {
  readonly id: string
  /** ID of the form that must recognize it. */
  readonly form: string
  /** Where the shape is published. */
  readonly source: string
  readonly write: (truth: Truth, pen: Pen) => unknown
  /** `names`: as in the truth. `voices`: one label per person. `none`: no speakers. */
  readonly speakers: 'names' | 'voices' | 'none'
  /** `some`: only some segments have a time. */
  readonly times: 'both' | 'start' | 'some' | 'none'
  /** Precision of times in seconds. Defaults to a millisecond. */
  readonly precision?: number
  /** Whether second 0 is the first utterance, because the form doesn't have the start of the recording. */
  readonly zeroIsFirst?: boolean
  /** Whether times are numbers in one unit, so that units can be confused. */
  readonly numeric?: boolean
  readonly people?: 2
  readonly head?: readonly HeadMember[]
  /** Whether a turn without a name belongs to the previous speaker by the convention of the form. */
  readonly namesContinue?: boolean
  /** Name of the file, if the form needs it. */
  readonly fileName?: string
}

export const json = (value: unknown): string => JSON.stringify(value, null, 1)
