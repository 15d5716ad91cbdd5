/**
 * Parser for filters (RFC 7644, section 3.4.2.2) and PATCH paths (section 3.5.2). It reads forwards only, so its run
 * time is linear, and it limits nesting to `DEPTH_MAX`.
 */
import { invalidFilter } from './refusals.ts'

export type CompareWord = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le'

export interface Comparison {
  readonly op: CompareWord
  readonly attrPath: string
  readonly compValue: boolean | null | number | string
}

/** Same structure as the output of scim2-parse-filter, so that tests can compare both. */
export type ScimFilter =
  | { readonly op: 'and' | 'or'; readonly filters: readonly ScimFilter[] }
  | { readonly op: 'not'; readonly filter: ScimFilter }
  | { readonly op: '[]'; readonly attrPath: string; readonly valFilter: ScimFilter }
  | { readonly op: 'pr'; readonly attrPath: string }
  | Comparison

/** Path of a PATCH operation: `members`, `name.givenName`, `emails[type eq "work"].value`, optionally after a URN. */
export interface Path {
  readonly attrPath: string
  readonly filter?: ScimFilter
  /** Sub-attribute after a filter. Without a filter, it's part of `attrPath`. */
  readonly sub?: string
}

/** In UTF-16 units. Longer than any request line. */
const LENGTH_MAX = 16_384
const DEPTH_MAX = 32
const TERMS_MAX = 500

const COMPARE_WORDS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le'])

/** @throws AppError `invalid_filter` for any invalid filter */
export function parseFilter(text: string): ScimFilter {
  const scanner = new Scanner(text)
  const filter = parseOr(scanner, 0)
  scanner.expectEnd()
  return filter
}

/** @throws AppError `invalid_filter`; callers replace the message */
export function parsePath(text: string): Path {
  const scanner = new Scanner(text)
  const attrPath = scanner.take(ATTRIBUTE_PATH, 'the name of an attribute')
  const filter = scanner.skip('[') ? parseBracketed(scanner, 0) : undefined
  const sub = filter !== undefined && scanner.skip('.') ? scanner.take(NAME, 'a sub-attribute') : undefined
  scanner.expectEnd()
  return { attrPath, ...(filter === undefined ? {} : { filter }), ...(sub === undefined ? {} : { sub }) }
}

const NAME = /\$?[A-Za-z][\w-]*/y
/** A URN can contain dots. Attribute and sub-attribute follow its last colon. */
const ATTRIBUTE_PATH = /(?:[Uu][Rr][Nn]:[\w.:%/+-]*:)?\$?[A-Za-z][\w-]*(?:\.\$?[A-Za-z][\w-]*)?/y
const WORD = /[A-Za-z]+/y
/** JSON string, or a variant of it: see `unescaped`. */
const STRING = /"(?:[^"\\]|\\[\s\S])*"/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const BLANKS = /[ \t\r\n]*/y

class Scanner {
  readonly #text: string
  #at = 0
  #terms = 0

  constructor(text: string) {
    if (text.length > LENGTH_MAX)
      throw invalidFilter(`The filter is too long. The maximum is ${LENGTH_MAX} characters.`)
    this.#text = text
  }

  /** Next match after whitespace, or undefined. */
  match(pattern: RegExp): string | undefined {
    this.#blanks()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  take(pattern: RegExp, what: string): string {
    const found = this.match(pattern)
    if (found === undefined) throw this.fault(`${what} was expected`)
    return found
  }

  /** Skips a complete word, ignoring case. */
  word(wanted: string): boolean {
    const before = this.#at
    if (this.match(WORD)?.toLowerCase() === wanted && !/[\w.:-]/.test(this.#text.charAt(this.#at))) return true
    this.#at = before
    return false
  }

  skip(sign: string): boolean {
    this.#blanks()
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    return true
  }

  countTerm(): void {
    if (++this.#terms > TERMS_MAX)
      throw invalidFilter(`The filter has too many comparisons. The maximum is ${TERMS_MAX}.`)
  }

  expectEnd(): void {
    this.#blanks()
    if (this.#at < this.#text.length) throw this.fault('the end was expected')
  }

  fault(what: string) {
    return invalidFilter(`Invalid filter at character ${this.#at + 1}: ${what}.`)
  }

  #blanks(): void {
    BLANKS.lastIndex = this.#at
    this.#at += BLANKS.exec(this.#text)?.[0].length ?? 0
  }
}

function parseOr(scanner: Scanner, depth: number): ScimFilter {
  return parseJoined('or', scanner, () => parseJoined('and', scanner, () => single(scanner, depth)))
}

function parseJoined(op: 'and' | 'or', scanner: Scanner, part: () => ScimFilter): ScimFilter {
  const first = part()
  const filters = [first]
  while (scanner.word(op)) filters.push(part())
  return filters.length === 1 ? first : { op, filters }
}

function single(scanner: Scanner, depth: number): ScimFilter {
  if (depth > DEPTH_MAX) throw invalidFilter(`The filter is nested too deeply. The maximum is ${DEPTH_MAX} levels.`)
  if (scanner.word('not')) return { op: 'not', filter: single(scanner, depth + 1) }
  if (scanner.skip('(')) {
    const filter = parseOr(scanner, depth + 1)
    if (!scanner.skip(')')) throw scanner.fault('a closing parenthesis was expected')
    return filter
  }
  scanner.countTerm()
  const attrPath = scanner.take(ATTRIBUTE_PATH, 'the name of an attribute')
  if (!scanner.skip('[')) return comparison(scanner, attrPath)
  const valFilter = parseBracketed(scanner, depth + 1)
  if (!scanner.skip('.')) return { op: '[]', attrPath, valFilter }
  // `emails[type eq "work"].value co "@x"` isn't part of the RFC. Both conditions apply to the same entry.
  const further = comparison(scanner, scanner.take(NAME, 'a sub-attribute'))
  return { op: '[]', attrPath, valFilter: { op: 'and', filters: [valFilter, further] } }
}

function parseBracketed(scanner: Scanner, depth: number): ScimFilter {
  const filter = parseOr(scanner, depth + 1)
  if (!scanner.skip(']')) throw scanner.fault('a closing bracket was expected')
  return filter
}

function comparison(scanner: Scanner, attrPath: string): ScimFilter {
  const op = scanner.take(WORD, 'an operator').toLowerCase()
  if (op === 'pr') return { op, attrPath }
  if (!COMPARE_WORDS.has(op)) throw scanner.fault('an operator was expected before this')
  return { op: op as CompareWord, attrPath, compValue: comparedValue(scanner) }
}

function comparedValue(scanner: Scanner): Comparison['compValue'] {
  const text = scanner.match(STRING)
  if (text !== undefined) return unescaped(text)
  const number = scanner.match(NUMBER)
  if (number !== undefined) return Number(number)
  switch (scanner.match(WORD)?.toLowerCase()) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    default:
      throw scanner.fault('a value was expected: text in double quotes, a number, true, false or null')
  }
}

/**
 * Text of a JSON string. Directories send names such as `CORP\Sales` without escaping. A backslash that doesn't start a
 * JSON escape is therefore literal.
 */
function unescaped(quoted: string): string {
  const json = quoted
    .replace(/\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])|\\/g, (sign) => (sign === '\\' ? '\\\\' : sign))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON requires these characters to be escaped
    .replace(/[\u0000-\u001f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return JSON.parse(json) as string
}
