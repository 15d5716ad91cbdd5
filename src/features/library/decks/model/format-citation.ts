/** Formats the sources of statements, for slides and presenter notes. */
import { clockTime } from '../../../../core/timecode.ts'
import type { Cite, DeckDocument, Remark, Slide } from './document.ts'
import { fitLine } from './fit.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const formatDay = (at: string): string => DAY.format(new Date(at))

const NAME_MAX = 60
const TITLE_MAX = 80
const QUOTE_MAX = 260
/** Maximum number of notes per slide, for readability. */
const NOTES_MAX = 24

/** Formats speaker and time: `Ann Meyer, 12:40`. Empty if both are unknown. */
export function formatSpeakerTime({ speaker, start }: Pick<Cite, 'speaker' | 'start'>): string {
  return [fitLine(speaker, NAME_MAX), start === null ? '' : clockTime(start)].filter((part) => part !== '').join(', ')
}

/** Adds the date if the deck is based on several conversations. */
export function formatCredit(cites: readonly Cite[], document: DeckDocument): string {
  const [first] = cites
  if (first === undefined) return ''
  const source = document.sources.find(({ id }) => id === first.conversation)
  const day = document.sources.length > 1 && source !== undefined ? formatDay(source.at) : ''
  return [formatSpeakerTime(first), day].filter((part) => part !== '').join(' · ')
}

/** Path of a time in a conversation in the app. */
export const momentPath = ({ conversation, start }: Pick<Cite, 'conversation' | 'start'>): string =>
  `/conversations/${conversation}${start === null ? '' : `?t=${Math.floor(start)}`}`

/** Returns all quotes of a slide in order. */
export function listCites(slide: Slide): readonly Cite[] {
  switch (slide.layout) {
    case 'bullets':
      return slide.points.flatMap(({ cites }) => cites)
    case 'quote':
      return slide.quotes.flatMap(({ cites }) => cites)
    case 'columns':
      return [slide.left, slide.right].flatMap(({ points }) => points.flatMap(({ cites }) => cites))
    case 'table':
      return slide.rows.flatMap(({ cites }) => cites)
    case 'timeline':
      return slide.events.flatMap(({ cites }) => cites)
    default:
      return []
  }
}

/** Returns the notes of a slide, one per line. */
export function formatSlideNotes(slide: Slide, document: DeckDocument): readonly Remark[] {
  const said = listCites(slide).map((one): Remark => {
    const source = document.sources.find(({ id }) => id === one.conversation)
    const where = source === undefined ? '' : ` in “${fitLine(source.title, TITLE_MAX)}”, ${formatDay(source.at)}`
    const who = formatSpeakerTime(one) || 'Said'
    return { text: `“${fitLine(one.quote, QUOTE_MAX)}” (${who}${where})`, of: [one.conversation] }
  })
  const seen = new Set<string>()
  return [...slide.notes, ...said]
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .slice(0, NOTES_MAX)
}
