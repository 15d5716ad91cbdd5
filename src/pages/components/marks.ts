/** Highlights text spans. Operations count their positions in code points. */
import { type Html, html } from '../../inbound/web/html.ts'

export interface HighlightRange {
  readonly start: number
  readonly end: number
}

/** @param spans sorted by start; spans that overlap a previous one are ignored */
export function renderMarks(text: string, spans: readonly HighlightRange[]): Html {
  if (spans.length === 0) return html`${text}`
  // Without surrogate pairs, positions in code points and UTF-16 units are equal.
  const letters = /[\ud800-\udfff]/.test(text) ? [...text] : undefined
  const part = (from: number, to?: number) =>
    letters === undefined ? text.slice(from, to) : letters.slice(from, to).join('')
  const parts: Html[] = []
  let behind = 0
  for (const { start, end } of spans) {
    if (start < behind || end <= start) continue
    parts.push(html`${part(behind, start)}<mark>${part(start, end)}</mark>`)
    behind = end
  }
  return html`${parts}${part(behind)}`
}
