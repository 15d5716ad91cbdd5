/** Slides with outcomes: summary, decisions, next steps, open questions and field values. */
import { termsOf } from '../../../../core/terms.ts'
import { isTalk, type SummaryLine } from '../../../text/extractive-summary/index.ts'
import { dayOf, type Figure, fitted, type Point, ROOM, type Slide } from '../model/index.ts'
import type { Material, Talk } from './material.ts'
import type { ValueRow } from './queries.ts'
import {
  bullets,
  citeOf,
  citeSpans,
  columns,
  figure,
  idsOf,
  lasting,
  type Made,
  pagesOf,
  pageTitle,
  pointOf,
  table,
} from './slide-builders.ts'

const isOne = ({ talks }: Material) => talks.length === 1

/** Summary on one slide, with the most important figures. */
export function glance(material: Material): Made {
  const points = isOne(material) ? pointsOfOne(material.talks[0]) : pointsOfMany(material)
  if (points.length === 0) return []
  return [bullets('At a glance', points, figuresOf(material))]
}

/** Maximum number of points next to the row of figures. */
const GLANCE_POINTS = 4

function pointsOfOne(talk: Talk | undefined): Point[] {
  if (talk === undefined) return []
  const { headline, paragraphs } = talk.summary
  const lines: SummaryLine[] = [...(headline === null ? [] : [headline]), ...paragraphs]
  return unlike(lines.map((line) => pointOf(talk, unnamed(line)))).slice(0, GLANCE_POINTS)
}

/** Removes the speaker's name from a line, because it is shown below each point. */
const unnamed = (line: SummaryLine): SummaryLine => {
  const name = `${line.spans[0]?.speaker ?? ''}: `
  return line.text.startsWith(name) ? { ...line, text: line.text.slice(name.length) } : line
}

/** Headlines of the newest conversations, in chronological order. */
const pointsOfMany = ({ talks }: Material): Point[] =>
  talks
    .flatMap((talk) => {
      const { headline } = talk.summary
      if (headline === null) return []
      const { text, ...grounds } = pointOf(talk, headline, ROOM.point - 16)
      return [{ text: `${dayOf(talk.at)}: ${text}`, ...grounds }]
    })
    .slice(-GLANCE_POINTS)

/** Removes points that repeat another one. A headline is often a sentence of the paragraphs. */
function unlike(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const bare = point.text.replace(/…$/, '').toLowerCase()
    const isSame = (other: Point) => {
      const known = other.text.replace(/…$/, '').toLowerCase()
      return known.includes(bare) || bare.includes(known)
    }
    if (!kept.some(isSame)) kept.push(point)
  }
  return kept
}

function figuresOf(material: Material): Figure[] {
  const { talks } = material
  const of = idsOf(talks)
  const seconds = talks.reduce((sum, { duration = 0 }) => sum + duration, 0)
  const decisions = talks.reduce((sum, { summary }) => sum + summary.decisions.length, 0)
  const steps = talks.reduce((sum, { summary }) => sum + summary.actionItems.length, 0)
  const speakers = new Set(talks.flatMap((talk) => talk.speakers.map(({ name }) => name.toLowerCase())))
  const counted = (label: string, one: string, value: number) =>
    value === 0 ? [] : [figure(value === 1 ? one : label, value, of)]
  return [
    ...(isOne(material) ? [] : [figure('conversations', talks.length, of)]),
    ...(seconds === 0 ? [] : [figure('duration', lasting(seconds), of)]),
    ...counted('speakers', 'speaker', speakers.size),
    ...counted('decisions', 'decision', decisions),
    ...counted('next steps', 'next step', steps),
  ].slice(0, ROOM.figures)
}

/** Returns items of several conversations, newest first, because older ones are often outdated. */
function latest<T>({ talks }: Material, of: (talk: Talk) => readonly T[], most: number): T[] {
  return talks
    .toReversed()
    .flatMap((talk) => of(talk))
    .slice(0, most)
}

const PAGES_MAX = 3

/** Minimum number of meaningful terms in an item that is shown by itself. “I’ll send it” has none. */
const TERMS_MIN = 3

const tellsEnough = ({ text }: { readonly text: string }) =>
  termsOf(text).filter((term) => !isTalk(term)).length >= TERMS_MIN

/** Returns the lines with enough meaningful terms, or all lines if there are none. */
function telling<L extends { readonly text: string }>(lines: readonly L[]): readonly L[] {
  const good = lines.filter(tellsEnough)
  return good.length > 0 ? good : lines
}

const pointsIn = (material: Material, lines: (talk: Talk) => readonly SummaryLine[], max: number = ROOM.point) =>
  latest(material, (talk) => telling(lines(talk)).map((line) => pointOf(talk, line, max)), PAGES_MAX * ROOM.points)

const listSlides = (title: string, points: readonly Point[]): Slide[] =>
  pagesOf(points, ROOM.points).map((page, at) => bullets(pageTitle(title, at), page))

const decided = (talk: Talk) => talk.summary.decisions
const left = (talk: Talk) => talk.summary.openQuestions

const [DECIDED, OPEN, STEPS] = ['Decisions', 'Open questions', 'Next steps'] as const
const SETTLED = { title: 'Decisions and open questions', stands: [DECIDED, OPEN] } as const
const AHEAD = { title: 'Next steps and open questions', stands: [STEPS, OPEN] } as const

/** Returns the titles of the slides that a combined slide replaces. */
export const standsFor = (title: string): readonly string[] =>
  [SETTLED, AHEAD].find((one) => one.title === title)?.stands ?? []

export const decisions = (material: Material): Made => listSlides(DECIDED, pointsIn(material, decided))

export const openQuestions = (material: Material): Made => listSlides(OPEN, pointsIn(material, left))

/** Maximum number of decisions for a combined slide. */
const FEW = 3

export function settled(material: Material): Made {
  const done = pointsIn(material, decided, ROOM.columnPoint)
  const open = pointsIn(material, left, ROOM.columnPoint).slice(0, ROOM.columnPoints)
  const right = { heading: OPEN, points: open }
  if (open.length === 0 || done.length > FEW) return []
  if (done.length > 0) return [columns(SETTLED.title, { heading: DECIDED, points: done }, right)]
  const steps = pointsIn(material, ({ summary }) => summary.actionItems, ROOM.columnPoint)
  if (steps.length === 0 || steps.length > FEW) return []
  return [columns(AHEAD.title, { heading: STEPS, points: steps }, right)]
}

/** Maximum number of rows per page. Rows of two lines are higher. */
const STEP_ROWS = 6

export function nextSteps(material: Material): Made {
  const rows = latest(
    material,
    (talk) =>
      telling(talk.summary.actionItems).map((item) => ({
        cells: [
          fitted(item.text, ROOM.wideCell),
          fitted(item.owner?.name ?? 'Not assigned', ROOM.cell),
          fitted(item.dueDate === null ? (item.due ?? '') : dayOf(item.dueDate), ROOM.cell),
        ],
        ...citeSpans(talk, item.spans),
      })),
    PAGES_MAX * STEP_ROWS,
  )
  return pagesOf(rows, STEP_ROWS).map((page, at) =>
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
export function values(material: Material): Made {
  const newest = new Map<string, { talk: Talk; value: ValueRow }>()
  for (const talk of material.talks) {
    for (const value of talk.values) {
      newest.set(value.key, { talk, value })
    }
  }
  const rows = [...newest.values()].flatMap(({ talk, value }) => {
    const told = valueText(value.value)
    const cites = value.evidence.slice(0, 1).map((one) => citeOf(talk.id, one))
    const [cite] = cites
    if (told === '') return []
    return [
      {
        cells: [fitted(value.title, ROOM.cell), fitted(told, ROOM.wideCell)],
        of: [talk.id],
        cites: cite === undefined ? [] : [cite],
      },
    ]
  })
  return pagesOf(rows.slice(0, 2 * VALUE_ROWS), VALUE_ROWS).map((page, at) =>
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
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(value)
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 })
  return typeof value === 'string' ? value : ''
}
