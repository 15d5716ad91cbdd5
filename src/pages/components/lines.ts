/** Line chart that compares few people over time. Lines differ by color, dashes and markers, and have names. */

import type { Text } from '../../core/languages/message.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { type AxisOptions, createAxis, drawAxis, drawTicks } from './axis.ts'
import { type ChartPoint, dateAxis, linked, percent, round } from './charts.ts'
import { table } from './table.ts'

/** Maximum number of lines: more can't be distinguished without color. */
export const LINES_MAX = 4

export interface ChartLine {
  readonly name: Text
  /** One point for each period. */
  readonly points: readonly ChartPoint[]
}

/** Markers of the lines, about 8 pixels wide, around the origin: circle, square, triangle, diamond. */
const MARKERS = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  'M-3.5-3.5h7v7h-7z',
  'M0-4.5 4.5 3.5h-9z',
  'M0-5 5 0 0 5-5 0z',
] as const

/**
 * Chart with one line for each person, and a table with the same values.
 * @param given `period`: title of the column of periods
 */
export function lineChart(
  shown: readonly ChartLine[],
  given: { readonly caption: Text; readonly period: Text; readonly axis: AxisOptions },
): Html {
  const drawn = shown.slice(0, LINES_MAX)
  const values = drawn.flatMap(({ points }) => points.map(({ value }) => value ?? 0))
  const axis = createAxis(Math.max(0, ...values), given.axis)
  const periods = drawn[0]?.points ?? []
  const width = 100 / Math.max(1, periods.length)
  const toX = (index: number) => round((index + 0.5) * width)
  const toY = (value: number) => round(100 - percent(value, axis.most))
  const paths = drawn.map(({ points }, line) => renderPath(points, line, toX, toY))
  const marks = drawn.map(({ name, points }, line) =>
    points.flatMap(({ label, path, value, shown: words }, index) =>
      value === undefined
        ? []
        : [renderMark({ line, x: toX(index), y: toY(value), path, words: html`${name}, ${label}: ${words}` })],
    ),
  )
  return html`<figure class="columns lines"><figcaption><span>${given.caption}</span></figcaption>
<ul class="line-names">${drawn.map(({ name }, line) => html`<li>${renderSample(line)}<bdi>${name}</bdi></li>`)}</ul>
<div class="plot"><svg aria-hidden="true"><svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">${drawTicks(axis, 100)}${paths}</svg>${marks.flat()}</svg>${drawAxis(axis)}${dateAxis(periods, width)}</div>
<details><summary>View as table</summary>${table(
    periods.map(({ label }, index) => ({ label, index })),
    [
      { title: given.period, cell: ({ label }) => label },
      ...drawn.map(({ name, points }) => ({
        title: name,
        kind: 'number' as const,
        cell: ({ index }: { index: number }) => {
          const point = points[index]
          return point === undefined ? '–' : linked(point.path, point.shown)
        },
      })),
    ],
    { caption: given.caption },
  )}</details>
</figure>`
}

/** Marker of a value, with a title for the mouse. The table has the same link for everybody. */
function renderMark(given: { line: number; x: number; y: number; path: string | undefined; words: Html }): Html {
  const { line, x, y, path, words } = given
  const mark = html`<title>${words}</title><circle class="hit" r="9"/><path class="line-${line + 1}" d="${MARKERS[line] ?? ''}"/>`
  return html`<svg class="mark" x="${x}%" y="${y}%" overflow="visible">${path === undefined ? html`<g>${mark}</g>` : html`<a href="${path}" tabindex="-1">${mark}</a>`}</svg>`
}

/** Short line with its marker, next to the name. */
const renderSample = (line: number): Html =>
  html`<svg class="sample" viewBox="0 0 32 12"${attribute('aria-hidden', 'true')}><polyline class="line-${line + 1}" points="0,6 32,6"/><svg x="16" y="6" overflow="visible"><path class="line-${line + 1}" d="${MARKERS[line] ?? ''}"/></svg></svg>`

/** Line from point to point. Parts over periods without a value are faint, because nothing was measured there. */
function renderPath(
  points: readonly ChartPoint[],
  line: number,
  toX: (index: number) => number,
  toY: (value: number) => number,
): Html {
  const measured = points.flatMap(({ value }, index) => (value === undefined ? [] : [{ index, value }]))
  const runs: (typeof measured)[] = []
  const gaps: (typeof measured)[] = []
  for (const [at, point] of measured.entries()) {
    const before = measured[at - 1]
    if (before !== undefined && point.index - before.index === 1) runs.at(-1)?.push(point)
    else {
      if (before !== undefined) gaps.push([before, point])
      runs.push([point])
    }
  }
  const draw = (part: typeof measured, isGap: boolean) =>
    html`<polyline class="line-${line + 1}${isGap ? ' gap' : ''}" points="${part.map(({ index, value }) => `${toX(index)},${toY(value)}`).join(' ')}"/>`
  return html`${runs.filter(({ length }) => length > 1).map((run) => draw(run, false))}${gaps.map((gap) => draw(gap, true))}`
}
