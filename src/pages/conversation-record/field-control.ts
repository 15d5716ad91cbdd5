/** Formats field values and renders their input controls, by response type. */

import { formatDate, formatNumber } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import type { ValueInput } from '../../features/fields/values/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { checksField, type Fill, selectField, textAreaField, textField } from '../components/form.ts'
import { chip, chips } from '../components/layout.ts'

export interface FieldFormat {
  readonly title: string
  readonly responseType: string
  readonly options: readonly string[]
  readonly maxValues: number | null
  readonly allowLongResponse: boolean
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** @param value stored value: text, number, boolean, date or list of options */
export function renderValue(value: unknown, responseType: string): Html {
  if (Array.isArray(value)) return chips(value.map((one) => chip(String(one))))
  if (typeof value === 'boolean') return html`${value ? t('Yes') : t('No')}`
  if (typeof value === 'number') return html`${formatNumber(value, { maximumFractionDigits: 10 })}`
  const text = String(value ?? '')
  if (responseType === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return html`<time datetime="${text}">${formatDate(new Date(text), DAY)}</time>`
  }
  return html`<bdi>${text}</bdi>`
}

/** Value in one line, for the history. */
export const valueLine = (value: unknown, responseType: string): Html =>
  Array.isArray(value) ? html`<bdi>${value.map(String).join(', ')}</bdi>` : renderValue(value, responseType)

const NAME = 'value'

/** @param given `id`: ID of the control, because the page contains the same field names several times */
export function control(fill: Fill, shape: FieldFormat, given: { id: string; value: unknown }): Html {
  const { title: label, responseType, options, maxValues } = shape
  const { id, value } = given
  const one = { id, name: NAME, label, value: value === undefined || value === null ? undefined : String(value) }
  switch (responseType) {
    case 'number':
      return textField(fill, { ...one, type: 'number' })
    case 'date':
      return textField(fill, { ...one, type: 'date' })
    case 'boolean':
      return selectField(fill, {
        ...one,
        none: t('Select a value'),
        choices: [
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ],
      })
    case 'picklist':
      if (options.length === 0) return textField(fill, one)
      return selectField(fill, { ...one, none: t('Select a value'), choices: options.map(toChoice) })
    case 'multipicklist': {
      const most = maxValues ?? options.length
      return checksField(fill, {
        name: NAME,
        label: most < options.length ? t`${label} (maximum ${most})` : label,
        choices: options.map(toChoice),
        chosen: Array.isArray(value) ? value.map(String) : [],
      })
    }
    default:
      return shape.allowLongResponse ? textAreaField(fill, one) : textField(fill, one)
  }
}

const toChoice = (option: string) => ({ value: option, label: option })

/** Submitted value, for the operation to validate. Empty input is empty text, which the operation rejects. */
export function valueGiven(fields: Fields, responseType: string): ValueInput {
  const text = fields.text(NAME)
  switch (responseType) {
    case 'number':
      return text.trim() === '' ? '' : Number(text)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'multipicklist':
      return fields.all(NAME)
    default:
      return text
  }
}
