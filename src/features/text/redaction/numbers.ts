/**
 * Parses written and spoken numbers: `4111 1111`, `four one one one`, `double oh seven`, `forty-one eleven`, `eight
 * hundred`. A **run** is a sequence of numbers, separated only by fillers and signs as in dictation. A **group** is one
 * written or spoken number. Amounts, percentages, decimals, dates and times end a run, because they aren't dictated
 * digits.
 */
import { SMALL_NUMBERS, TENS as TENS_WORDS } from '../../../core/numbers.ts'
import { isAdjacent, type TextToken } from './tokens.ts'

export interface DigitGroup {
  readonly digits: string
  readonly from: number
  readonly to: number
  readonly written: boolean
  /** Separator from the previous group: a sign, a space or a filler word; empty for the first group of a run. */
  readonly parted: string
}

export interface NumberRun {
  readonly groups: readonly DigitGroup[]
  /** Index of its first token, and the index after its last token. */
  readonly first: number
  readonly end: number
  /** Whether a plus sign precedes the run, written or spoken. */
  readonly plus: boolean
}

/** Digits of a range of number words. */
const digitsOfWords = (from: number, to: number): Record<string, string> =>
  Object.fromEntries(SMALL_NUMBERS.slice(from, to).map((word, index) => [word, String(from + index)]))

const SINGLE: Readonly<Record<string, string>> = {
  ...digitsOfWords(0, 10),
  ...{ oh: '0', o: '0', nought: '0', naught: '0', nil: '0', niner: '9' },
}
const TEENS: Readonly<Record<string, string>> = digitsOfWords(10, 20)
/** The first digit of tens, with a frequent misspelling. */
const TENS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TENS_WORDS.flatMap((word, ten) => (word === '' ? [] : [[word, String(ten)]]))),
  fourty: '4',
}
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3 }
/** Filler words between dictated digits. */
const FILLERS = new Set([
  'uh',
  'um',
  'er',
  'erm',
  'uhm',
  'ah',
  'and',
  'then',
  'dash',
  'hyphen',
  'space',
  'dot',
  'minus',
])
const SIGNS = new Set(['-', '–', '—', '‑', '.', ',', '(', ')', '…'])
/** Maximum number of fillers and signs between two groups. */
const BETWEEN_MAX = 3
/** Words after a number that is an amount. */
const UNITS = new Set([
  ...['thousand', 'million', 'billion', 'trillion', 'percent', 'dollars', 'dollar', 'euros', 'euro', 'pounds', 'cents'],
  ...['bucks', 'k', 'bn', '%', '€', '$', '£', 'basis', 'am', 'pm', 'oclock', 'hundredths', 'kilometers', 'miles'],
])

/** Number that starts at a token, and the index after it. */
function numberAt(tokens: readonly TextToken[], at: number): { digits: string; end: number } | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.is === 'digits') return { digits: token.text, end: at + 1 }
  if (token.is !== 'word') return undefined
  const times = getOwn(TIMES, token.low)
  if (times !== undefined) {
    const next = getOwn(SINGLE, tokens[at + 1]?.low ?? '') ?? singleDigit(tokens[at + 1])
    return next === undefined ? undefined : { digits: next.repeat(times), end: at + 2 }
  }
  const single = getOwn(SINGLE, token.low)
  if (single !== undefined) {
    return tokens[at + 1]?.low === 'hundred' ? { digits: `${single}00`, end: at + 2 } : { digits: single, end: at + 1 }
  }
  const teen = getOwn(TEENS, token.low)
  if (teen !== undefined) return { digits: teen, end: at + 1 }
  const tens = getOwn(TENS, token.low)
  if (tens === undefined) return undefined
  const joint = tokens[at + 1]?.text === '-' && isAdjacent(tokens, at + 1) ? at + 2 : at + 1
  const unit = getOwn(SINGLE, tokens[joint]?.low ?? '')
  if (unit === undefined || unit === '0') return { digits: `${tens}0`, end: at + 1 }
  return { digits: tens + unit, end: joint + 1 }
}

const getOwn = <T>(of: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined

const singleDigit = (token: TextToken | undefined) =>
  token?.is === 'digits' && token.text.length === 1 ? token.text : undefined

/** Whether a number starts at this token. */
export const isNumberAt = (tokens: readonly TextToken[], at: number): boolean => numberAt(tokens, at) !== undefined

export function findNumberRuns(tokens: readonly TextToken[]): NumberRun[] {
  const runs: NumberRun[] = []
  let at = 0
  while (at < tokens.length) {
    const run = runAt(tokens, at)
    if (run === undefined) {
      at++
      continue
    }
    runs.push(run)
    at = run.end
  }
  return runs
}

function runAt(tokens: readonly TextToken[], start: number): NumberRun | undefined {
  const groups: DigitGroup[] = []
  let at = start
  let parted = ''
  let behind = start
  for (;;) {
    const number = numberAt(tokens, at)
    if (number === undefined) break
    const next = tokens[number.end]
    // An amount, decimal, date or time isn't part of the dictation; the groups before it are.
    const apart = partOfFigure(tokens, at, number.end)
    if (apart !== undefined) {
      if (groups.length === 0) return { groups: [], first: start, end: Math.max(apart, start + 1), plus: false }
      break
    }
    if (next !== undefined && UNITS.has(next.low) && !isSignInside(tokens, number.end)) {
      if (groups.length === 0) return { groups: [], first: start, end: number.end, plus: false }
      break
    }
    groups.push({
      digits: number.digits,
      from: tokens[at]?.from ?? 0,
      to: tokens[number.end - 1]?.to ?? 0,
      written: tokens[at]?.is === 'digits',
      parted,
    })
    behind = number.end
    const gap = gapAt(tokens, behind)
    if (gap === undefined) break
    at = gap.end
    parted = gap.parted
  }
  if (groups.length === 0) return undefined
  return { groups, first: start, end: behind, plus: isPlusBefore(tokens, start) }
}

const isSignInside = (tokens: readonly TextToken[], at: number) => SIGNS.has(tokens[at]?.text ?? '')

function isPlusBefore(tokens: readonly TextToken[], at: number): boolean {
  const before = tokens[at - 1]
  if (before === undefined) return false
  // `(+49) 30 …`, `+ (49) 30 …`
  if (before.text === '(') return isPlusBefore(tokens, at - 1)
  return (before.text === '+' && before.to <= (tokens[at]?.from ?? 0)) || before.low === 'plus'
}

/** Separator between two groups; undefined if the run ends here. */
function gapAt(tokens: readonly TextToken[], from: number): { end: number; parted: string } | undefined {
  let at = from
  let parted = ' '
  let count = 0
  while (at < tokens.length && numberAt(tokens, at) === undefined) {
    const token = tokens[at]
    if (token === undefined || ++count > BETWEEN_MAX) return undefined
    if (token.is === 'sign' && SIGNS.has(token.text)) {
      // A sign directly between two written numbers doesn't end a sentence.
      if (parted === ' ' || token.text !== '(') parted = /[–—‑]/.test(token.text) ? '-' : token.text
    } else if (token.is === 'word' && FILLERS.has(token.low)) parted = token.low
    else return undefined
    at++
  }
  return at < tokens.length ? { end: at, parted } : undefined
}

/** Signs that join two adjacent numbers to one figure: `3.5`, `1,000`, `10:30`, `3/4`, `2024-01-31`. */
const JOINTS = new Set(['.', ',', ':', '/', '-', '–', '‑'])

/**
 * End of a chain of written numbers joined by signs, if the chain is an amount, date, time or IP address. Those aren't
 * part of a dictated number.
 */
function partOfFigure(tokens: readonly TextToken[], at: number, behind: number): number | undefined {
  const token = tokens[at]
  if (token?.is !== 'digits' || isWithinChain(tokens, at)) return undefined
  const currency = tokens[at - 1]
  const isAmount = currency !== undefined && /^[$€£¥]$/.test(currency.text) && currency.to === token.from
  const chain: string[] = [token.text]
  const joints: string[] = []
  let end = behind
  while (
    JOINTS.has(tokens[end]?.text ?? '') &&
    isAdjacent(tokens, end) &&
    isAdjacent(tokens, end + 1) &&
    tokens[end + 1]?.is === 'digits'
  ) {
    joints.push(/[–‑]/.test(tokens[end]?.text ?? '') ? '-' : (tokens[end]?.text ?? ''))
    chain.push(tokens[end + 1]?.text ?? '')
    end += 2
  }
  if (isAmount) return end
  const unit = tokens[end]
  if (unit !== undefined && unit.text === '%' && isAdjacent(tokens, end)) return end
  if (joints.length === 0) return undefined
  return isFigure(chain, joints) ? end : undefined
}

/** Whether the token is inside a chain that was already examined at its start. */
const isWithinChain = (tokens: readonly TextToken[], at: number) =>
  JOINTS.has(tokens[at - 1]?.text ?? '') &&
  isAdjacent(tokens, at) &&
  isAdjacent(tokens, at - 1) &&
  tokens[at - 2]?.is === 'digits'

function isFigure(chain: readonly string[], joints: readonly string[]): boolean {
  if (joints.some((joint) => joint === ':' || joint === '/')) return true
  // In lists, a space follows the comma; `1,000,000` has none.
  if (joints.includes(',')) return true
  if (joints.every((joint) => joint === '.')) {
    if (chain.length === 2) return true
    if (isDate(chain)) return true
    // A version, or an IP address, which has its own rule.
    return chain.length === 4 && chain.every((part) => part.length <= 3)
  }
  return joints.every((joint) => joint === '-') && isDate(chain)
}

/** Whether three numbers are a day, month and year in a common order: `2024-01-31`, `31.01.2024`, `1-31-24`. */
function isDate(chain: readonly string[]): boolean {
  if (chain.length !== 3) return false
  const [a, b, c] = chain as [string, string, string]
  const small = (part: string) => part.length <= 2 && Number(part) >= 1 && Number(part) <= 31
  const year = (part: string) => part.length === 2 || (part.length === 4 && /^(?:1[89]|20|21)/.test(part))
  return (year(a) && a.length === 4 && small(b) && small(c)) || (small(a) && small(b) && year(c))
}
