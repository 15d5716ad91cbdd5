/** Text with stretches of it marked, as operations tell them: from and up to, counted in code points. */
import { type Html, html } from '../../inbound/web/html.ts'

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** @param stretches in order; what overlaps one before is left out */
export function marked(text: string, stretches: readonly Stretch[]): Html {
  if (stretches.length === 0) return html`${text}`
  // Where every code point is one unit, as nearly everywhere, nothing has to be counted.
  const letters = /[\ud800-\udfff]/.test(text) ? [...text] : undefined
  const part = (from: number, to?: number) =>
    letters === undefined ? text.slice(from, to) : letters.slice(from, to).join('')
  const parts: Html[] = []
  let behind = 0
  for (const { start, end } of stretches) {
    if (start < behind || end <= start) continue
    parts.push(html`${part(behind, start)}<mark>${part(start, end)}</mark>`)
    behind = end
  }
  return html`${parts}${part(behind)}`
}
