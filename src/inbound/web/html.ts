/** Markup that cannot be broken out of: every value put into a template is escaped, unless it is markup itself. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | Html | readonly Html[]

/** For text between tags and for attribute values in double quotes; nowhere else. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let out = parts[0] ?? ''
  for (const [index, value] of values.entries()) out += printed(value) + (parts[index + 1] ?? '')
  return new Html(out)
}

function printed(value: Value): string {
  if (typeof value === 'string') return escaped(value)
  return value instanceof Html ? value.text : value.map((one) => one.text).join('')
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
