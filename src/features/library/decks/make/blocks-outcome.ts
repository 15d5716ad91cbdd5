/** Slides with outcomes: summary, decisions, next steps, open questions and field values. */
import { extractTerms } from '../../../../core/terms.ts'
import { isTalk, type SummaryLine } from '../../../text/extractive-summary/index.ts'
import { type DeckFigure, type DeckPoint, fitLine, formatDay, ROOM, type Slide } from '../model/index.ts'
import type { DeckConversation, DeckInput } from './material.ts'
import type { ValueRow } from './queries.ts'
import {
  type BlockSlides,
  bullets,
  citeSpans,
  columns,
  figure,
  formatDuration,
  listConversationIds,
  pageTitle,
  paginate,
  table,
  toCite,
  toPoint,
} from './slide-builders.ts'

const isOne = ({ conversations }: DeckInput) => conversations.length === 1

/** Summary on one slide, with the most important figures. */
export function buildSummarySlide(material: DeckInput): BlockSlides {
  const points = isOne(material) ? pointsOfOne(material.conversations[0]) : pointsOfMany(material)
  if (points.length === 0) return []
  return [bullets('At a glance', points, computeFigures(material))]
}

/** Maximum number of points next to the row of figures. */
const GLANCE_POINTS = 4

function pointsOfOne(talk: DeckConversation | undefined): DeckPoint[] {
  if (talk === undefined) return []
  const { headline, paragraphs } = talk.summary
  const lines: SummaryLine[] = [...(headline === null ? [] : [headline]), ...paragraphs]
  return uniquePoints(lines.map((line) => toPoint(talk, unnamed(line)))).slice(0, GLANCE_POINTS)
}

/** Removes the speaker's name from a line, because it is shown below each point. */
const unnamed = (line: SummaryLine): SummaryLine => {
  const name = `${line.spans[0]?.speaker ?? ''}: `
  return line.text.startsWith(name) ? { ...line, text: line.text.slice(name.length) } : line
}

/** Headlines of the newest conversations, in chronological order. */
const pointsOfMany = ({ conversations }: DeckInput): DeckPoint[] =>
  conversations
    .flatMap((talk) => {
      const { headline } = talk.summary
      if (headline === null) return []
      const { text, ...grounds } = toPoint(talk, headline, ROOM.point - 16)
      return [{ text: `${formatDay(talk.at)}: ${text}`, ...grounds }]
    })
    .slice(-GLANCE_POINTS)

/** Removes points that repeat another one. A headline is often a sentence of the paragraphs. */
function uniquePoints(points: readonly DeckPoint[]): DeckPoint[] {
  const kept: DeckPoint[] = []
  for (const point of points) {
    const bare = point.text.replace(/…$/, '').toLowerCase()
    const isSame = (other: DeckPoint) => {
      const known = other.text.replace(/…$/, '').toLowerCase()
      return known.includes(bare) || bare.includes(known)
    }
    if (!kept.some(isSame)) kept.push(point)
  }
  return kept
}

function computeFigures(material: DeckInput): DeckFigure[] {
  const { conversations } = material
  const of = listConversationIds(conversations)
  const seconds = conversations.reduce((sum, { duration = 0 }) => sum + duration, 0)
  const decisions = conversations.reduce((sum, { summary }) => sum + summary.decisions.length, 0)
  const steps = conversations.reduce((sum, { summary }) => sum + summary.actionItems.length, 0)
  const speakers = new Set(conversations.flatMap((talk) => talk.speakers.map(({ name }) => name.toLowerCase())))
  const countFigure = (label: string, one: string, value: number) =>
    value === 0 ? [] : [figure(value === 1 ? one : label, value, of)]
  return [
    ...(isOne(material) ? [] : [figure('conversations', conversations.length, of)]),
    ...(seconds === 0 ? [] : [figure('duration', formatDuration(seconds), of)]),
    ...countFigure('speakers', 'speaker', speakers.size),
    ...countFigure('decisions', 'decision', decisions),
    ...countFigure('next steps', 'next step', steps),
  ].slice(0, ROOM.figures)
}

/** Returns items of several conversations, newest first, because older ones are often outdated. */
function latest<T>({ conversations }: DeckInput, of: (talk: DeckConversation) => readonly T[], most: number): T[] {
  return conversations
    .toReversed()
    .flatMap((talk) => of(talk))
    .slice(0, most)
}

const PAGES_MAX = 3

/** Minimum number of meaningful terms in an item that is shown by itself. “I’ll send it” has none. */
const TERMS_MIN = 3

const isMeaningful = ({ text }: { readonly text: string }) =>
  extractTerms(text).filter((term) => !isTalk(term)).length >= TERMS_MIN

/** Returns the lines with enough meaningful terms, or all lines if there are none. */
function selectMeaningful<L extends { readonly text: string }>(lines: readonly L[]): readonly L[] {
  const good = lines.filter(isMeaningful)
  return good.length > 0 ? good : lines
}

const pointsIn = (
  material: DeckInput,
  lines: (talk: DeckConversation) => readonly SummaryLine[],
  max: number = ROOM.point,
) =>
  latest(
    material,
    (talk) => selectMeaningful(lines(talk)).map((line) => toPoint(talk, line, max)),
    PAGES_MAX * ROOM.points,
  )

const listSlides = (title: string, points: readonly DeckPoint[]): Slide[] =>
  paginate(points, ROOM.points).map((page, at) => bullets(pageTitle(title, at), page))

const listDecisions = (talk: DeckConversation) => talk.summary.decisions
const listOpenQuestions = (talk: DeckConversation) => talk.summary.openQuestions

const [DECIDED, OPEN, STEPS] = ['Decisions', 'Open questions', 'Next steps'] as const
const SETTLED = { title: 'Decisions and open questions', stands: [DECIDED, OPEN] } as const
const AHEAD = { title: 'Next steps and open questions', stands: [STEPS, OPEN] } as const

/** Returns the titles of the slides that a combined slide replaces. */
export const listReplacedTitles = (title: string): readonly string[] =>
  [SETTLED, AHEAD].find((one) => one.title === title)?.stands ?? []

export const decisions = (material: DeckInput): BlockSlides => listSlides(DECIDED, pointsIn(material, listDecisions))

export const openQuestions = (material: DeckInput): BlockSlides =>
  listSlides(OPEN, pointsIn(material, listOpenQuestions))

/** Maximum number of decisions for a combined slide. */
const FEW = 3

export function buildDecisionsSlide(material: DeckInput): BlockSlides {
  const done = pointsIn(material, listDecisions, ROOM.columnPoint)
  const open = pointsIn(material, listOpenQuestions, ROOM.columnPoint).slice(0, ROOM.columnPoints)
  const right = { heading: OPEN, points: open }
  if (open.length === 0 || done.length > FEW) return []
  if (done.length > 0) return [columns(SETTLED.title, { heading: DECIDED, points: done }, right)]
  const steps = pointsIn(material, ({ summary }) => summary.actionItems, ROOM.columnPoint)
  if (steps.length === 0 || steps.length > FEW) return []
  return [columns(AHEAD.title, { heading: STEPS, points: steps }, right)]
}

/** Maximum number of rows per page. Rows of two lines are higher. */
const STEP_ROWS = 6

export function nextSteps(material: DeckInput): BlockSlides {
  const rows = latest(
    material,
    (talk) =>
      selectMeaningful(talk.summary.actionItems).map((item) => ({
        cells: [
          fitLine(item.text, ROOM.wideCell),
          fitLine(item.owner?.name ?? 'Not assigned', ROOM.cell),
          fitLine(item.dueDate === null ? (item.due ?? '') : formatDay(item.dueDate), ROOM.cell),
        ],
        ...citeSpans(talk, item.spans),
      })),
    PAGES_MAX * STEP_ROWS,
  )
  return paginate(rows, STEP_ROWS).map((page, at) =>
    table(
      pageTitle(STEPS, at),
      [
        ['Task', 0.62],
        ['Owner', 0.2],
        ['Due', 0.18],
      ],
      page,
    ),
  )
}

const VALUE_ROWS = 7

/** Confirmed field values. For several conversations, the newest value of each field. */
export function values(material: DeckInput): BlockSlides {
  const newest = new Map<string, { talk: DeckConversation; value: ValueRow }>()
  for (const talk of material.conversations) {
    for (const value of talk.values) {
      newest.set(value.key, { talk, value })
    }
  }
  const rows = [...newest.values()].flatMap(({ talk, value }) => {
    const told = valueText(value.value)
    const cites = value.evidence.slice(0, 1).map((one) => toCite(talk.id, one))
    const [cite] = cites
    if (told === '') return []
    return [
      {
        cells: [fitLine(value.title, ROOM.cell), fitLine(told, ROOM.wideCell)],
        of: [talk.id],
        cites: cite === undefined ? [] : [cite],
      },
    ]
  })
  return paginate(rows.slice(0, 2 * VALUE_ROWS), VALUE_ROWS).map((page, at) =>
    table(
      pageTitle('Key facts', at),
      [
        ['Field', 0.26],
        ['Value', 0.74],
      ],
      page,
    ),
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 })
  return typeof value === 'string' ? value : ''
}
