/**
 * English numbers and amounts, in digits and in words: "58", "fifty-eight", "2.5k", "three hundred", "$58", "58
 * dollars". The only list of number words.
 */

const split = (words: string): readonly string[] => words.split(' ')

/** Words for 0 to 19, by value. */
export const SMALL_NUMBERS = split(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
/** Words for 20 to 90, by tens digit. The first two places are empty. */
export const TENS = ['', '', ...split('twenty thirty forty fifty sixty seventy eighty ninety')]
/** Words for the zeroth to the twelfth. */
export const ORDINALS = split(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
)
/** Scales that people say. */
export const SCALE_WORDS = split('hundred thousand million billion trillion')
/** Alternatives of a regular expression for the words of a range below 20, without brackets: "two|three|four". */
export const joinNumberWords = (first: number, last: number): string => SMALL_NUMBERS.slice(first, last + 1).join('|')
/** Alternatives of a regular expression for one word of a number of at least one, without brackets. */
/** Source of a regular expression, as a group. */
export const NUMBER_WORD: string = `(?:${[...SMALL_NUMBERS.slice(1), ...TENS.slice(2), ...SCALE_WORDS].join('|')})`

const joinWords = (words: readonly string[]): string =>
  words
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .join('|')
const SCALE_PATTERN = joinWords(SCALE_WORDS)
const VALUE_PATTERN = joinWords([...SMALL_NUMBERS, ...TENS])
const FURTHER_WORDS = `(?:[ -](?:and an? (?:half|quarter)|(?:and |point )?(?:${VALUE_PATTERN}|${SCALE_PATTERN}))){0,9}`
/**
 * Source of a regular expression for numbers in words, with their indefinite forms: "twenty-five", "one point five
 * million", "a hundred and ten", "half a million", "several hundred". Matches the longest form, in linear time.
 */
export const SPELLED_NUMBER: string = `(?:(?:(?:half an?|(?:an? )?quarter of an?|an? (?:few|couple(?: of)?)|several|many|an?) )?(?:${SCALE_PATTERN})${FURTHER_WORDS}|(?:${VALUE_PATTERN})${FURTHER_WORDS}|half an?|(?:an? )?half)`

const SCALES: Readonly<Record<string, number>> = {
  ...{ hundred: 100, thousand: 1e3, grand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  ...{ k: 1e3, m: 1e6, mm: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 },
}
const VALUES = new Map<string, number>([
  ...SMALL_NUMBERS.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, ten) => (word === '' ? [] : [[word, ten * 10] as const])),
])
const DIGITS =
  /(?<![\p{L}\p{N}.,/:-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(st|nd|rd|th)?(?:\s?(k|mm|mn|m|bn|b|thousand|million|billion|trillion|grand|hundred)\b)?(?![\p{L}\p{N}]|[/:]\d|-\d|\.\d)/giu

/** A word of a text, in lower case. */
export interface NumberToken {
  readonly from: number
  readonly to: number
  readonly word: string
  /** Stem of a word with content; undefined for small words, which a single "one" before them doesn't count. */
  readonly stem?: string | undefined
}

/** A number in a text. Offsets are UTF-16 units; `to` is exclusive. */
export interface NumberSpan {
  readonly from: number
  readonly to: number
  readonly value: number
  /** Whether the number is an ordinal, such as "third" or "3rd". */
  readonly ordinal: boolean
  /** Whether the number consists of digits only, as codes do. */
  readonly digits: boolean
}

/** Numbers of a text, in order. */
export function findNumbers(text: string, tokens: readonly NumberToken[] = numberTokens(text)): NumberSpan[] {
  const found: NumberSpan[] = []
  for (const match of text.matchAll(DIGITS)) {
    const [all, digits = '', ordinal, scale] = match
    const value = Number(digits.replaceAll(',', '')) * (scale === undefined ? 1 : (SCALES[scale.toLowerCase()] ?? 1))
    if (!Number.isFinite(value)) continue
    found.push({
      from: match.index,
      to: match.index + all.length,
      value: rounded(value),
      ordinal: ordinal !== undefined,
      digits: /^\d+$/.test(digits) && scale === undefined && ordinal === undefined,
    })
  }
  return [...found, ...inWords(tokens)].sort((a, b) => a.from - b.from)
}

function numberTokens(text: string): NumberToken[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: run, index }) => {
    const word = run.toLowerCase()
    return { from: index, to: index + run.length, word, stem: word }
  })
}

/** Removes floating-point rounding errors. */
const rounded = (value: number) => Number(value.toPrecision(12))

function inWords(tokens: readonly NumberToken[]): NumberSpan[] {
  const found: NumberSpan[] = []
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as NumberToken
    const place = ORDINALS.indexOf(first.word)
    if (place > 0) {
      found.push({ from: first.from, to: first.to, value: place, ordinal: true, digits: false })
      continue
    }
    const isScale = SCALE_WORDS.includes(first.word)
    if (!VALUES.has(first.word) && !isScale && readHead(tokens, at) === undefined) continue
    const { value, next } = wordsFrom(tokens, at)
    const last = tokens[next - 1] as NumberToken
    // "Several hundred and forty" has no value, and "hundred" alone isn't a number.
    if (isScale && (next === at + 1 || isUncertain(tokens[at - 1]))) {
      at = next - 1
      continue
    }
    // A single "one" is usually not a number.
    if (first.word !== 'one' || next > at + 1 || tokens[at + 1]?.stem !== undefined) {
      found.push({ from: first.from, to: last.to, value, ordinal: false, digits: false })
    }
    at = next - 1
  }
  return found
}

/** Whether a number in words after this one isn't complete: "several hundred", "5 hundred". */
const isUncertain = (token: NumberToken | undefined): boolean =>
  token !== undefined && /^(?:several|many|few|couple|of|some|\d.*)$/.test(token.word)

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an'])
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['quarter', 0.25],
])
/** Maximum number of UTF-16 units between two words of a number. */
const GAP_MAX = 2

/** Whether the words follow each other from a place, without punctuation that separates them. */
const follow = (tokens: readonly NumberToken[], at: number, count: number): boolean =>
  tokens
    .slice(at + 1, at + count)
    .every((token, index) => token.from - (tokens[at + index] as NumberToken).to <= GAP_MAX)

/** Words before a scale, and how much of it they count. The longest come first. */
const HEADS: readonly (readonly [words: readonly string[], value: number])[] = [
  [['a', 'quarter', 'of', 'a'], 0.25],
  [['quarter', 'of', 'a'], 0.25],
  [['half', 'a'], 0.5],
  [['a'], 1],
  [['an'], 1],
]

/** Reads the words before a scale: "a hundred", "half a million". Undefined if there are none. */
function readHead(tokens: readonly NumberToken[], at: number): { value: number; length: number } | undefined {
  const head = HEADS.find(
    ([words]) =>
      words.every((word, index) => tokens[at + index]?.word === word) &&
      SCALE_WORDS.includes(tokens[at + words.length]?.word ?? '') &&
      follow(tokens, at, words.length + 1),
  )
  return head && { value: head[1], length: head[0].length }
}

/** Reads "and a half" and "and a quarter". Undefined if other words follow. */
function readFraction(tokens: readonly NumberToken[], at: number): number | undefined {
  const [and, article = '', fraction = ''] = tokens.slice(at, at + 3).map(({ word }) => word)
  return and === 'and' && ARTICLES.has(article) && follow(tokens, at, 3) ? FRACTIONS.get(fraction) : undefined
}

/** Reads the digits after "point". Empty if there are none. */
function readDecimals(tokens: readonly NumberToken[], at: number): string {
  let digits = ''
  for (let next = at + 1; next < tokens.length && follow(tokens, next - 1, 2); next++) {
    const value = VALUES.get((tokens[next] as NumberToken).word)
    if (value === undefined || value > 9) break
    digits += value
  }
  return digits
}

/**
 * Parses numbers in words: each scale multiplies what precedes it ("two hundred and fifty thousand"). "A" and "half a"
 * count a scale, and fractions follow with "point" or "and a half".
 */
function wordsFrom(tokens: readonly NumberToken[], at: number): { value: number; next: number } {
  const head = readHead(tokens, at)
  let total = 0
  let open = head?.value ?? 0
  let scaled = 1
  let next = at + (head?.length ?? 0)
  for (; next < tokens.length; next++) {
    const word = (tokens[next] as NumberToken).word
    const value = VALUES.get(word)
    const scale = word.length > 2 ? SCALES[word] : undefined
    if (next > at && !follow(tokens, next - 1, 2)) break
    if (value !== undefined) {
      // Single digits ("four two seven") are a code and aren't combined into a number.
      if (next > at && open % 10 !== 0) break
      if (next > at && value >= 10 && open % 100 !== 0) break
      open += value
    } else if (scale === 100) open = (open || 1) * 100
    else if (scale !== undefined) {
      total += (open || 1) * scale
      scaled = scale
      open = 0
    } else if (word === 'point' && next > at && Number.isInteger(open)) {
      const digits = readDecimals(tokens, next)
      if (digits === '') break
      open += Number(`0.${digits}`)
      next += digits.length
    } else if (word === 'and' && next > at) {
      const fraction = readFraction(tokens, next)
      if (fraction !== undefined) {
        if (open > 0) open += fraction
        else total += scaled * fraction
        next += 2
      } else if (open % 100 !== 0 || !VALUES.has(tokens[next + 1]?.word ?? '')) break
    } else break
  }
  return { value: rounded(total + open), next }
}

/** Largest number that `formatNumberWords` supports, exclusive. */
export const WORDS_BELOW = 1e15

/** A whole number in words, as `findNumbers` reads it: "two hundred fifty thousand". */
export function formatNumberWords(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? ''
  if (value < 100) return [TENS[Math.floor(value / 10)], rest(value % 10)].filter(isWord).join('-')
  const [unit, name] =
    [...SCALE_WORDS]
      .reverse()
      .map((word) => [SCALES[word] ?? 1, word] as const)
      .find(([size]) => value >= size) ?? ([1, ''] as const)
  return [formatNumberWords(Math.floor(value / unit)), name, rest(value % unit)].filter(isWord).join(' ')
}

const rest = (value: number): string => (value === 0 ? '' : formatNumberWords(value))
const isWord = (word: string | undefined): boolean => word !== undefined && word !== ''

/** A number with its unit. */
export interface AmountSpan extends NumberSpan {
  /** Symbol of the currency or percent; null without one. */
  readonly unit: string | null
}

const SYMBOL_BEFORE = /[$€£¥]\s?$/
const UNIT_AFTER = /^\s?-?\s?(dollars?|bucks|usd|euros?|eur|pounds?|gbp|yen|percent|per cent|[$€£¥%])(?![\p{L}\p{N}])/iu
const UNITS: Readonly<Record<string, string>> = {
  ...{ dollar: '$', dollars: '$', bucks: '$', usd: '$', euro: '€', euros: '€', eur: '€' },
  ...{ pound: '£', pounds: '£', gbp: '£', yen: '¥', percent: '%', 'per cent': '%' },
}

/** Numbers of a text that aren't ordinals, with their units: "$58", "fifty-eight dollars" and "58". */
export function findAmounts(text: string): AmountSpan[] {
  return findNumbers(text).flatMap((number): AmountSpan[] => {
    if (number.ordinal) return []
    const before = SYMBOL_BEFORE.exec(text.slice(Math.max(0, number.from - 2), number.from))?.[0]
    if (before !== undefined) return [{ ...number, from: number.from - before.length, unit: before.trim() }]
    const after = UNIT_AFTER.exec(text.slice(number.to, number.to + 12))
    const unit = after?.[1]?.toLowerCase()
    if (after === null || unit === undefined) return [{ ...number, unit: null }]
    return [{ ...number, to: number.to + after[0].length, unit: UNITS[unit] ?? unit }]
  })
}

/**
 * Ways to write and say a number: "1200", "1,200", "one thousand two hundred", "a thousand two hundred", "twelve hundred",
 * "1.2k"; "4.2" and "four point two".
 */
export function formatNumberForms(value: number): string[] {
  const forms = [String(value)]
  if (value < 0 || value >= WORDS_BELOW) return forms
  if (!Number.isInteger(value)) return [...forms, ...formatDecimalForms(value)]
  forms.push(...formatSpokenForms(formatNumberWords(value)))
  if (value >= 1_000) forms.push(value.toLocaleString('en-US'))
  if (value >= 1_100 && value < 10_000 && value % 100 === 0 && value % 1_000 !== 0) {
    forms.push(`${formatNumberWords(value / 100)} hundred`)
  }
  for (const [scale, letter, word] of [
    [1e3, 'k', 'thousand'],
    [1e6, 'm', 'million'],
    [1e9, 'bn', 'billion'],
  ] as const) {
    const count = rounded(value / scale)
    if (count >= 1 && count < 1_000 && /^\d+(?:\.\d)?$/.test(String(count))) {
      forms.push(`${count}${letter}`, `${count} ${word}`)
    }
  }
  return forms
}

/** Maximum number of decimals that people say one by one. */
const DECIMALS_MAX = 4

function formatDecimalForms(value: number): string[] {
  const [whole = '', decimals = ''] = String(value).split('.')
  if (!/^\d+$/.test(decimals) || decimals.length > DECIMALS_MAX) return []
  return [[formatNumberWords(Number(whole)), 'point', ...[...decimals].map(formatDigit)].join(' ')]
}

const formatDigit = (digit: string): string => SMALL_NUMBERS[Number(digit)] ?? ''

/** Version in a text, such as "4.2.1" or "v10.0.2". Offsets are UTF-16 units; `to` is exclusive. */
export interface VersionSpan {
  readonly from: number
  readonly to: number
  /** Numbers between the dots. */
  readonly parts: readonly number[]
}

const VERSION = /(?<![\p{L}\p{N}.])v?(\d{1,3}(?:\.\d{1,3}){2,3})(?![\p{L}\p{N}]|\.\d)/giu
const VERSION_PART = `(?:\\d{1,3}|oh|${[...SMALL_NUMBERS, ...TENS.slice(2)].join('|')})`
const SPOKEN_VERSION = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])${VERSION_PART}(?: (?:point|dot) ${VERSION_PART}){2,3}(?![\p{L}\p{N}-])`,
  'giu',
)

/** Versions of three or four numbers, written or said: `4.2.1`. Those of two numbers are decimals for `findNumbers`. */
export const findVersions = (text: string): VersionSpan[] =>
  [
    ...[...text.matchAll(VERSION)].map(({ 0: all, 1: version = '', index }) => ({
      ...{ from: index, to: index + all.length },
      parts: version.split('.').map(Number),
    })),
    ...[...text.matchAll(SPOKEN_VERSION)].map(({ 0: all, index }) => ({
      ...{ from: index, to: index + all.length },
      parts: all
        .toLowerCase()
        .split(/ (?:point|dot) /)
        .map(readVersionPart),
    })),
  ].toSorted((a, b) => a.from - b.from)

function readVersionPart(word: string): number {
  if (word === 'oh') return 0
  const small = SMALL_NUMBERS.indexOf(word)
  const tens = TENS.indexOf(word)
  return small !== -1 ? small : tens !== -1 ? tens * 10 : Number(word)
}

/** Ways to write and say a version: "4.2.1", "four point two point one", "four dot two dot one", "four two one". */
export function formatVersionForms(parts: readonly number[]): string[] {
  const words = parts.map(formatNumberWords)
  return [parts.join('.'), ...[' point ', ' dot ', ' '].map((between) => words.join(between))]
}

/** Ways to say a number in words: "one hundred ten", "a hundred ten", "one hundred and ten", "a hundred and ten". */
function formatSpokenForms(words: string): string[] {
  const withAnd = words.replace(/ (hundred|thousand|million|billion|trillion) (?=[\w-]+$)/, ' $1 and ')
  const forms = withAnd === words ? [words] : [words, withAnd]
  return /^one (?!$)/.test(words) ? [...forms, ...forms.map((form) => form.replace(/^one /, 'a '))] : forms
}

const UNIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...{ $: ['dollars', 'bucks'], '€': ['euros'], '£': ['pounds'], '¥': ['yen'], '%': ['percent'] },
}

/** Ways to say a text with an amount, each in words and in digits. Only the text itself if it has none. */
export function formatAmountForms(text: string): string[] {
  const [amount] = findAmounts(text)
  if (amount === undefined) return [text]
  const [head, tail] = [text.slice(0, amount.from), text.slice(amount.to)]
  const units = amount.unit === null ? [''] : (UNIT_WORDS[amount.unit] ?? []).map((word) => ` ${word}`)
  const forms = formatNumberForms(amount.value).flatMap((number) => units.map((unit) => head + number + unit + tail))
  return [...new Set([text, ...forms])]
}
