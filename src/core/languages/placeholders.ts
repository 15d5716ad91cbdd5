/**
 * Placeholders of messages: `{0}` is a value, `<1>…</1>` an element around text, and `<1/>` an element without text.
 * Everything else in a message is text.
 */

export type MessagePart =
  | string
  | { readonly value: number }
  | { readonly tag: number; readonly form: 'open' | 'close' | 'empty' }

const PLACEHOLDER = /\{(\d{1,3})\}|<(\/?)(\d{1,3})(\/?)>/g

/** Splits a message into text and placeholders. */
export function splitMessage(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = []
  let behind = 0
  for (const match of message.matchAll(PLACEHOLDER)) {
    const [all, value, closing, tag, empty] = match
    if (match.index > behind) parts.push(message.slice(behind, match.index))
    if (value !== undefined) parts.push({ value: Number(value) })
    else parts.push({ tag: Number(tag), form: closing === '/' ? 'close' : empty === '/' ? 'empty' : 'open' })
    behind = match.index + all.length
  }
  if (behind < message.length) parts.push(message.slice(behind))
  return parts
}

/** Placeholders of a message, sorted, such as `</1> <1> {0}`. */
export const listPlaceholders = (message: string): string =>
  [...message.matchAll(PLACEHOLDER)]
    .map(([all]) => all)
    .sort()
    .join(' ')

/** White space at both ends, because some messages continue a sentence. */
const getEdges = (message: string): string => `${/^\s*/.exec(message)?.[0]}|${/\s*$/.exec(message)?.[0]}`

/**
 * Fault of a translation: other placeholders than the message, or elements that don't close in order.
 * @returns undefined if there is none
 */
export function findFault(key: string, translation: string): string | undefined {
  if (listPlaceholders(key) !== listPlaceholders(translation))
    return `has the placeholders ${listPlaceholders(translation) || 'none'} instead of ${listPlaceholders(key) || 'none'}`
  if (getEdges(key) !== getEdges(translation)) return 'begins or ends with other white space'
  const open: number[] = []
  for (const part of splitMessage(translation)) {
    if (typeof part === 'string' || 'value' in part) continue
    if (part.form === 'open') open.push(part.tag)
    if (part.form === 'close' && open.pop() !== part.tag) return `closes <${part.tag}> in the wrong order`
  }
  return open.length === 0 ? undefined : 'leaves an element open'
}

/** Period of a sentence after a value, and text or elements that have it already: `16 nov.`, `<b>16 nov.</b>`. */
const [PERIOD, ENDS_WITH_PERIOD] = [/^\.(?=$|[\s<])/, /\.(?:<\/[a-z]+>)*$/]

/** Appends text of a message after a value, without a second period. */
export const appendText = (printed: string, text: string): string =>
  printed + (PERIOD.test(text) && ENDS_WITH_PERIOD.test(printed) ? text.slice(1) : text)
