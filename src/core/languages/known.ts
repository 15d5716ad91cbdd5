/**
 * Text of the service, such as the detail of a problem, which programs read in English. Pages translate it when they print it:
 * as a whole, or by the pattern of a text with values, such as `Line {0} is empty.`
 */
import { type Catalog, getCatalog, readMessageKeys } from './catalogs.ts'
import { currentLanguage, SOURCE_LANGUAGE } from './current.ts'
import { Message } from './message.ts'
import { splitMessage } from './placeholders.ts'

/** Maximum length of a text that is compared with patterns. Longer ones stay English. */
const TEXT_MAX = 2_000

interface Pattern {
  readonly key: string
  /** Text before, between and after the values. */
  readonly parts: readonly string[]
  readonly length: number
}

let patterns: readonly Pattern[] | undefined

/** A text of the service as a message. It stays English if the catalogs don't have it. */
export const known = (text: string): Message => new KnownText(text)

class KnownText extends Message {
  override toString(): string {
    const language = currentLanguage()
    if (language === SOURCE_LANGUAGE || this.key.length > TEXT_MAX) return this.key
    const catalog = getCatalog(language)
    return translate(this.key, catalog) ?? translateSentences(this.key, catalog) ?? this.key
  }
}

/** Translation of a whole text, directly or by its pattern. Undefined if there is none. */
function translate(text: string, catalog: Catalog): string | undefined {
  const whole = catalog(text)
  if (whole !== undefined) return whole
  const found = findPattern(text)
  return found === undefined || catalog(found.key) === undefined
    ? undefined
    : String(new Message(found.key, found.values.map(translateValue)))
}

/** Maximum number of sentences of a text that is translated in parts. */
const SENTENCES_MAX = 10

/** Translation of a text by its sentences, of which several can be one message. Undefined if there is none. */
function translateSentences(text: string, catalog: Catalog): string | undefined {
  const sentences = text.split(/(?<=\.) (?=[A-Z\d])/)
  if (sentences.length === 1 || sentences.length > SENTENCES_MAX) return undefined
  const out: string[] = []
  let isFound = false
  for (let from = 0; from < sentences.length; ) {
    let to = sentences.length + 1
    let translation: string | undefined
    while (translation === undefined && --to > from)
      translation = translate(sentences.slice(from, to).join(' '), catalog)
    isFound ||= translation !== undefined
    out.push(translation ?? sentences[from] ?? '')
    from = Math.max(to, from + 1)
  }
  return isFound ? out.join(' ') : undefined
}

/** A value is data, unless it is a sentence of the service. */
const translateValue = (value: string): string => (value.endsWith('.') ? String(known(value)) : value)

/** Boundary of two sentences, which no value contains. */
const BOUNDARY = /\. [A-Z\d]/

/** The pattern with the longest text that fits, and its values. */
function findPattern(text: string): { readonly key: string; readonly values: readonly string[] } | undefined {
  patterns ??= readMessageKeys()
    .composed.map(toPattern)
    .sort((a, b) => b.length - a.length)
  for (const { key, parts } of patterns) {
    const values = matchParts(text, parts)
    if (values !== undefined && !values.some((value) => BOUNDARY.test(value))) return { key, values }
  }
  return undefined
}

function toPattern(key: string): Pattern {
  const parts = ['']
  for (const part of splitMessage(key)) {
    if (typeof part === 'string') parts[parts.length - 1] += part
    else parts.push('')
  }
  return { key, parts, length: parts.join('').length }
}

/** Values between the parts of a pattern, in one pass over the text. Undefined if it doesn't fit. */
function matchParts(text: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = parts
  const last = others.pop() ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return undefined
  const end = text.length - last.length
  const values: string[] = []
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at === -1 || at + part.length > end) return undefined
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return [...values, text.slice(from, end)]
}
