/** A deck as a document: slides of eight layouts, each text short enough for its place on the slide. */
import { z } from 'zod'

/** Code points of texts, and how many of a thing a slide has room for. */
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
  /** One that stands alone, and each of two. */
  quote: 340,
  halfQuote: 220,
  rows: 8,
  columns: 4,
  /** Of the column that says most, and of the others. */
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

/** Of all that is quoted, whatever of it a slide has room for. */
export const CITED_MAX = 600
const CITES_MAX = 6
/** Conversations that one statement may stand on. */
const OF_MAX = 64

const words = (max: number) => z.string().max(2 * max)

const of = z
  .array(z.string())
  .max(OF_MAX)
  .describe('The conversations it tells of. Erasing one of them takes it out of the deck.')

export const cite = z.object({
  conversation: z.string(),
  segment: z.int().min(0).describe('Position in the transcript, from 0.'),
  speaker: z.string().describe('Empty when the transcript names nobody.'),
  start: z.number().nullable().describe('Seconds from the start of the recording; null when it has no times.'),
  quote: words(CITED_MAX).describe('Verbatim.'),
})
export type Cite = z.output<typeof cite>

const grounds = { of, cites: z.array(cite).max(CITES_MAX) }

const pointOf = (max: number) => z.object({ text: words(max), ...grounds })
const point = pointOf(ROOM.point)
export type Point = z.output<typeof point>

const figure = z.object({ label: words(ROOM.label), value: words(ROOM.figure), of })
export type Figure = z.output<typeof figure>

const remark = z.object({ text: words(ROOM.remark), of })
export type Remark = z.output<typeof remark>

const every = {
  title: words(ROOM.title),
  /** Set where the slide as a whole tells of them: its title does. */
  of,
  notes: z.array(remark).max(20).describe('For who presents, beside where each statement comes from.'),
}

const column = z.object({
  heading: words(ROOM.heading),
  points: z.array(pointOf(ROOM.columnPoint)).max(ROOM.columnPoints),
})

export const slide = z.discriminatedUnion('layout', [
  z.object({ layout: z.literal('title'), ...every, subtitle: words(ROOM.subtitle), line: words(ROOM.subtitle) }),
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
    quotes: z.array(z.object({ text: words(ROOM.quote), who: words(ROOM.subtitle), ...grounds })).max(ROOM.quotes),
  }),
  z.object({ layout: z.literal('columns'), ...every, left: column, right: column }),
  z.object({
    layout: z.literal('chart'),
    ...every,
    kind: z.enum(['bar', 'column', 'line', 'doughnut']),
    unit: z.enum(['%', 'minutes', 'times', 'points']),
    series: z.array(words(ROOM.label)).min(1).max(ROOM.series),
    rows: z.array(z.object({ label: words(ROOM.label), values: z.array(z.number()).max(ROOM.series), of })).max(40),
    figures: z.array(figure).max(ROOM.figures),
    takeaways: z.array(remark).max(2),
  }),
  z.object({
    layout: z.literal('table'),
    ...every,
    columns: z
      .array(z.object({ name: words(ROOM.heading), share: z.number().min(0).max(1) }))
      .min(1)
      .max(ROOM.columns),
    rows: z.array(z.object({ cells: z.array(words(ROOM.wideCell)).max(ROOM.columns), ...grounds })).max(ROOM.rows),
  }),
  z.object({
    layout: z.literal('timeline'),
    ...every,
    events: z
      .array(z.object({ when: words(24), title: words(ROOM.eventTitle), text: words(ROOM.eventText), ...grounds }))
      .max(ROOM.events),
  }),
])
export type Slide = z.output<typeof slide>
export type Layout = Slide['layout']
export type SlideOf<L extends Layout> = Extract<Slide, { layout: L }>

/** Of a form that is read by this version of the program. */
export const deckDocument = z
  .object({
    version: z.literal(1),
    slides: z.array(slide).max(ROOM.slides),
    sources: z
      .array(z.object({ id: z.string(), title: z.string(), at: z.string(), of }))
      .max(OF_MAX)
      .describe('The conversations, oldest first.'),
  })
  .meta({ id: 'DeckDocument' })
export type DeckDocument = z.output<typeof deckDocument>
