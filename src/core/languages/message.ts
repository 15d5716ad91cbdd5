/**
 * Text of the interface. A message is translated when it is printed, in the language of the request. So a constant of a
 * module can be a message.
 *
 * Data of users is never a message, so it can't be translated by accident.
 */
import { getCatalog } from './catalogs.ts'
import { currentLanguage, SOURCE_LANGUAGE } from './current.ts'
import { appendText, splitMessage } from './placeholders.ts'

export type MessageValue = string | number | Message

export class Message {
  /** English text with placeholders `{0}`, after the context and `::` if there is one. */
  readonly key: string
  readonly #values: readonly MessageValue[]
  readonly #start: number
  constructor(key: string, values: readonly MessageValue[] = [], start = 0) {
    this.key = key
    this.#values = values
    this.#start = start
  }

  /** Text in the language of the request. */
  toString(): string {
    const language = currentLanguage()
    const text = language === SOURCE_LANGUAGE ? undefined : getCatalog(language)(this.key)
    return this.#print(text ?? this.key.slice(this.#start))
  }

  /** The same as `toString`, so that JSON has the text. */
  toJSON(): string {
    return this.toString()
  }

  #print(text: string): string {
    if (this.#values.length === 0) return text
    let out = ''
    for (const part of splitMessage(text)) {
      if (typeof part === 'string') out = appendText(out, part)
      else if ('value' in part) out += String(this.#values[part.value] ?? '')
    }
    return out
  }
}

/** Text of the interface, or data of users. */
export type Text = string | Message

const keys = new WeakMap<TemplateStringsArray, string>()

/**
 * Message of the interface: `t('Save')`, or with values `t\`Delete ${name}?\``. The text must be a literal, because
 * `npm run generate` reads it from the sources.
 * @param context distinguishes two meanings of the same English text: `t('Open', 'verb')`
 */
export function t(text: string, context?: string): Message
export function t(parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message
export function t(text: string | TemplateStringsArray, ...values: readonly (MessageValue | undefined)[]): Message {
  if (typeof text === 'string') {
    const [context] = values
    return context === undefined
      ? new Message(text)
      : new Message(toKey(text, String(context)), [], String(context).length + 2)
  }
  const key = keys.get(text) ?? joinTemplate(text)
  keys.set(text, key)
  return new Message(key, values as readonly MessageValue[])
}

export const toKey = (text: string, context: string | undefined): string =>
  context === undefined ? text : `${context}::${text}`

/** Key of a template: its text with `{0}`, `{1}` in the place of the values. */
export const joinTemplate = (parts: readonly string[]): string =>
  parts.map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`)).join('')
