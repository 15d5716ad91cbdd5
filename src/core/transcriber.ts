/** Port for transcription of recordings. Times and speakers come from the transcriber and are never estimated. */

export interface HeardWord {
  readonly text: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
}

export interface HeardSegment {
  readonly text: string
  /** Seconds from the start; null if the transcriber returns no times. */
  readonly start: number | null
  readonly end: number | null
  /** Label of the speaker from the transcriber's speaker detection; null without detection. */
  readonly speaker: string | null
}

/** Part of a recording in which one speaker talks. Turns of several speakers can overlap. */
export interface SpeakerTurn {
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  /** Number of the speaker, from 0, in the order of their first turns. */
  readonly speaker: number
}

export interface HeardTranscript {
  readonly segments: readonly HeardSegment[]
  /** All words with times, in order. Empty if only segments have times. */
  readonly words: readonly HeardWord[]
  /** Language tag (BCP 47), if known. */
  readonly language: string | null
  /** Turns of the speakers, in order, if they were detected separately. Segments have no speakers then. */
  readonly turns?: readonly SpeakerTurn[]
}

export interface Recording {
  /** Path of a file on this machine. */
  readonly path: string
  readonly contentType: string
  /** Size in bytes. */
  readonly size: number
  readonly hasVideo: boolean
  /** Duration in seconds; null if unknown. */
  readonly duration: number | null
}

/**
 * Reason for a missing transcript. `unavailable`: a retry can succeed. A retry doesn't help with the others. `refused`:
 * the transcriber rejects the file or the credentials. `too_large`: the file exceeds its limit. `wrong`: its response
 * is unusable. `form`: reading the file requires a program that isn't installed.
 */
export type TranscriberFaultKind = 'unavailable' | 'refused' | 'too_large' | 'wrong' | 'form'

export class TranscriberFault extends Error {
  override readonly name = 'TranscriberFault'
  readonly kind: TranscriberFaultKind
  /** Delay before the next attempt in milliseconds, if the transcriber requested one. */
  readonly waitMs: number | undefined
  /** @param reason for the log, in fixed words */
  constructor(kind: TranscriberFaultKind, reason: string, waitMs?: number) {
    super(`The transcription failed: ${reason}.`)
    this.kind = kind
    this.waitMs = waitMs
  }
}

export interface Transcriber {
  /** Name of the model, for records. Contains no part of its URL. */
  readonly name: string
  /**
   * @param wanted.language language of the recording, if known
   * @param wanted.words names and terms that the recording may contain, the most important first
   * @param wanted.hasSpeakers whether the caller knows the speakers, so that they needn't be detected
   * @throws TranscriberFault
   */
  transcribe(
    recording: Recording,
    wanted: { language: string | null; words?: readonly string[]; hasSpeakers?: boolean; signal: AbortSignal },
  ): Promise<HeardTranscript>
  close(): Promise<void>
}
