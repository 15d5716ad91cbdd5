/** Server-rendered SVG charts. Axes start at zero, and the numbers are available as text. */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type AxisOptions, createAxis, drawAxis, drawTicks } from './axis.ts'
import { type BandBounds, drawBand } from './figures.ts'

/** Target of a chart. The label has its bounds in words. */
export interface TargetBand extends BandBounds {
  readonly label: Text
}

export interface Bar {
  readonly label: Html | Text
  /** Page with what the bar counts. */
  readonly path?: string | undefined
  readonly value: number
  /** Formatted value. */
  readonly shown: Text
  /** Class of the color, such as that of a speaker elsewhere on the page. Defaults to the first color of series. */
  readonly color?: string | undefined
  /** Target of the value. The label has it in words. */
  readonly band?: BandBounds | undefined
}

/**
 * Horizontal bar chart.
 * @param given `most`: value of a full-width bar, defaults to the largest value
 */
export function bars(rows: readonly Bar[], given: { caption: Text; most?: number }): Html {
  const most = given.most ?? Math.max(0, ...rows.map(({ value }) => value))
  return html`<table class="bars"><caption>${given.caption}</caption><tbody>${rows.map(
    ({ label, path, value, shown, color = 'series-1', band }) => {
      const drawn = html`<rect class="whole" width="100" height="8" rx="2"/><rect class="${color}" width="${percent(value, most)}" height="8" rx="2"/>${[band?.minimum, band?.maximum].filter((bound) => typeof bound === 'number').map((bound) => html`<line class="bound" x1="${percent(bound, most)}" x2="${percent(bound, most)}" y1="0" y2="8"/>`)}`
      return html`<tr><th scope="row"><bdi>${label}</bdi></th><td class="line"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${drawnLink(path, drawn)}</svg></td><td data-kind="number">${linked(path, shown)}</td></tr>`
    },
  )}</tbody></table>`
}

/** Link around a part of a drawing, for the mouse. The table next to it has the same link for everybody. */
const drawnLink = (path: string | undefined, drawn: Html): Html =>
  path === undefined ? drawn : html`<a href="${path}" tabindex="-1">${drawn}</a>`

export const linked = (path: string | undefined, shown: Text): Html =>
  path === undefined ? html`${shown}` : html`<a href="${path}">${shown}</a>`

export interface ChartPoint {
  readonly label: Text
  /** Label on the axis. Defaults to the label. */
  readonly short?: Text | undefined
  /** Page with what the column counts. */
  readonly path?: string | undefined
  /** Undefined if nothing was measured, which differs from zero. */
  readonly value: number | undefined
  readonly shown: Text
}

/** Maximum column width, in hundredths of the chart width. Wide columns overstate the precision of few values. */
const COLUMN_MAX = 9

/** Maximum number of columns that are all labeled. With more columns, only the first, the middle and the last one are. */
const NAMED_MAX = 3

/**
 * Column chart over time, with an axis of values and one of dates.
 * @param given `axis`: unit and scale of the values; `band`: target, drawn behind the columns
 */
export function columns(
  points: readonly ChartPoint[],
  given: { caption: Text; axis?: AxisOptions; band?: TargetBand | undefined },
): Html {
  const { band } = given
  const bounds = band === undefined ? [] : [band.minimum ?? 0, band.maximum ?? 0]
  const axis = createAxis(Math.max(0, ...points.map(({ value }) => value ?? 0), ...bounds), given.axis ?? {})
  const { most } = axis
  const width = 100 / Math.max(1, points.length)
  const drawn = points.map(({ label, path, value, shown }, index) => {
    const height = percent(value ?? 0, most) * 0.4
    const broad = Math.min(width * 0.7, COLUMN_MAX)
    return drawnLink(
      path,
      html`<rect class="series-1" x="${round((index + 0.5) * width - broad / 2)}" y="${round(40 - height)}" width="${round(broad)}" height="${round(height)}"><title>${label}: ${shown}</title></rect>`,
    )
  })
  const highest = points.reduce<ChartPoint | undefined>(
    (one, point) => ((point.value ?? 0) > (one?.value ?? 0) ? point : one),
    undefined,
  )
  return html`<figure class="columns"><figcaption><span>${given.caption}</span>${highest !== undefined && html`<span>Highest: <b>${highest.shown}</b></span>`}</figcaption>
${band !== undefined && html`<p class="band-label">${band.label}</p>`}
<div class="plot"><svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">${band !== undefined && drawBand(band, (value) => 40 - percent(value, most) * 0.4, 40)}${drawTicks(axis, 40)}${drawn}</svg>${drawAxis(axis)}${dateAxis(points, width)}</div>
<details><summary>View as table</summary><table><tbody>${points.map(({ label, path, shown }) => html`<tr><th scope="row">${label}</th><td data-kind="number">${linked(path, shown)}</td></tr>`)}</tbody></table></details>
</figure>`
}

/** Labels under the columns: all of few, or else the first, the middle and the last one. */
export function dateAxis(points: readonly Pick<ChartPoint, 'label' | 'short'>[], width: number): Html {
  const last = points.length - 1
  const shown = last < NAMED_MAX ? points.map((_, index) => index) : [0, Math.round(last / 2), last]
  return html`<svg class="dates" aria-hidden="true">${shown.map((index) => {
    const isEnd = last >= NAMED_MAX && (index === 0 || index === last)
    const anchor = !isEnd ? 'middle' : index === 0 ? 'start' : 'end'
    const x = !isEnd ? round((index + 0.5) * width) : index === 0 ? 0 : 100
    return html`<text x="${x}%" y="14" text-anchor="${anchor}">${points[index]?.short ?? points[index]?.label ?? ''}</text>`
  })}</svg>`
}

export const percent = (value: number, most: number) =>
  most <= 0 ? 0 : round(Math.min(100, (Math.max(0, value) / most) * 100))
export const round = (value: number) => Math.round(value * 100) / 100
