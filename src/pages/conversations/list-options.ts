/** Order, columns and size of the list of calls. They are part of the URL, so that links and bookmarks carry them. */

import { t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Fill, selectField } from '../components/form.ts'
import { renderHiddenFields } from './filters.ts'

export const ORDERS = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  longest: t('Longest first'),
  shortest: t('Shortest first'),
} as const
export type Order = keyof typeof ORDERS

/** Parts of a row that can be hidden. */
export const COLUMNS = {
  people: t('Participants'),
  headline: t('Summary'),
  marks: t('Deal and labels'),
  strip: t('Talk over time'),
  owner: t('Owner and team'),
} as const
export type Column = keyof typeof COLUMNS

const SIZES = ['25', '50', '100'] as const

export interface ListOptions {
  readonly order: Order
  readonly hidden: ReadonlySet<Column>
  readonly size: (typeof SIZES)[number]
}

const isOrder = (given: string | null): given is Order => given !== null && Object.hasOwn(ORDERS, given)
const isColumn = (given: string): given is Column => Object.hasOwn(COLUMNS, given)

/** Reads the options. Unknown values mean the default. */
export function parseOptions(query: URLSearchParams): ListOptions {
  const order = query.get('sort')
  return {
    order: isOrder(order) ? order : 'newest',
    hidden: new Set(query.getAll('hide').flatMap((given) => given.split(',').filter(isColumn))),
    size: SIZES.find((size) => size === query.get('size')) ?? SIZES[0],
  }
}

/** Query parameters that differ from the defaults. */
export function optionParams({ order, hidden, size }: ListOptions): Record<string, string> {
  return {
    ...(order === 'newest' ? {} : { sort: order }),
    ...(hidden.size === 0 ? {} : { hide: [...hidden].join(',') }),
    ...(size === SIZES[0] ? {} : { size }),
  }
}

const FILL: Fill = {
  value: (_, present = '') => present,
  values: (_, present = []) => present,
  isWrong: () => false,
}

/** Form with the options. @param params filters of the list */
export function optionsForm(page: string, params: URLSearchParams, { order, hidden, size }: ListOptions): Html {
  const choices = Object.entries(ORDERS).map(([value, label]) => ({ value, label }))
  return html`<details class="disclosure conversations-options"><summary>Order and columns</summary>
<form action="${page}" data-clean>
${renderHiddenFields(params, {})}
<div class="conversations-fields">
${selectField(FILL, { name: 'sort', label: t('Order'), value: order, choices })}
${selectField(FILL, { name: 'size', label: t('Calls per page'), value: size, choices: SIZES.map((value) => ({ value, label: value })) })}
</div>
<fieldset class="field conversations-flags"><legend>Hide columns</legend>${Object.entries(COLUMNS).map(
    ([value, label]) =>
      html`<label class="check"><input type="checkbox" name="hide" value="${value}"${isColumn(value) && hidden.has(value) && html` checked`}><span>${label}</span></label>`,
  )}</fieldset>
<button>Apply</button>
</form></details>`
}
