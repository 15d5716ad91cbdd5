/** Stages of a deal over time: segments above the lanes of its timeline, and the same as text for screen readers. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { Deal } from '../../features/deals/deal-overviews/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Height of the row of stages in CSS pixels; `deals.css` has the same. */
export const STAGE_ROW = 30
/** Height of a segment and its distance from the top. */
const SEGMENT = 20
const TOP = 5
/** Space between two segments, and space around the name of a stage, in CSS pixels. */
const GAP = 2
const PADDING = 16
/** Width of a character, of a drawing on a desktop and of one on a phone, in CSS pixels. */
const CHARACTER = 6.5
const DESKTOP_WIDTH = 560
const PHONE_WIDTH = 190

export interface StageSpan {
  readonly stage: string
  /** When the deal got this stage. Undefined for the stage before the first known change. */
  readonly from: number | undefined
}

/** Stages in the order in which the deal had them. Empty without a known change. */
export function findStageSpans(changes: Deal['changes']): readonly StageSpan[] {
  const steps = changes.filter(({ field }) => field === 'stage').toReversed()
  const [first] = steps
  if (first === undefined) return []
  return [
    ...(first.from === null ? [] : [{ stage: first.from, from: undefined }]),
    ...steps.flatMap(({ to, changed_at: at }) => (to === null ? [] : [{ stage: to, from: Date.parse(at) }])),
  ]
}

/** @param place horizontal position of a time, in percent. @param bottom end of the lanes */
export const drawStages = (spans: readonly StageSpan[], place: (time: number) => number, bottom: number): Html =>
  html`${spans.map(({ stage, from }, index) => {
    const start = from === undefined ? 0 : place(from)
    const next = spans[index + 1]?.from
    const width = Math.max(0, (next === undefined ? 100 : place(next)) - start)
    const needed = [...stage].length * CHARACTER + PADDING
    const isShown = (width / 100) * DESKTOP_WIDTH >= needed
    const isWide = (width / 100) * PHONE_WIDTH < needed
    const isCurrent = index === spans.length - 1
    return html`<svg class="stage${isCurrent && ' current'}" x="${start}%" y="${TOP}" width="${round(width)}%" height="${SEGMENT}"><rect x="${index === 0 ? 0 : GAP}" width="100%" height="${SEGMENT}" rx="4"/>${isShown && html`<text x="${PADDING / 2}" y="14"${isWide && html` class="wide"`}>${stage}</text>`}<title>${describe({ stage, from })}</title></svg>${from !== undefined && html`<line class="step" x1="${start}%" x2="${start}%" y1="${TOP + SEGMENT}" y2="${bottom}"/>`}`
  })}`

/** The stages as text, because a drawing has only one name for screen readers. */
export const listStages = (spans: readonly StageSpan[]): Html =>
  html`${spans.length > 0 && html`<ol class="unseen" aria-label="Stages of the deal">${spans.map((span) => html`<li>${describe(span)}</li>`)}</ol>`}`

function describe({ stage, from }: StageSpan): Text {
  if (from === undefined) return stage
  return t`${stage}, since ${formatDate(new Date(from), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })}`
}

const round = (value: number) => Math.round(value * 10) / 10
