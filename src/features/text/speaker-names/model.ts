/** Types of speaker names: what was said about who speaks, and the names that follow from it. */

/** How a transcript line names a speaker. */
export const CUE_KINDS = ['introduction', 'handover', 'thanks', 'address', 'mention'] as const
export type CueKind = (typeof CUE_KINDS)[number]

/** Consecutive lines of one speaker, joined. */
export interface SpeakerTurn {
  /** Name of the speaker in the transcript, such as `Speaker 1`. */
  readonly speaker: string
  readonly text: string
  /** Position of each line in the transcript, and the offset of its text in `text`. */
  readonly lines: readonly { readonly segment: number; readonly from: number }[]
}

/** One line that names a speaker. */
export interface NameCue {
  readonly kind: CueKind
  /** Name of the speaker in the transcript whom the line names. */
  readonly speaker: string
  /** Name as it was said, such as `Dana`. */
  readonly name: string
  /** Strength of the cue; a self-introduction has about 4. */
  readonly weight: number
  readonly segment: number
}

/** A name that somebody says, and who therefore probably doesn't have it: people rarely speak of themselves by name. */
export interface NameMention {
  readonly speaker: string
  readonly name: string
}

export interface SpeakerNameSuggestion {
  /** Name of the speaker in the transcript. */
  readonly speaker: string
  /** Name of a known person if one has the spoken name, otherwise the spoken name. */
  readonly name: string
  /** Whether the name is that of a known person. */
  readonly isKnown: boolean
  /** 0 to 1, measured with `npm run eval:speakers`. */
  readonly confidence: number
  /** Lines that name the speaker with the name as it was said, strongest first, at most {@link EVIDENCE_MAX}. */
  readonly evidence: readonly { readonly segment: number; readonly kind: CueKind; readonly said: string }[]
}

/** Maximum number of lines that support a suggestion. */
export const EVIDENCE_MAX = 3
