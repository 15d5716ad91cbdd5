/** HTML templates that escape all values except HTML. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Value in a template. `undefined` and `false` render as nothing, so that templates can contain `condition && markup`. */
export type HtmlValue = string | number | Html | readonly Html[] | undefined | false

/** Template tag. Values are safe only between tags and in attribute values with double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let out = parts[0] ?? ''
  for (const [index, value] of values.entries()) out += printValue(value) + (parts[index + 1] ?? '')
  return new Html(out)
}

function printValue(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === false) return ''
  return value instanceof Html ? value.text : value.map((one) => one.text).join('')
}

/** Boolean attribute with a leading space, or nothing. */
export const flag = (name: 'checked' | 'selected' | 'disabled' | 'required' | 'open' | 'hidden', on: boolean): Html =>
  new Html(on ? ` ${name}` : '')

/** Attribute with a leading space, or nothing if the value is undefined. */
export const attribute = (
  name: `${'aria-' | 'data-'}${string}` | 'href' | 'id' | 'title' | 'value',
  value: string | undefined,
): Html => (value === undefined ? new Html('') : html` ${new Html(name)}="${value}"`)

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
