/** What writes down what is said in a recording. Times and speakers are what it heard, never made up. */

export interface HeardWord {
  readonly text: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
}

export interface HeardSegment {
  readonly text: string
  /** Null when whatever heard it tells no times. */
  readonly start: number | null
  readonly end: number | null
  /** What the speaker is called by whoever told speakers apart; null when nobody did. */
  readonly speaker: string | null
}

export interface Heard {
  readonly segments: readonly HeardSegment[]
  /** Every word with its time, in order; empty when only segments have one. */
  readonly words: readonly HeardWord[]
  /** A language tag (BCP 47), when it is known. */
  readonly language: string | null
}

export interface Recording {
  /** Of a file on this machine. */
  readonly path: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly hasVideo: boolean
  /** In seconds, when it is known. */
  readonly duration: number | null
}

/**
 * Why there is no transcript. `unavailable`: it may go better later. Of the others another try would not help:
 * `refused`: the transcriber does not take this, or not from us. `too_large`: more than it takes at once. `wrong`: its
 * answer is none that could be used. `form`: it takes a program that is not on this machine to read the file.
 */
export type TranscriberFaultKind = 'unavailable' | 'refused' | 'too_large' | 'wrong' | 'form'

export class TranscriberFault extends Error {
  override readonly name = 'TranscriberFault'
  readonly kind: TranscriberFaultKind
  /** Before it is asked again, when it told. */
  readonly waitMs: number | undefined
  /** @param reason for the log, in our own words */
  constructor(kind: TranscriberFaultKind, reason: string, waitMs?: number) {
    super(`The transcriber gave nothing of use: ${reason}.`)
    this.kind = kind
    this.waitMs = waitMs
  }
}

export interface Transcriber {
  /** Which it is, for the record: names the model, nothing of its address. */
  readonly name: string
  /** @param wanted.language of what is said, when it is known @throws TranscriberFault */
  transcribe(recording: Recording, wanted: { language: string | null; signal: AbortSignal }): Promise<Heard>
  close(): Promise<void>
}
