/** How an answer is told and given, by the form that its item has. */
import type { GivenValue } from '../../features/field-values/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, checksField, type Fill, selectField, textField } from '../kit/form.ts'
import { chip, chips } from '../kit/layout.ts'

export interface Shape {
  readonly title: string
  readonly responseType: string
  readonly options: readonly string[]
  readonly maxValues: number | null
  readonly allowLongResponse: boolean
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 10 })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** @param value as it is stored: text, a number, a yes or no, a day, or several options */
export function valueTold(value: unknown, responseType: string): Html {
  if (Array.isArray(value)) return chips(value.map((one) => chip(String(one))))
  if (typeof value === 'boolean') return html`${value ? 'Yes' : 'No'}`
  if (typeof value === 'number') return html`${NUMBER.format(value)}`
  const text = String(value ?? '')
  if (responseType === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return html`<time datetime="${text}">${DAY.format(new Date(text))}</time>`
  }
  return html`<bdi>${text}</bdi>`
}

/** One line, for a list of what it has been. */
export const valueLine = (value: unknown, responseType: string): Html =>
  Array.isArray(value) ? html`<bdi>${value.map(String).join(', ')}</bdi>` : valueTold(value, responseType)

const NAME = 'value'

/** @param id of the control; the same fields stand on the page many times */
export function control(fill: Fill, shape: Shape, given: { id: string; value: unknown }): Html {
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
        none: 'Choose',
        choices: [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ],
      })
    case 'picklist':
      if (options.length === 0) return textField(fill, one)
      return selectField(fill, { ...one, none: 'Choose', choices: options.map(choiceOf) })
    case 'multipicklist': {
      const most = maxValues ?? options.length
      return checksField(fill, {
        name: NAME,
        label: most < options.length ? `${label} (${most} at most)` : label,
        choices: options.map(choiceOf),
        chosen: Array.isArray(value) ? value.map(String) : [],
      })
    }
    default:
      return shape.allowLongResponse ? areaField(fill, one) : textField(fill, one)
  }
}

const choiceOf = (option: string) => ({ value: option, label: option })

/** What the control gave, for the operation to judge. What was left empty is empty text, which no item takes. */
export function valueGiven(fields: Fields, responseType: string): GivenValue {
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
