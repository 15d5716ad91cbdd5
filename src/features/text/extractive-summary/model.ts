/** Types of an extractive summary. Every line has evidence in the transcript. */
import { ENDS_WITH_MARK } from '../../../core/sentence-marks.ts'

/** Verbatim words of one segment, with their location. */
export interface EvidenceSpan {
  /** Index of the segment in the transcript, from 0. */
  readonly segment: number
  /** Name of the speaker. Empty if the transcript doesn't name one. */
  readonly speaker: string
  /** Start of the segment in seconds. Null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
  readonly quote: string
}

/** Line of a summary with at least one span as evidence. */
export interface SummaryLine {
  readonly text: string
  readonly spans: readonly EvidenceSpan[]
}

export interface SummaryParticipant {
  readonly name: string
  readonly email: string | null
}

export interface ActionItem extends SummaryLine {
  /** Owner of the task. Null if unknown. */
  readonly owner: SummaryParticipant | null
  /** Verbatim phrase of the due date. */
  readonly due: string | null
  /** Due date as `YYYY-MM-DD`. Null if the phrase is ambiguous or the date of the conversation is unknown. */
  readonly dueDate: string | null
}

export interface Chapter {
  readonly title: string
  readonly firstSegment: number
  readonly lastSegment: number
  readonly start: number | null
  readonly end: number | null
  readonly spans: readonly EvidenceSpan[]
}

export interface SummaryContent {
  readonly headline: SummaryLine | null
  readonly paragraphs: readonly SummaryLine[]
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
  readonly openQuestions: readonly SummaryLine[]
  readonly chapters: readonly Chapter[]
}

export const NOTHING_SAID: SummaryContent = {
  headline: null,
  paragraphs: [],
  decisions: [],
  actionItems: [],
  openQuestions: [],
  chapters: [],
}

/** Maximum number of entries of each kind in a summary. Entries with higher scores are kept. */
export const MOST = { paragraphs: 24, decisions: 15, actionItems: 25, openQuestions: 12, chapters: 24 } as const

/** Maximum lengths of a title, a headline and other lines, in code points. */
export const TITLE_MAX = 80
export const HEADLINE_MAX = 220
export const LINE_MAX = 2_000

/** Adds a full stop to a sentence without a mark at its end. */
export const endSentence = (text: string): string => (ENDS_WITH_MARK.test(text) ? text : `${text}.`)

/** Shortens a text between words and adds an ellipsis. */
export function shortened(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const blank = cut.lastIndexOf(' ')
  return `${(blank > cut.length / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/, '')}…`
}
