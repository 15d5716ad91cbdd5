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

const pointSchema = (max: number) => z.object({ text: words(max).describe('Text of the point.'), ...grounds })
const point = pointSchema(ROOM.point)
export type DeckPoint = z.output<typeof point>

const figure = z.object({
  label: words(ROOM.label).describe('Label of the value.'),
  value: words(ROOM.figure).describe('Formatted number, such as `47 min`.'),
  of,
})
export type DeckFigure = z.output<typeof figure>

const remark = z.object({ text: words(ROOM.remark).describe('Text of the remark.'), of })
export type Remark = z.output<typeof remark>

const every = {
  title: words(ROOM.title).describe('Title of the slide.'),
  /** Set if the title of the slide is based on these conversations. */
  of,
  notes: z.array(remark).max(20).describe('Notes for the presenter, in addition to the sources of the statements.'),
}

const column = z.object({
  heading: words(ROOM.heading).describe('Heading above the column.'),
  points: z
    .array(pointSchema(ROOM.columnPoint))
    .max(ROOM.columnPoints)
    .describe('Points of the column, from top to bottom.'),
})

export const slide = z.discriminatedUnion('layout', [
  z.object({
    layout: z.literal('title'),
    ...every,
    subtitle: words(ROOM.subtitle).describe('Second line of the cover.'),
    line: words(ROOM.subtitle).describe('Third line of the cover.'),
  }),
  z.object({
    layout: z.literal('section'),
    ...every,
    text: words(ROOM.statement).describe('Statement below the title. Can be empty.'),
  }),
  z.object({
    layout: z.literal('bullets'),
    ...every,
    points: z.array(point).max(ROOM.points).describe('Points of the slide, from top to bottom.'),
    figures: z.array(figure).max(ROOM.figures).describe('Large numbers of the slide, with their labels.'),
  }),
  z.object({
    layout: z.literal('quote'),
    ...every,
    quotes: z
      .array(
        z.object({
          text: words(ROOM.quote).describe('Words of the quote.'),
          who: words(ROOM.subtitle).describe('Name of the speaker and time of the quote.'),
          ...grounds,
        }),
      )
      .max(ROOM.quotes)
      .describe('Quotes of the slide, from top to bottom.'),
  }),
  z.object({
    layout: z.literal('columns'),
    ...every,
    left: column.describe('Left column of the slide.'),
    right: column.describe('Right column of the slide.'),
  }),
  z.object({
    layout: z.literal('chart'),
    ...every,
    kind: z
      .enum(['bar', 'column', 'line', 'doughnut'])
      .describe('Type of the chart: horizontal bars, vertical columns, line or doughnut.'),
    unit: z.enum(['%', 'minutes', 'times', 'points']).describe('Unit of the values.'),
    series: z.array(words(ROOM.label)).min(1).max(ROOM.series).describe('Names of the series.'),
    rows: z
      .array(
        z.object({
          label: words(ROOM.label).describe('Label of the category.'),
          values: z.array(z.number()).max(ROOM.series).describe('One value per series.'),
          of,
        }),
      )
      .max(40)
      .describe('Categories of the chart, with their values.'),
    figures: z.array(figure).max(ROOM.figures).describe('Large numbers of the slide, with their labels.'),
    takeaways: z.array(remark).max(2).describe('Conclusions from the chart, which are shown below it.'),
  }),
  z.object({
    layout: z.literal('table'),
    ...every,
    columns: z
      .array(
        z.object({
          name: words(ROOM.heading).describe('Heading of the column.'),
          share: z.number().min(0).max(1).describe('Relative width, 0 to 1.'),
        }),
      )
      .min(1)
      .max(ROOM.columns)
      .describe('Columns of the table, from left to right.'),
    rows: z
      .array(
        z.object({
          cells: z.array(words(ROOM.wideCell)).max(ROOM.columns).describe('One text per column.'),
          ...grounds,
        }),
      )
      .max(ROOM.rows)
      .describe('Rows of the table, from top to bottom.'),
  }),
  z.object({
    layout: z.literal('timeline'),
    ...every,
    events: z
      .array(
        z.object({
          when: words(24).describe('Date or time as text. Empty if unknown.'),
          title: words(ROOM.eventTitle).describe('Title of the event.'),
          text: words(ROOM.eventText).describe('Description of the event. Can be empty.'),
          ...grounds,
        }),
      )
      .max(ROOM.events)
      .describe('Events of the timeline, from first to last.'),
  }),
])
export type Slide = z.output<typeof slide>
export type Layout = Slide['layout']
export type SlideOf<L extends Layout> = Extract<Slide, { layout: L }>

/** Document in the format that this version of Parley reads. */
export const deckDocument = z
  .object({
    version: z.literal(1),
    slides: z.array(slide).max(ROOM.slides).describe('Slides of the deck, in the order of the presentation.'),
    sources: z
      .array(
        z.object({
          id: z.string().describe('ID of the conversation.'),
          title: z.string().describe('Title of the conversation.'),
          at: z.string().describe('When the conversation started, ISO 8601.'),
          of,
        }),
      )
      .max(OF_MAX)
      .describe('Conversations behind the deck, oldest first.'),
  })
  .meta({ id: 'DeckDocument' })
export type DeckDocument = z.output<typeof deckDocument>
