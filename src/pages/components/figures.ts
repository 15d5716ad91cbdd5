/** Key figures with their course over time, and ranges that compare one value with those of others. */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export interface KeyFigure {
  readonly label: Text
  readonly shown: Text
  /** Change against the period before, such as `+3`. */
  readonly change?: Text | undefined
  /** Whether the change can be distinguished from chance, in words. */
  readonly certainty?: Text | undefined
  /** Values over time, oldest first; null where nothing was measured. */
  readonly course: readonly (number | null)[]
  /** Target as a band behind the course. */
  readonly target?: BandBounds | undefined
  /** Verdict about the latest value. */
  readonly words?: Html | undefined
  /** Page with what the figure counts. */
  readonly path: string
}

/** Bounds of a target; null for one without. */
export interface BandBounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

const HEIGHT = 24

export const figureStrip = (figures: readonly KeyFigure[]): Html =>
  html`<div class="figures">${figures.map(
    ({ label, shown, change, certainty, course, path, target, words }) =>
      html`<a href="${path}"><span class="meta">${label}</span><span class="value">${shown}</span>${change !== undefined && html`<span class="change">${change}</span>`}${certainty !== undefined && html`<span class="meta">${certainty}</span>`}${sparkline(course, target)}${words !== undefined && html`<span class="meta">${words}</span>`}</a>`,
  )}</div>`

/** Line over time. The figure next to it contains the latest value, so it is hidden from screen readers. */
function sparkline(course: readonly (number | null)[], target?: BandBounds): Html {
  const values = [...course, target?.minimum ?? null, target?.maximum ?? null].filter((value) => value !== null)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const toHeight = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4)
  const points = course.flatMap((value, index) => {
    if (value === null) return []
    const x = (index / Math.max(1, course.length - 1)) * 100
    return [`${round(x)},${round(toHeight(value))}`]
  })
  return html`<svg viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${target !== undefined && drawBand(target, toHeight, HEIGHT)}${points.length > 1 && html`<polyline class="spark" points="${points.join(' ')}"/>`}</svg>`
}

/**
 * Band of a target in a chart 100 units wide, with a line at each bound. A target with one bound extends to the edge.
 * @param toHeight vertical position of a value @param height of the chart
 */
export function drawBand({ minimum, maximum }: BandBounds, toHeight: (value: number) => number, height: number): Html {
  const top = maximum === null ? 0 : Math.max(0, toHeight(maximum))
  const bottom = minimum === null ? height : toHeight(minimum)
  const line = (y: number) => html`<line class="bound" x1="0" x2="100" y1="${round(y)}" y2="${round(y)}"/>`
  return html`<rect class="band" width="100" y="${round(top)}" height="${round(Math.max(0, bottom - top))}"/>${maximum !== null && line(top)}${minimum !== null && line(bottom)}`
}

/**
 * Track with the value of a figure, and its target as a band.
 * @param value null if nothing was measured
 * @param scale largest value of the track. Defaults to a quarter more than the largest value and bound.
 */
export function targetBar(value: number | null, target: BandBounds, scale?: number): Html {
  const most = scale ?? 1.25 * Math.max(value ?? 0, target.minimum ?? 0, target.maximum ?? 0, 0.1)
  const place = (at: number) => round((Math.min(most, at) / most) * 100)
  const from = place(target.minimum ?? 0)
  const to = place(target.maximum ?? most)
  // A target of one value still needs a visible band.
  const width = Math.max(1, round(to - from))
  return html`<svg class="range" height="12" aria-hidden="true"><rect class="track" y="4" width="100%" height="4" rx="2"/><rect class="goal" x="${Math.min(from, 99)}%" width="${width}%" height="12" rx="2"/>${value !== null && html`<svg x="${place(value)}%" overflow="visible"><circle class="dot" cy="6" r="5"/></svg>`}</svg>`
}

/** Track with the middle half of a group, the value of one person, and the target if there is one. */
export function rangeBar(value: number, others: readonly number[], target?: BandBounds): Html {
  const sorted = [...others].sort((a, b) => a - b)
  const all = [value, ...sorted, ...(target === undefined ? [] : [target.minimum, target.maximum])]
  const known = all.filter((one) => one !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const place = (at: number) => round(high === low ? 50 : 5 + ((at - low) / (high - low)) * 90)
  const [first, third] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const middle =
    first !== undefined &&
    third !== undefined &&
    html`<rect class="middle" x="${place(first)}%" width="${round(place(third) - place(first))}%" y="4" height="4"/>`
  const from = target === undefined || target.minimum === null ? 0 : place(target.minimum)
  const to = target === undefined || target.maximum === null ? 100 : place(target.maximum)
  const goal =
    target !== undefined &&
    html`<rect class="goal" x="${from}%" width="${Math.max(1, round(to - from))}%" height="12" rx="2"/>`
  return html`<svg class="range" height="12" aria-hidden="true"><rect class="track" y="4" width="100%" height="4" rx="2"/>${goal}${middle}<svg x="${place(value)}%" overflow="visible"><circle class="dot" cy="6" r="5"/></svg></svg>`
}

/** Part of a whole. @param part 0 to 1 @param tone class of the color */
export const meter = (part: number, tone: string): Html =>
  html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6" rx="3"/><rect class="${tone}" width="${round(Math.min(1, Math.max(0, part)) * 100)}" height="6"/></svg>`

function quantile(sorted: readonly number[], part: number): number | undefined {
  const at = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below === undefined || above === undefined ? undefined : below + (above - below) * (at % 1)
}

const round = (value: number) => Math.round(value * 100) / 100
