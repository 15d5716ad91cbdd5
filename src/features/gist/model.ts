/** What a summary is. Everything in it stands on words that were said. */

/** Words of one segment, verbatim, and where they are. */
export interface Span {
  /** Position of the segment in the transcript, from 0. */
  readonly segment: number
  /** Empty when the source names nobody. */
  readonly speaker: string
  /** Seconds from the start of the recording, of the whole segment; null where the source has no times. */
  readonly start: number | null
  readonly end: number | null
  readonly quote: string
}

/** Something the summary says, and what it stands on: one span at least. */
export interface SummaryLine {
  readonly text: string
  readonly spans: readonly Span[]
}

export interface Person {
  readonly name: string
  readonly email: string | null
}

export interface ActionItem extends SummaryLine {
  /** Null when nobody said whose it is. */
  readonly owner: Person | null
  /** When it is due, in the words that were said. */
  readonly due: string | null
  /** The day these words name, `YYYY-MM-DD`; null when they name none, or when nobody knows which day they were said on. */
  readonly dueDate: string | null
}

export interface Chapter {
  readonly title: string
  readonly firstSegment: number
  readonly lastSegment: number
  readonly start: number | null
  readonly end: number | null
  readonly spans: readonly Span[]
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

/** The most of each kind that a summary holds; what weighs more stays. */
export const MOST = { paragraphs: 24, decisions: 15, actionItems: 25, openQuestions: 12, chapters: 24 } as const

/** Code points of a title, a headline, and any other line. */
export const TITLE_MAX = 80
export const HEADLINE_MAX = 160
export const LINE_MAX = 2_000

/** Cut between words, with a sign that there is more. */
export function shortened(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const blank = cut.lastIndexOf(' ')
  return `${(blank > cut.length / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/, '')}…`
}
