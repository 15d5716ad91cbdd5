/** Lists of things: a table that becomes a list of cards where there is no room, and the way to its other pages. */
import type { Visit } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => Html | string
  /** `number`: at the right, with digits of one width. `actions`: at the right, its title is for who hears it. */
  readonly kind?: 'number' | 'actions'
}

/** @param given `caption`: what it lists, for who hears it; `id` of a row, to be led to */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  given: { caption: string; id?: (row: Row) => string },
): Html {
  const kindOf = ({ kind }: Column<Row>) => attribute('data-kind', kind)
  return html`<div class="table"><table>
<caption>${given.caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kindOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr${attribute('id', given.id?.(row))}>${columns.map(
        (column) => html`<td data-title="${column.title}"${kindOf(column)}>${column.cell(row)}</td>`,
      )}</tr>\n`,
  )}</tbody>
</table></div>`
}

/** Links to the page before and the next one; nothing when all is on one. @param words for lists that no time orders */
export function pager(
  visit: Pick<Visit, 'path'>,
  meta: { pageNumber: number; pageCount: number; totalRecords: number },
  words: readonly [before: string, after: string] = ['Newer', 'Older'],
): Html {
  const { pageNumber, pageCount, totalRecords } = meta
  if (pageCount <= 1 && pageNumber === 1) return html``
  const to = (page: number, label: string, rel: string) =>
    page >= 1 && page <= pageCount
      ? html`<a class="button" rel="${rel}" href="${withQuery(visit.path, { page: String(page) })}">${label}</a>`
      : html`<span></span>`
  return html`<nav class="pager" aria-label="Pages">${to(pageNumber - 1, words[0], 'prev')}<span>Page ${pageNumber} of ${pageCount}, ${totalRecords} in all</span>${to(pageNumber + 1, words[1], 'next')}</nav>`
}

/** The same address with other parameters; undefined takes one away. The page goes back to the first one. */
export function withQuery(path: string, changes: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, 'http://localhost')
  url.searchParams.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

/** Of the address, for lists, as operations take it. What is no page is the first. */
export function pageAsked(visit: Pick<Visit, 'query'>): string {
  const page = Number(visit.query.get('page') ?? 1)
  return String(Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 1_000_000) : 1)
}
