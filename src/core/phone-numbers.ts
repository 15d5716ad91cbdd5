/** Telephone numbers in the form of ITU-T E.164: a plus sign and at most 15 digits. */

/** Minimum number of digits of a number, and of the beginning of several numbers. */
const DIGITS_MIN = 4
const DIGITS_MAX = 15

/**
 * Reads an international number as people and telephone systems write it: `+49 (30) 123-45`, `0049 30 12345`,
 * `tel:+493012345`. A number without country code could belong to any country, so it isn't one.
 * @returns the E.164 number, or undefined
 */
export function parsePhoneNumber(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 64) return undefined
  const plain = text.trim().replace(/^tel:/i, '')
  // A zero in parentheses is only dialed within the country.
  if (!/^(?:\+|00)[\d\s().\-/\u2010-\u2015\u00a0]+$/.test(plain)) return undefined
  const digits = plain.replace(/^00/, '').replace('(0)', '').replaceAll(/\D/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX || digits.startsWith('0')) return undefined
  return `+${digits}`
}

/**
 * Reads a number, or the beginning of several numbers with a star at the end: `+49 30 123*`.
 * @returns the number without separators, or undefined
 */
export function parsePhonePattern(text: string): string | undefined {
  const trimmed = text.trim()
  const isBeginning = trimmed.endsWith('*')
  const number = parsePhoneNumber(isBeginning ? trimmed.slice(0, -1) : trimmed)
  if (number === undefined) return undefined
  return isBeginning ? `${number}*` : number
}

/** @param patterns numbers and beginnings of numbers, in the form of `parsePhonePattern` */
export function isPhoneNumberAmong(text: string | undefined, patterns: ReadonlySet<string>): boolean {
  const number = parsePhoneNumber(text)
  if (number === undefined) return false
  if (patterns.has(number)) return true
  for (let length = DIGITS_MIN + 1; length <= number.length; length++) {
    if (patterns.has(`${number.slice(0, length)}*`)) return true
  }
  return false
}
