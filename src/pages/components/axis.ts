/** Value axes of charts: round steps from zero, in the unit of the figure. */
import { formatNumber } from '../../core/languages/formats.ts'
import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export interface AxisOptions {
  /** Value at the top, for figures with a natural maximum. Defaults to the next round step. */
  readonly most?: number | undefined
  /** Steps of seconds are those of clocks. Whole numbers have no step below one. Defaults to any number. */
  readonly steps?: 'seconds' | 'whole' | undefined
  /** Formats a step with its unit. */
  readonly format?: ((value: number) => Text) | undefined
}

export interface Axis {
  readonly most: number
  /** Values of the lines, from zero to the top. */
  readonly ticks: readonly number[]
  readonly format: (value: number) => Text
}

/** Maximum number of intervals. A chart is about 130 pixels high. */
const INTERVALS_MAX = 4
const CLOCK_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200]

/** @param largest largest value or bound to draw */
export function createAxis(
  largest: number,
  { most, steps, format = (value) => formatNumber(value) }: AxisOptions,
): Axis {
  if (most !== undefined) return { most, ticks: [0, most / 2, most], format }
  const smallest = largest / INTERVALS_MAX
  const step =
    steps === 'seconds'
      ? (CLOCK_STEPS.find((one) => one >= smallest) ?? Math.ceil(smallest / 3_600) * 3_600)
      : Math.max(roundUp(smallest), steps === 'whole' ? 1 : 0)
  const count = Math.max(1, Math.ceil(largest / step))
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { most: ticks.at(-1) ?? step, ticks, format }
}

/** Next 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return Number((factor * power).toPrecision(12))
}

/** Lines of the steps, in a chart with 100 units of width. @param height of the chart */
export const drawTicks = ({ ticks, most }: Axis, height: number): Html =>
  html`${ticks.map((tick) => {
    const y = Math.round((1 - tick / most) * height * 100) / 100
    return html`<line x1="0" x2="100" y1="${y}" y2="${y}"/>`
  })}`

/** Labels of the steps, in a drawing of their own, because the chart is stretched. */
export const drawAxis = ({ ticks, most, format }: Axis): Html =>
  html`<svg class="axis" aria-hidden="true">${ticks.map((tick) => html`<text x="100%" y="${Math.round((1 - tick / most) * 10_000) / 100}%" dy="4" text-anchor="end">${format(tick)}</text>`)}</svg>`
