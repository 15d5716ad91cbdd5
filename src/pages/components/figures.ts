/** Key figures with their course over time, and ranges that compare one value with those of others. */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export interface KeyFigure {
  readonly label: Text
  readonly shown: Text
  /** Change against the period before, such as `+3`. */
  readonly change?: Text | undefined
  /** Values over time, oldest first; null where nothing was measured. */
  readonly course: readonly (number | null)[]
  /** Page with what the figure counts. */
  readonly path: string
}

const HEIGHT = 24

export const figureStrip = (figures: readonly KeyFigure[]): Html =>
  html`<div class="figures">${figures.map(
    ({ label, shown, change, course, path }) =>
      html`<a href="${path}"><span class="meta">${label}</span><span class="value">${shown}</span>${change !== undefined && html`<span class="change">${change}</span>`}${sparkline(course)}</a>`,
  )}</div>`

/** Line over time. The figure next to it contains the latest value, so it is hidden from screen readers. */
function sparkline(course: readonly (number | null)[]): Html {
  const values = course.filter((value) => value !== null)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = course.flatMap((value, index) => {
    if (value === null) return []
    const x = (index / Math.max(1, course.length - 1)) * 100
    const y = high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4)
    return [`${round(x)},${round(y)}`]
  })
  return html`<svg viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${points.length > 1 && html`<polyline class="spark" points="${points.join(' ')}"/>`}</svg>`
}

/** Track with the middle half of a group and the value of one person. */
export function rangeBar(value: number, others: readonly number[]): Html {
  const sorted = [...others].sort((a, b) => a - b)
  const [low, high] = [Math.min(value, sorted[0] ?? value), Math.max(value, sorted.at(-1) ?? value)]
  const place = (at: number) => round(high === low ? 50 : 5 + ((at - low) / (high - low)) * 90)
  const [first, third] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const middle =
    first !== undefined &&
    third !== undefined &&
    html`<rect class="middle" x="${place(first)}%" width="${round(place(third) - place(first))}%" y="4" height="4"/>`
  return html`<svg class="range" height="12" aria-hidden="true"><rect class="track" y="4" width="100%" height="4" rx="2"/>${middle}<svg x="${place(value)}%" overflow="visible"><circle class="dot" cy="6" r="5"/></svg></svg>`
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
