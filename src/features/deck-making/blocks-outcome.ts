/** What came of the conversations: the gist, decisions, next steps, open questions, values of fields. */
import { termsOf } from '../../core/terms.ts'
import { dayOf, type Figure, fitted, type Point, ROOM, type Slide } from '../deck-slides/index.ts'
import { isTalk, type SummaryLine } from '../gist/index.ts'
import type { FoundValue, Material, Talk } from './material.ts'
import {
  bullets,
  citeOf,
  columns,
  figure,
  groundsOf,
  idsOf,
  lasting,
  type Made,
  pagesOf,
  pageTitle,
  pointOf,
  table,
} from './pieces.ts'

const isOne = ({ talks }: Material) => talks.length === 1

/** What it comes to on one slide, with the figures that everybody asks for first. */
export function glance(material: Material): Made {
  const points = isOne(material) ? pointsOfOne(material.talks[0]) : pointsOfMany(material)
  if (points.length === 0) return []
  return [bullets('At a glance', points, figuresOf(material))]
}

/** Beside the strip of figures there is room for fewer points. */
const GLANCE_POINTS = 4

function pointsOfOne(talk: Talk | undefined): Point[] {
  if (talk === undefined) return []
  const { headline, paragraphs } = talk.summary
  const lines: SummaryLine[] = [...(headline === null ? [] : [headline]), ...paragraphs]
  return unlike(lines.map((line) => pointOf(talk, unnamed(line)))).slice(0, GLANCE_POINTS)
}

/** Who says it stands below each point. */
const unnamed = (line: SummaryLine): SummaryLine => {
  const name = `${line.spans[0]?.speaker ?? ''}: `
  return line.text.startsWith(name) ? { ...line, text: line.text.slice(name.length) } : line
}

/** The newest ones, told in their order. */
const pointsOfMany = ({ talks }: Material): Point[] =>
  talks
    .flatMap((talk) => {
      const { headline } = talk.summary
      if (headline === null) return []
      const { text, ...grounds } = pointOf(talk, headline, ROOM.point - 16)
      return [{ text: `${dayOf(talk.at)}: ${text}`, ...grounds }]
    })
    .slice(-GLANCE_POINTS)

/** A headline is often a sentence of what comes after it. */
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
    ...(seconds === 0 ? [] : [figure('of talk', lasting(seconds), of)]),
    ...counted('people spoke', 'person spoke', speakers.size),
    ...counted('decisions', 'decision', decisions),
    ...counted('next steps', 'next step', steps),
  ].slice(0, ROOM.figures)
}

/** Of several conversations the newest come first: what is older has often been settled since. */
function latest<T>({ talks }: Material, of: (talk: Talk) => readonly T[], most: number): T[] {
  return talks
    .toReversed()
    .flatMap((talk) => of(talk))
    .slice(0, most)
}

const PAGES_MAX = 3

/** Things that are told by themselves need so many words of their own: “I'll send it” tells nothing. */
const TERMS_MIN = 3

const tellsEnough = ({ text }: { readonly text: string }) =>
  termsOf(text).filter((term) => !isTalk(term)).length >= TERMS_MIN

/** Those that tell enough; all of them where none does. */
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

const [DECIDED, OPEN, STEPS] = ['What was decided', 'Still open', 'Next steps'] as const
const SETTLED = { title: 'Decided, and still open', stands: [DECIDED, OPEN] } as const
const AHEAD = { title: 'Next steps, and still open', stands: [STEPS, OPEN] } as const

/** The titles of slides that one of this title stands for. */
export const standsFor = (title: string): readonly string[] =>
  [SETTLED, AHEAD].find((one) => one.title === title)?.stands ?? []

export const decisions = (material: Material): Made => listSlides(DECIDED, pointsIn(material, decided))

export const openQuestions = (material: Material): Made => listSlides(OPEN, pointsIn(material, left))

/** On one slide together, where little was decided. */
const FEW = 3

export function settled(material: Material): Made {
  const done = pointsIn(material, decided, ROOM.columnPoint)
  const open = pointsIn(material, left, ROOM.columnPoint).slice(0, ROOM.columnPoints)
  const right = { heading: 'Still open', points: open }
  if (open.length === 0 || done.length > FEW) return []
  if (done.length > 0) return [columns(SETTLED.title, { heading: 'Decided', points: done }, right)]
  const steps = pointsIn(material, ({ summary }) => summary.actionItems, ROOM.columnPoint)
  if (steps.length === 0 || steps.length > FEW) return []
  return [columns(AHEAD.title, { heading: 'Next steps', points: steps }, right)]
}

/** Rows of two lines are higher. */
const STEP_ROWS = 6

export function nextSteps(material: Material): Made {
  const rows = latest(
    material,
    (talk) =>
      telling(talk.summary.actionItems).map((item) => ({
        cells: [
          fitted(item.text, ROOM.wideCell),
          fitted(item.owner?.name ?? 'Not named', ROOM.cell),
          fitted(item.dueDate === null ? (item.due ?? '') : dayOf(item.dueDate), ROOM.cell),
        ],
        ...groundsOf(talk, item.spans),
      })),
    PAGES_MAX * STEP_ROWS,
  )
  return pagesOf(rows, STEP_ROWS).map((page, at) =>
    table(
      pageTitle(STEPS, at),
      [
        ['What', 0.62],
        ['Who', 0.2],
        ['When', 0.18],
      ],
      page,
    ),
  )
}

const VALUE_ROWS = 7

/** What fields found; of several conversations the newest value of each, and what people confirmed before the rest. */
export function values(material: Material): Made {
  const newest = new Map<string, { talk: Talk; value: FoundValue }>()
  for (const talk of material.talks) {
    for (const value of talk.values) {
      const known = newest.get(value.key)
      if (known === undefined || value.isConfirmed || !known.value.isConfirmed) newest.set(value.key, { talk, value })
    }
  }
  const rows = [...newest.values()]
    .toSorted((a, b) => Number(b.value.isConfirmed) - Number(a.value.isConfirmed))
    .flatMap(({ talk, value }) => {
      const told = valueText(value.value)
      const cites = value.evidence.slice(0, 1).map((one) => citeOf(talk.id, one))
      const [cite] = cites
      if (told === '') return []
      return [
        {
          cells: [
            fitted(value.title, ROOM.cell),
            fitted(told, ROOM.wideCell),
            value.isConfirmed ? 'Confirmed' : 'Proposed',
          ],
          of: [talk.id],
          cites: cite === undefined ? [] : [cite],
        },
      ]
    })
  return pagesOf(rows.slice(0, 2 * VALUE_ROWS), VALUE_ROWS).map((page, at) =>
    table(
      pageTitle('What we know', at),
      [
        ['Field', 0.26],
        ['Value', 0.58],
        ['State', 0.16],
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
