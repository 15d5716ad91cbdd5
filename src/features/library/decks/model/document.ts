/** Document of a deck: slides of eight layouts. Each text fits its position on the slide. */
import { z } from 'zod'

/** Maximum text lengths in code points, and maximum numbers of items per slide. */
export const ROOM = {
  slides: 40,
  title: 90,
  subtitle: 160,
  statement: 420,
  points: 6,
  point: 190,
  columnPoints: 5,
  columnPoint: 130,
  heading: 48,
  quotes: 2,
  /** A single quote, and each of two. */
  quote: 340,
  halfQuote: 220,
  rows: 8,
  columns: 4,
  /** The widest column, and the others. */
  wideCell: 120,
  cell: 48,
  events: 6,
  eventTitle: 80,
  eventText: 190,
  bars: 10,
  series: 3,
  label: 44,
  figures: 4,
  figure: 14,
  remark: 300,
} as const

/** Maximum length of a stored quote. A slide can show less of it. */
export const CITED_MAX = 600
const CITES_MAX = 6
/** Maximum number of conversations behind a statement. */
const OF_MAX = 64

const words = (max: number) => z.string().max(2 * max)

const of = z
  .array(z.string())
  .max(OF_MAX)
  .describe('IDs of the conversations that the part is based on. Erasing one of them removes the part from the deck.')

export const cite = z.object({
  conversation: z.string().describe('ID of the quoted conversation.'),
  segment: z.int().min(0).describe('Index of the segment in the transcript, from 0.'),
  speaker: z.string().describe('Name of the speaker. Empty if unknown.'),
  start: z
    .number()
    .nullable()
    .describe('Seconds from the start of the recording. Null if the transcript has no times.'),
  quote: words(CITED_MAX).describe('Verbatim text of the segment.'),
})
export type Cite = z.output<typeof cite>

const grounds = { of, cites: z.array(cite).max(CITES_MAX).describe('Quotes that support the statement.') }

const pointSchema = (max: number) => z.object({ text: words(max), ...grounds })
const point = pointSchema(ROOM.point)
export type DeckPoint = z.output<typeof point>

const figure = z.object({
  label: words(ROOM.label).describe('Label of the value.'),
  value: words(ROOM.figure).describe('Formatted number, such as `47 min`.'),
  of,
})
export type DeckFigure = z.output<typeof figure>

const remark = z.object({ text: words(ROOM.remark), of })
export type Remark = z.output<typeof remark>

const every = {
  title: words(ROOM.title),
  /** Set if the title of the slide is based on these conversations. */
  of,
  notes: z.array(remark).max(20).describe('Notes for the presenter, in addition to the sources of the statements.'),
}

const column = z.object({
  heading: words(ROOM.heading),
  points: z.array(pointSchema(ROOM.columnPoint)).max(ROOM.columnPoints),
})

export const slide = z.discriminatedUnion('layout', [
  z.object({
    layout: z.literal('title'),
    ...every,
    subtitle: words(ROOM.subtitle),
    line: words(ROOM.subtitle).describe('Third line of the cover.'),
  }),
  z.object({ layout: z.literal('section'), ...every, text: words(ROOM.statement) }),
  z.object({
    layout: z.literal('bullets'),
    ...every,
    points: z.array(point).max(ROOM.points),
    figures: z.array(figure).max(ROOM.figures),
  }),
  z.object({
    layout: z.literal('quote'),
    ...every,
    quotes: z
      .array(
        z.object({
          text: words(ROOM.quote),
          who: words(ROOM.subtitle).describe('Name of the speaker and time of the quote.'),
          ...grounds,
        }),
      )
      .max(ROOM.quotes),
  }),
  z.object({ layout: z.literal('columns'), ...every, left: column, right: column }),
  z.object({
    layout: z.literal('chart'),
    ...every,
    kind: z.enum(['bar', 'column', 'line', 'doughnut']),
    unit: z.enum(['%', 'minutes', 'times', 'points']).describe('Unit of the values.'),
    series: z.array(words(ROOM.label)).min(1).max(ROOM.series).describe('Names of the series.'),
    rows: z
      .array(
        z.object({
          label: words(ROOM.label),
          values: z.array(z.number()).max(ROOM.series).describe('One value per series.'),
          of,
        }),
      )
      .max(40),
    figures: z.array(figure).max(ROOM.figures),
    takeaways: z.array(remark).max(2),
  }),
  z.object({
    layout: z.literal('table'),
    ...every,
    columns: z
      .array(
        z.object({ name: words(ROOM.heading), share: z.number().min(0).max(1).describe('Relative width, 0 to 1.') }),
      )
      .min(1)
      .max(ROOM.columns),
    rows: z
      .array(
        z.object({
          cells: z.array(words(ROOM.wideCell)).max(ROOM.columns).describe('One text per column.'),
          ...grounds,
        }),
      )
      .max(ROOM.rows),
  }),
  z.object({
    layout: z.literal('timeline'),
    ...every,
    events: z
      .array(
        z.object({
          when: words(24).describe('Date or time as text. Empty if unknown.'),
          title: words(ROOM.eventTitle),
          text: words(ROOM.eventText),
          ...grounds,
        }),
      )
      .max(ROOM.events),
  }),
])
export type Slide = z.output<typeof slide>
export type Layout = Slide['layout']
export type SlideOf<L extends Layout> = Extract<Slide, { layout: L }>

/** Document in the format that this version of Parley reads. */
export const deckDocument = z
  .object({
    version: z.literal(1),
    slides: z.array(slide).max(ROOM.slides),
    sources: z
      .array(z.object({ id: z.string(), title: z.string(), at: z.string().describe('Start of the conversation.'), of }))
      .max(OF_MAX)
      .describe('Conversations behind the deck, oldest first.'),
  })
  .meta({ id: 'DeckDocument' })
export type DeckDocument = z.output<typeof deckDocument>
