/** Order, columns and size of the list of calls: those of a saved view, or in the URL, so that links carry them. */

import { type Message, t } from '../../core/languages/message.ts'
import type { ConversationOrder } from '../../features/conversations/records/index.ts'
import { DEFAULT_LAYOUT, type ViewLayout, viewSizes } from '../../features/conversations/saved-views/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { type Fill, selectField } from '../components/form.ts'
import { renderHiddenFields } from './filters.ts'

export const ORDERS = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  longest: t('Longest first'),
  shortest: t('Shortest first'),
  highest_score: t('Highest score first'),
  lowest_score: t('Lowest score first'),
} as const satisfies Record<ConversationOrder, Message>
export type Order = ConversationOrder

/** Parts of a row that can be hidden. */
export const COLUMNS = {
  people: t('Participants'),
  headline: t('Summary'),
  marks: t('Deal and labels'),
  strip: t('Talk over time'),
  owner: t('Owner and team'),
} as const satisfies Record<ViewLayout['hide'][number], Message>
export type Column = keyof typeof COLUMNS

/** Value of `hide` that shows all columns of a view that hides some. */
const NO_COLUMN = 'none'

export interface ListOptions {
  readonly order: Order
  readonly hidden: ReadonlySet<Column>
  readonly size: ViewLayout['size']
}

const isOrder = (given: string | null): given is Order => given !== null && Object.hasOwn(ORDERS, given)
const isColumn = (given: string): given is Column => Object.hasOwn(COLUMNS, given)

export const toOptions = ({ sort, hide, size }: ViewLayout): ListOptions => ({
  ...{ order: sort, hidden: new Set(hide), size },
})

const DEFAULTS = toOptions({ ...DEFAULT_LAYOUT, hide: [] })

export const toLayout = ({ order, hidden, size }: ListOptions): ViewLayout => ({
  ...{ sort: order, hide: [...hidden], size },
})

/** Reads the options. Unknown values mean those of `base`: the view in the URL, or the defaults. */
export function parseOptions(query: URLSearchParams, base: ListOptions = DEFAULTS): ListOptions {
  const order = query.get('sort')
  const size = Number(query.get('size'))
  return {
    order: isOrder(order) ? order : base.order,
    hidden: query.has('hide')
      ? new Set(query.getAll('hide').flatMap((given) => given.split(',').filter(isColumn)))
      : base.hidden,
    size: viewSizes.find((one) => one === size) ?? base.size,
  }
}

/** Query parameters that differ from `base`: the view in the URL, or the defaults. */
export function optionParams(options: ListOptions, base: ListOptions = DEFAULTS): Record<string, string> {
  const { order, hidden, size } = options
  return {
    ...(order === base.order ? {} : { sort: order }),
    ...(hidden.symmetricDifference(base.hidden).size === 0
      ? {}
      : { hide: hidden.size === 0 ? NO_COLUMN : [...hidden].join(',') }),
    ...(size === base.size ? {} : { size: String(size) }),
  }
}

const FILL: Fill = {
  value: (_, present = '') => present,
  values: (_, present = []) => present,
  isWrong: () => false,
}

/** Form with the options. @param params filters of the list, or its view @param base options of the view */
export function optionsForm(
  page: string,
  params: URLSearchParams,
  { order, hidden, size }: ListOptions,
  base: ListOptions = DEFAULTS,
): Html {
  const choices = Object.entries(ORDERS).map(([value, label]) => ({ value, label }))
  return html`<details class="menu form-menu"><summary class="button">${icon('updown')}Order and columns</summary><div class="form-drop start">
<form action="${page}" data-clean>
${renderHiddenFields(params, base.hidden.size === 0 ? {} : { hide: NO_COLUMN })}
<div class="conversations-fields">
${selectField(FILL, { name: 'sort', label: t('Order'), value: order, choices })}
${selectField(FILL, { name: 'size', label: t('Calls per page'), value: String(size), choices: viewSizes.map((one) => ({ value: String(one), label: String(one) })) })}
</div>
<fieldset class="field conversations-flags"><legend>Hide columns</legend>${Object.entries(COLUMNS).map(
    ([value, label]) =>
      html`<label class="check"><input type="checkbox" name="hide" value="${value}"${isColumn(value) && hidden.has(value) && html` checked`}><span>${label}</span></label>`,
  )}</fieldset>
<button>Apply</button>
</form></div></details>`
}
