/** Builds slides and statements with their quotes. */

import type { EvidenceSpan, SummaryLine } from '../../../text/extractive-summary/index.ts'
import { needsNext, splitText } from '../../../text/sentences/index.ts'
import {
  CITED_MAX,
  type Cite,
  type DeckFigure,
  type DeckPoint,
  fitLine,
  ROOM,
  type Slide,
  type SlideOf,
} from '../model/index.ts'
import type { DeckConversation } from './material.ts'

/** Maximum number of quotes per statement. A sentence can continue over several segments. */
export const CITES_MAX = 4

export function toCite(
  conversation: string,
  span: Pick<EvidenceSpan, 'segment' | 'speaker' | 'start' | 'quote'>,
): Cite {
  const { segment, speaker, start, quote } = span
  // Quotes are verbatim, so they are only truncated, never corrected.
  return { conversation, segment, speaker, start, quote: [...quote].slice(0, CITED_MAX).join('') }
}

export function citeSpans(talk: DeckConversation, spans: readonly EvidenceSpan[]): { of: string[]; cites: Cite[] } {
  return { of: [talk.id], cites: spans.slice(0, CITES_MAX).map((span) => toCite(talk.id, span)) }
}

export const toPoint = (talk: DeckConversation, { text, spans }: SummaryLine, max: number = ROOM.point): DeckPoint => ({
  text: sentencesWithin(text, max),
  ...citeSpans(talk, spans),
})

/**
 * Returns as many complete sentences as fit, otherwise the start of the text. A sentence that the next one limits or
 * withdraws is never the last one.
 */
export function sentencesWithin(text: string, max: number): string {
  const plain = fitLine(text, Number.MAX_SAFE_INTEGER)
  if ([...plain].length <= max) return plain
  const sentences = splitText(plain).map(({ from, to }) => ({ speaker: '', text: plain.slice(from, to), to }))
  const last = sentences.findLastIndex((sentence, at) => {
    const fits = sentence.to > max / 3 && [...plain.slice(0, sentence.to)].length <= max
    return fits && !needsNext(sentence, sentences[at + 1])
  })
  return last === -1 ? fitLine(plain, max) : plain.slice(0, sentences[last]?.to)
}

/** Splits items into pages of a fixed size. Only the last page can be shorter. */
export const paginate = <T>(all: readonly T[], room: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / room) }, (_, page) => all.slice(page * room, (page + 1) * room))

/** Returns `Decisions`, and from the second page on `Decisions (2)`. */
export const pageTitle = (title: string, page: number): string => (page === 0 ? title : `${title} (${page + 1})`)

const createBareSlide = (title: string) => ({ title: fitLine(title, ROOM.title), of: [], notes: [] })

export const bullets = (title: string, points: readonly DeckPoint[], figures: readonly DeckFigure[] = []) =>
  ({
    layout: 'bullets',
    ...createBareSlide(title),
    points: [...points],
    figures: [...figures],
  }) satisfies SlideOf<'bullets'>

export const table = (
  title: string,
  columns: readonly (readonly [name: string, share: number])[],
  rows: SlideOf<'table'>['rows'],
) =>
  ({
    layout: 'table',
    ...createBareSlide(title),
    columns: columns.map(([name, share]) => ({ name, share })),
    rows: [...rows],
  }) satisfies SlideOf<'table'>

export const timeline = (title: string, events: SlideOf<'timeline'>['events']) =>
  ({ layout: 'timeline', ...createBareSlide(title), events: [...events] }) satisfies SlideOf<'timeline'>

export const quoteSlide = (title: string, quotes: SlideOf<'quote'>['quotes']) =>
  ({ layout: 'quote', ...createBareSlide(title), quotes: [...quotes] }) satisfies SlideOf<'quote'>

export const columns = (title: string, left: SlideOf<'columns'>['left'], right: SlideOf<'columns'>['right']) =>
  ({ layout: 'columns', ...createBareSlide(title), left, right }) satisfies SlideOf<'columns'>

export const section = (title: string, text: string) =>
  ({ layout: 'section', ...createBareSlide(title), text: fitLine(text, ROOM.statement) }) satisfies SlideOf<'section'>

type Chart = SlideOf<'chart'>

export const chart = (
  title: string,
  given: Pick<Chart, 'kind' | 'unit' | 'series' | 'rows'> & Partial<Pick<Chart, 'figures' | 'takeaways' | 'notes'>>,
) => ({ layout: 'chart', ...createBareSlide(title), figures: [], takeaways: [], ...given }) satisfies Chart

export const figure = (label: string, value: string | number, of: readonly string[]): DeckFigure => ({
  label: fitLine(label, ROOM.label),
  value: fitLine(String(value), ROOM.figure),
  of: [...of],
})

export const listConversationIds = (talks: readonly DeckConversation[]): string[] => talks.map(({ id }) => id)

/** Formats a duration as `47 min` or `3 h 20 min`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${minutes} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Slides of a block. Empty without material. */
export type BlockSlides = readonly Slide[]
