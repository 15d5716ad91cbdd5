/** Markup that cannot be broken out of: every value put into a template is escaped, unless it is markup itself. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Nothing is printed for what is absent, so that `condition && markup` stands in a template. */
export type Value = string | number | Html | readonly Html[] | undefined | false

/** For text between tags and for attribute values in double quotes; nowhere else. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let out = parts[0] ?? ''
  for (const [index, value] of values.entries()) out += printed(value) + (parts[index + 1] ?? '')
  return new Html(out)
}

function printed(value: Value): string {
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === false) return ''
  return value instanceof Html ? value.text : value.map((one) => one.text).join('')
}

/** An attribute by itself, with a space before it: there, or not there. */
export const flag = (name: 'checked' | 'selected' | 'disabled' | 'required' | 'open' | 'hidden', on: boolean): Html =>
  new Html(on ? ` ${name}` : '')

/** An attribute with a value, with a space before it; nothing when there is none. */
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

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
