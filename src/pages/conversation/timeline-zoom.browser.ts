/**
 * Zoom of the timeline: buttons, Ctrl with the wheel, and keys. The lanes become wider, and a part of them is visible. The
 * visible part follows the position, unless the user has moved it away.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

/** Event after the visible part of the timeline changed. */
export const ZOOMED = 'parley:zoomed'

const STEP = 2
/** Shortest visible part in seconds. */
const SPAN_MIN = 20
/** Part of the visible time before the position after it has left the visible part. */
const LEAD = 0.1
/** Steps of the time axis, in seconds, and the maximum number of its labels. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600]
const LABELS_MAX = 9
const SVG = 'http://www.w3.org/2000/svg'

const player = document.querySelector<HTMLElement>('#player')
const seek = document.querySelector<HTMLInputElement>('#seek')
/** Visible part in seconds. The whole call if `zoom` is 1. */
let [from, zoom] = [0, 1]

const findDuration = () => Number(document.querySelector<HTMLElement>('#timeline')?.dataset.duration ?? 0)
const findSpan = () => findDuration() / zoom

/** Position in the visible part, 0 to 1. Less or more outside of it. */
export function toVisiblePart(second: number): number {
  const span = findSpan()
  return span === 0 ? 0 : (second - from) / span
}

/** Shows more or less of the call. @param second time that keeps its place */
export function zoomTimeline(factor: number, second: number): void {
  const whole = findDuration()
  const most = Math.max(1, whole / SPAN_MIN)
  const part = Math.min(1, Math.max(0, toVisiblePart(second)))
  zoom = Math.min(most, Math.max(1, zoom * factor))
  moveTo(second - part * findSpan())
}

/** Moves the visible part, so that it stays inside the call. */
function moveTo(start: number): void {
  from = Math.min(Math.max(0, findDuration() - findSpan()), Math.max(0, start))
  apply()
}

/** Follows a position that leaves the visible part. @param before earlier position */
export function followPosition(second: number, before: number): void {
  if (zoom === 1) return
  const isVisible = (at: number) => toVisiblePart(at) >= 0 && toVisiblePart(at) <= 1
  if (!isVisible(second) && isVisible(before)) moveTo(second - LEAD * findSpan())
}

function apply(): void {
  if (player === null) return
  const whole = findDuration()
  const isZoomed = zoom > 1
  player.classList.toggle('call-zoomed', isZoomed)
  player.style.setProperty('--zoom', String(zoom))
  player.style.setProperty('--zoom-from', String(whole === 0 ? 0 : from / whole))
  if (seek !== null) {
    seek.min = String(from)
    seek.max = String(isZoomed ? from + findSpan() : Math.ceil(whole))
  }
  for (const [name, isDisabled] of [
    ['zoom-out', !isZoomed],
    ['zoom-in', findSpan() <= SPAN_MIN],
  ] as const) {
    const button = player.querySelector<HTMLButtonElement>(`[data-player=${name}]`)
    if (button !== null) button.disabled = isDisabled
  }
  renderAxis(whole)
  document.dispatchEvent(new CustomEvent(ZOOMED))
}

/** Labels of the visible part. */
function renderAxis(whole: number): void {
  const axis = player?.querySelector('.talk-axis')
  if (axis === null || axis === undefined) return
  const span = findSpan()
  const step = STEPS.find((one) => span / one <= LABELS_MAX) ?? Math.ceil(span / LABELS_MAX)
  const labels: SVGTextElement[] = []
  for (let at = Math.ceil(from / step) * step; at < Math.min(whole, from + span) - step * 0.2; at += step) {
    const label = document.createElementNS(SVG, 'text')
    label.setAttribute('x', `${toVisiblePart(at) * 100}%`)
    label.setAttribute('y', '11')
    if (at > from) label.setAttribute('text-anchor', 'middle')
    label.textContent = formatClock(at)
    labels.push(label)
  }
  axis.replaceChildren(...labels)
}

/** Time as on the timeline: `9:04`, `1:02:05`. */
export function formatClock(at: number): string {
  const whole = Math.floor(at)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}

player?.addEventListener(
  'wheel',
  (event) => {
    if (seek === null || !(event.target instanceof Element) || event.target.closest('.call-timeline, #seek') === null)
      return
    const { left, width } = seek.getBoundingClientRect()
    if (event.ctrlKey) {
      event.preventDefault()
      const at = from + ((event.clientX - left) / width) * findSpan()
      zoomTimeline(event.deltaY < 0 ? STEP : 1 / STEP, at)
    } else if (zoom > 1 && (event.deltaX !== 0 || event.shiftKey)) {
      event.preventDefault()
      moveTo(from + ((event.deltaX === 0 ? event.deltaY : event.deltaX) / width) * findSpan())
    }
  },
  { passive: false },
)
document.addEventListener(UPDATED, () => {
  if (zoom > 1) apply()
})
