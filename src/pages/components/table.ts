/** Tables and pagination. On narrow screens, a table is shown as a list of cards. */

import { type Text, t } from '../../core/languages/message.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'

export interface TableColumn<Row> {
  readonly title: Text
  readonly cell: (row: Row) => Html | Text
  /** `number`: right-aligned with tabular digits. `actions`: right-aligned, with a title for screen readers only. */
  readonly kind?: 'number' | 'actions'
}

/** @param given `caption`: title for screen readers; `id`: element ID of a row, as a link target */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  given: { caption: Text; id?: (row: Row) => string },
): Html {
  const toKindAttribute = ({ kind }: TableColumn<Row>) => attribute('data-kind', kind)
  return html`<div class="table"><table>
<caption>${given.caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${toKindAttribute(column)}>${column.title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr${attribute('id', given.id?.(row))}>${columns.map(
        (column) => html`<td data-title="${column.title}"${toKindAttribute(column)}>${column.cell(row)}</td>`,
      )}</tr>\n`,
  )}</tbody>
</table></div>`
}

/** Links to the previous and next page; empty if there is only one page. @param words labels, for lists that aren't ordered by time */
export function pager(
  req: Pick<PageRequest, 'path'>,
  meta: { pageNumber: number; pageCount: number; totalRecords: number },
  words: readonly [before: Text, after: Text] = [t('Newer'), t('Older')],
): Html {
  const { pageNumber, pageCount, totalRecords } = meta
  if (pageCount <= 1 && pageNumber === 1) return html``
  const to = (page: number, label: Text, rel: string) =>
    page >= 1 && page <= pageCount
      ? html`<a class="button" rel="${rel}" href="${withQuery(req.path, { page: String(page) })}">${label}</a>`
      : html`<span></span>`
  return html`<nav class="pager" aria-label="Pages">${to(pageNumber - 1, words[0], 'prev')}<span>Page ${pageNumber} of ${pageCount}, ${totalRecords} in total</span>${to(pageNumber + 1, words[1], 'next')}</nav>`
}

/** Replaces query parameters and resets the page to the first one. `undefined` removes a parameter. */
export function withQuery(path: string, changes: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, 'http://localhost')
  url.searchParams.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

/** Page number from the query. Invalid numbers mean the first page. */
export function pageAsked(req: Pick<PageRequest, 'query'>): string {
  const page = Number(req.query.get('page') ?? 1)
  return String(Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 1_000_000) : 1)
}
