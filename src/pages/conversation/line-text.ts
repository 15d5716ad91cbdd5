/** Text of one transcript line, with search results marked and tracker matches underlined. */
import { type Html, html } from '../../inbound/web/html.ts'
import type { HighlightRange } from '../components/marks.ts'

/** Match of a tracker: UTF-16 offsets, exclusive end. */
export interface Underline {
  readonly from: number
  readonly to: number
  /** Class of the tracker's color. */
  readonly color: string
  readonly title: string
}

/**
 * @param highlights search results in code points, sorted by start
 * @param underlines tracker matches; a match that overlaps an earlier one is ignored
 */
export function renderLineText(
  text: string,
  highlights: readonly HighlightRange[],
  underlines: readonly Underline[],
): Html {
  if (highlights.length + underlines.length === 0) return html`${text}`
  const marks = toUnits(text, highlights).filter(({ to }) => to <= text.length)
  const lines = withoutOverlaps(underlines.filter(({ from, to }) => from < to && to <= text.length))
  const edges = new Set([0, text.length, ...[...marks, ...lines].flatMap(({ from, to }) => [from, to])])
  const sorted = [...edges].toSorted((a, b) => a - b)
  const parts: Html[] = []
  for (const [index, from] of sorted.entries()) {
    const to = sorted[index + 1]
    if (to === undefined) break
    const within = (one: { from: number; to: number }) => one.from <= from && one.to >= to
    const part = marks.some(within) ? html`<mark>${text.slice(from, to)}</mark>` : html`${text.slice(from, to)}`
    const line = lines.find(within)
    parts.push(
      line === undefined ? part : html`<span class="talk-hit ${line.color}" title="${line.title}">${part}</span>`,
    )
  }
  return html`${parts}`
}

function withoutOverlaps(underlines: readonly Underline[]): Underline[] {
  const kept: Underline[] = []
  for (const one of underlines.toSorted((a, b) => a.from - b.from)) {
    if ((kept.at(-1)?.to ?? 0) <= one.from) kept.push(one)
  }
  return kept
}

/** Converts code points to UTF-16 units. They are equal without surrogate pairs. */
function toUnits(text: string, ranges: readonly HighlightRange[]): { from: number; to: number }[] {
  if (!/[\ud800-\udfff]/.test(text)) return ranges.map(({ start, end }) => ({ from: start, to: end }))
  const offsets: number[] = []
  let at = 0
  for (const letter of text) {
    offsets.push(at)
    at += letter.length
  }
  const toUnit = (point: number) => offsets[point] ?? text.length
  return ranges.map(({ start, end }) => ({ from: toUnit(start), to: toUnit(end) }))
}
