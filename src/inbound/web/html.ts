/** HTML templates that escape all values except HTML, and that translate their static text. */
import { getCatalog } from '../../core/languages/catalogs.ts'
import { currentLanguage, SOURCE_LANGUAGE } from '../../core/languages/current.ts'
import { Message } from '../../core/languages/message.ts'
import { appendText } from '../../core/languages/placeholders.ts'
import { parseTemplate, translateTemplate } from './languages/template.ts'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Value in a template. `undefined` and `false` render as nothing, so that templates can contain `condition && markup`. */
export type HtmlValue = string | number | Message | Html | readonly Html[] | undefined | false

/**
 * Template tag. Values are safe only between tags and in attribute values with double quotes. Static text is translated to
 * the language of the request; values aren't, except for messages.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const language = currentLanguage()
  if (language !== SOURCE_LANGUAGE) return printTranslated(language, parts, values)
  let out = parts[0] ?? ''
  for (const [index, value] of values.entries()) out += printValue(value) + (parts[index + 1] ?? '')
  return new Html(out)
}

/** Templates by language and strings: markup, and numbers of values. */
const translated = new Map<string, WeakMap<TemplateStringsArray, readonly (string | number)[]>>()

function printTranslated(language: string, parts: TemplateStringsArray, values: readonly HtmlValue[]): Html {
  const templates = translated.get(language) ?? new WeakMap<TemplateStringsArray, readonly (string | number)[]>()
  translated.set(language, templates)
  const template = templates.get(parts) ?? translateTemplate(parseTemplate(parts), getCatalog(language))
  templates.set(parts, template)
  let out = ''
  for (const part of template) {
    if (typeof part === 'string') out = appendText(out, part)
    else out += printValue(values[part])
  }
  return new Html(out)
}

function printValue(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === false) return ''
  if (value instanceof Message) return escapeHtml(value.toString())
  return value instanceof Html ? value.text : value.map((one) => one.text).join('')
}

/** Boolean attribute with a leading space, or nothing. */
export const flag = (name: 'checked' | 'selected' | 'disabled' | 'required' | 'open' | 'hidden', on: boolean): Html =>
  new Html(on ? ` ${name}` : '')

/** Attribute with a leading space, or nothing if the value is undefined. */
export const attribute = (
  name: `${'aria-' | 'data-'}${string}` | 'href' | 'id' | 'title' | 'value',
  value: string | Message | undefined,
): Html => (value === undefined ? new Html('') : html` ${new Html(name)}="${value}"`)

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
