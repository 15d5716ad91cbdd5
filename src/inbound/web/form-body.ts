/**
 * Bodies of `application/x-www-form-urlencoded` (WHATWG URL, section 5.1), read at a cost that grows with their length alone.
 * `new URLSearchParams(text)` of Node 24 needs quadratic time for fields without a value (`a&a&a…`), so it never sees one.
 */
import { tooLarge } from '../../core/errors.ts'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Maximum size of a form. */
export interface FormLimits {
  readonly maxBytes: number
  readonly maxFields: number
}

/** Limits of forms that anybody can send before they sign in: an address and a password. */
export const PUBLIC_FORM: FormLimits = { maxBytes: 16 * 1024, maxFields: 20 }
/** Default limits of the app's pages: room for a prompt of 8,000 characters and for shorter fields. */
export const DEFAULT_FORM: FormLimits = { maxBytes: 256 * 1024, maxFields: 1_000 }
/** Limits of pages with many or long fields: 200 picklist options, 10 prompts, the draft of a message. */
export const LONG_FORM: FormLimits = { maxBytes: 2 * 1024 * 1024, maxFields: 2_000 }
/** Limits of pages for text of up to 524,288 characters, each of which takes at most 12 bytes in a form. */
export const TEXT_FORM: FormLimits = { maxBytes: 8 * 1024 * 1024, maxFields: 1_000 }

/**
 * The fields of a form in their order, decoded as browsers encode them.
 * @throws AppError `content_too_large` if the form has more fields than `maxFields`
 */
export function parseFormBody(text: string, maxFields: number): URLSearchParams {
  const count = countFields(text, maxFields)
  if (count > maxFields) {
    throw tooLarge(`The form has more than ${maxFields} fields. Send fewer fields at a time.`)
  }
  const fields = new URLSearchParams()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    fields.append(decode(name), decode(value))
  }
  return fields
}

/** @returns at most one more than `enough` */
function countFields(text: string, enough: number): number {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1 && count <= enough; at = text.indexOf('&', at + 1)) count++
  return count
}

const PLUS = 0x2b
const SPACE = 0x20
const PERCENT = 0x25

/** Percent-decodes as the URL standard requires: broken escapes stay, and bytes that aren't UTF-8 become U+FFFD. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const [high, low] = byte === PERCENT ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1]
    const isEscape = high !== -1 && low !== -1
    bytes[length++] = isEscape ? high * 16 + low : byte === PLUS ? SPACE : byte
    if (isEscape) at += 2
  }
  return bytes.toString('utf8', 0, length)
}

/** The value of an ASCII hexadecimal digit, or -1. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
