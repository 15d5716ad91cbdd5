/** Finds payment cards, US social security numbers and phone numbers, in runs of written or spoken digits. */
import type { RedactionKind } from './kinds.ts'
import type { DigitGroup, NumberRun } from './numbers.ts'
import { isAdjacent, nearestBefore, type TextToken, tokenAt } from './tokens.ts'

export interface NumberClaim {
  readonly from: number
  readonly to: number
  readonly kind: RedactionKind
}

const words = (text: string) => new Set(text.split(/\s*,\s*/))

const CARD_WORDS = words('card number, credit card, debit card, card, visa, mastercard, amex, pan')
const CODE_WORDS = words('cvv, cvv2, cvc, cvc2, csc, security code, card verification')
const SOCIAL_WORDS = words('social security, ssn, social, socials')
const LAST_WORDS = words('last four, last 4, ends in, ending in, end in')
const PHONE_WORDS = words(
  'phone, telephone, cell, cellphone, mobile, fax, dial, whatsapp, tel, callback, landline, handset, call me, call us, ' +
    'call him, call her, call them, call you, reach me, reach us, reach him, reach her, reach you, text me, text him, ' +
    'text her, text us, text you, ring me, ring us, my number, your number, his number, her number, our number, ' +
    'contact number, number to, toll free',
)
/** Names of other numbers, which can look like phone numbers. */
const OTHER_WORDS = words(
  'order, invoice, ticket, case, reference, ref, tracking, account, acct, confirmation, booking, reservation, policy, ' +
    'serial, po, purchase, part, model, sku, conference, passcode, pin, code, meeting id, id, isbn, claim, contract, ' +
    'customer number, member, membership, routing, vin, imei, flight, room, zip, batch, lot, item, product, case number, ' +
    'version, block, transaction, license, licence, permit, patent, docket, file',
)
/** Number of tokens before a number in which a word can describe it. */
const NEAR = 12

export function findNumberClaims(tokens: readonly TextToken[], run: NumberRun): NumberClaim[] {
  const cards = cardsIn(tokens, run)
  const rest = cards.length === 0 ? [run] : partsLeft(run, cards)
  return [...cards, ...rest.flatMap((part) => othersIn(tokens, part))]
}

/** Parts of a run without the card numbers, as runs of their own. */
function partsLeft(run: NumberRun, cards: readonly NumberClaim[]): NumberRun[] {
  const parts: DigitGroup[][] = [[]]
  const inOrder = cards.toSorted((a, b) => a.from - b.from)
  let next = 0
  for (const group of run.groups) {
    while ((inOrder[next]?.to ?? Number.POSITIVE_INFINITY) <= group.from) next++
    const card = inOrder[next]
    if (card !== undefined && card.from < group.to) parts.push([])
    else parts.at(-1)?.push(group)
  }
  return parts
    .filter((groups) => groups.length > 0)
    .map((groups) => ({ ...run, groups, plus: run.plus && groups[0] === run.groups[0] }))
}

const joinDigits = (groups: readonly DigitGroup[]) => groups.map(({ digits }) => digits).join('')
const toClaim = (groups: readonly DigitGroup[], kind: RedactionKind): NumberClaim => ({
  from: groups[0]?.from ?? 0,
  to: groups.at(-1)?.to ?? 0,
  kind,
})

/** Range of groups in a run: the first group, and the group after the last. */
interface GroupRange {
  readonly first: number
  readonly end: number
  /** Position of its first digit among all digits of the run. */
  readonly from: number
}

/** Ranges of groups with a total number of digits from `min` to `max`. */
function* listGroupRanges(groups: readonly DigitGroup[], min: number, max: number): Generator<GroupRange> {
  let from = 0
  for (let first = 0; first < groups.length; from += groups[first]?.digits.length ?? 0, first++) {
    let length = 0
    for (let behind = first + 1; behind <= groups.length; behind++) {
      length += groups[behind - 1]?.digits.length ?? 0
      if (length > max) break
      if (length >= min) yield { first, end: behind, from }
    }
  }
}

const CARD_MIN = 14
const CARD_MAX = 19

function cardsIn(tokens: readonly TextToken[], run: NumberRun): NumberClaim[] {
  const { groups } = run
  const digits = joinDigits(groups)
  const total = digits.length
  if (total >= 3 && total <= 4 && nearestBefore(tokens, run.first, 6, CODE_WORDS) !== undefined) {
    return [toClaim(groups, 'card')]
  }
  if (total < CARD_MIN) return []
  const found: NumberClaim[] = []
  const taken = new Set<number>()
  // Most frequent length first: a number of 16 digits may contain a valid number of 14 digits by chance.
  for (const length of CARD_LENGTHS) {
    for (const { first, end, from } of listGroupRanges(groups, length, length)) {
      if (!isCard(digits.slice(from, from + length)) || (run.plus && first === 0)) continue
      const stretch = groups.slice(first, end)
      if (taken.has(first) || taken.has(end - 1) || !isGroupedAsCard(stretch)) continue
      for (let at = first; at < end; at++) taken.add(at)
      found.push(toClaim(stretch, 'card'))
    }
  }
  if (found.length > 0) return found
  // A misrecognized digit breaks the checksum. The number still counts if it's called a card number.
  const said = nearestBefore(tokens, run.first, NEAR, CARD_WORDS, OTHER_WORDS) === 'first'
  return said && total <= CARD_MAX + 4 && !isCounting(groups) ? [toClaim(groups, 'card')] : []
}

const CARD_LENGTHS = [16, 15, 14, 19, 18, 17]

/**
 * Whether the number is written in one group, or in groups as printed on cards. Other groupings are several numbers.
 */
function isGroupedAsCard(stretch: readonly DigitGroup[]): boolean {
  if (stretch.length === 1 || !stretch.every(({ written }) => written)) return true
  const shape = stretch.map(({ digits }) => digits.length).join('-')
  return /^4(?:-4){2}-[1-7]$|^4(?:-4){3}-[1-3]$|^4-6-[45]$|^(?:2-){7,8}2$|^(?:1-){13,18}1$/.test(shape)
}

/**
 * Whether the number belongs to a known network, has a length that it issues, and has a valid check digit (ISO/IEC
 * 7812-1).
 */
function isCard(digits: string): boolean {
  return isIssued(digits) && !/^(\d)\1+$/.test(digits) && isLuhn(digits)
}

function isIssued(digits: string): boolean {
  const { length } = digits
  const two = Number(digits.slice(0, 2))
  const four = Number(digits.slice(0, 4))
  if (digits.startsWith('4')) return length === 16 || length === 19
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16
  if (two === 34 || two === 37) return length === 15
  if (two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059)) return length === 14 || length === 16
  if (four >= 3528 && four <= 3589) return length === 16
  if (two === 62 || two === 60 || two === 64 || two === 65 || two === 81) return length >= 16
  // Maestro.
  return (two === 50 || (two >= 56 && two <= 58) || two === 67) && length >= 16
}

export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

function othersIn(tokens: readonly TextToken[], run: NumberRun): NumberClaim[] {
  const claims: NumberClaim[] = []
  for (const part of listedIn(run)) {
    let rest: NumberRun | undefined = part
    while (rest !== undefined) {
      const claim: NumberClaim | undefined = socialIn(tokens, rest) ?? phoneIn(tokens, rest)
      if (claim === undefined) break
      claims.push(claim)
      const left: DigitGroup[] = rest.groups.filter(({ from }) => from >= claim.to)
      rest = left.length === 0 ? undefined : { ...rest, groups: left, plus: false }
    }
  }
  return claims
}

/** Maximum number of groups to examine together. Longer runs are tables. */
const GROUPS_MAX = 64

/**
 * Splits a run into separate numbers. Written numbers separated by commas are a list, unless they form one number.
 * Numbers after a number written with signs are separate too: `415-555-0132 123-45-6789`.
 */
function listedIn(run: NumberRun): NumberRun[] {
  if (run.groups.length <= GROUPS_MAX && joinDigits(run.groups).length <= AMERICAN_MAX) return [run]
  const parts: DigitGroup[][] = []
  /** Number of digits since the last space, if joined by signs. */
  let joined = 0
  for (const group of run.groups) {
    const last = parts.at(-1)
    const isJoined = group.parted === '-' || group.parted === '.'
    const isApart = group.written && (group.parted === ',' || (!isJoined && joined >= PHONE_MIN))
    if (last === undefined || last.length === GROUPS_MAX || isApart) parts.push([group])
    else last.push(group)
    joined = (isJoined ? joined : 0) + group.digits.length
  }
  return parts.map((groups) => ({ ...run, groups, plus: run.plus && groups[0] === run.groups[0] }))
}

function socialIn(tokens: readonly TextToken[], run: NumberRun): NumberClaim | undefined {
  const { groups } = run
  const digits = joinDigits(groups)
  const isValid = !/^(?:000|666|9)|^...00|0000$/.test(digits)
  if (digits.length === 9 && isValid) {
    const shape = groups.map((group) => group.digits.length).join('-')
    const [, second, third] = groups
    if (shape === '3-2-4' && groups.every(({ written }) => written) && second?.parted === third?.parted) {
      if (second?.parted === '-' || second?.parted === ' ') return toClaim(groups, 'ssn')
    }
  }
  if (digits.length !== 9 && digits.length !== 4) return undefined
  const named = nearestBefore(tokens, run.first, NEAR, SOCIAL_WORDS, OTHER_WORDS) === 'first'
  // For example, the year in `social media in 2024`.
  const isMeant = digits.length === 9 || nearestBefore(tokens, run.first, NEAR, LAST_WORDS) !== undefined
  return named && isMeant ? toClaim(groups, 'ssn') : undefined
}

const PHONE_MIN = 7
/** Including the country code 1. */
const AMERICAN_MAX = 11
/** Maximum length of a phone number (ITU-T E.164). */
const PHONE_MAX = 15

function phoneIn(tokens: readonly TextToken[], run: NumberRun): NumberClaim | undefined {
  const found = phoneWithin(tokens, run)
  return found === undefined ? undefined : { ...found, from: withSigns(tokens, found.from) }
}

/** Includes `+` and `(` right before a number. */
function withSigns(tokens: readonly TextToken[], from: number): number {
  let at = tokenAt(tokens, from)
  while (isAdjacent(tokens, at) && /^[+(]$/.test(tokens[at - 1]?.text ?? '')) at--
  return tokens[at]?.from ?? from
}

function phoneWithin(tokens: readonly TextToken[], run: NumberRun): NumberClaim | undefined {
  const { groups } = run
  const digits = joinDigits(groups)
  if (digits.length < PHONE_MIN || (isCounting(groups) && !run.plus) || /^(\d)\1+$/.test(digits)) return undefined
  const about = nearestBefore(tokens, run.first, NEAR, PHONE_WORDS, OTHER_WORDS)
  if (about === 'second') return undefined
  if (run.plus) {
    const american = digits.startsWith('1') ? takeExactly(groups, 11) : undefined
    const stretch = american ?? longestWithin(groups, PHONE_MAX)
    if (stretch !== undefined && joinDigits(stretch).length >= PHONE_MIN) return toClaim(stretch, 'phone')
  }
  if (digits.length <= PHONE_MAX && isNational(groups)) return toClaim(groups, 'phone')
  for (const length of [11, 10]) {
    for (const { first, end } of listGroupRanges(groups, length, length)) {
      const stretch = groups.slice(first, end)
      if (isAlone(groups, first, end) && isAmerican(stretch, about === 'first')) return toClaim(stretch, 'phone')
    }
  }
  if (digits.length > PHONE_MAX) return undefined
  return about === 'first' && isDialled(groups) ? toClaim(groups, 'phone') : undefined
}

/** Whether the number is written in a few groups or spoken mostly digit by digit. Years and lists of figures aren't. */
function isDialled(groups: readonly DigitGroup[]): boolean {
  const lengths = groups.map(({ digits }) => digits.length)
  // Years, including an incomplete one.
  if (/^(?:(?:19|20)\d\d)+\d{0,3}$/.test(joinDigits(groups))) return false
  if (!groups.every(({ written }) => written)) return lengths.filter((one) => one === 1).length * 2 >= lengths.length
  const isParted = groups.slice(1).every(({ parted }) => /^[ .)(-]$/.test(parted))
  return isParted && groups.length <= DIALLED_GROUPS_MAX && Math.max(...lengths) >= 3
}

const DIALLED_GROUPS_MAX = 5

/** Leading groups with exactly this number of digits. */
function takeExactly(groups: readonly DigitGroup[], length: number): readonly DigitGroup[] | undefined {
  let sum = 0
  for (const [index, { digits }] of groups.entries()) {
    sum += digits.length
    if (sum === length) return groups.slice(0, index + 1)
  }
  return undefined
}

function longestWithin(groups: readonly DigitGroup[], max: number): readonly DigitGroup[] | undefined {
  let sum = 0
  let count = 0
  for (const { digits } of groups) {
    if (sum + digits.length > max) break
    sum += digits.length
    count++
  }
  return count === 0 ? undefined : groups.slice(0, count)
}

/** Whether no adjacent written group is joined with a sign, which would make it a longer number. */
function isAlone(groups: readonly DigitGroup[], first: number, behind: number): boolean {
  const isSignJoined = (group: DigitGroup | undefined) =>
    group?.written === true && (group.parted === '-' || group.parted === '.')
  return !(first > 0 && isSignJoined(groups[first])) && !isSignJoined(groups[behind])
}

/**
 * Whether the digits follow the North American Numbering Plan: area code and exchange start with 2 to 9, written or
 * spoken in the usual groups.
 */
function isAmerican(stretch: readonly DigitGroup[], named: boolean): boolean {
  const digits = joinDigits(stretch)
  if (!/^1?[2-9]\d\d[2-9]\d{6}$/.test(digits)) return false
  if (stretch.every(({ written }) => written)) {
    const shape = stretch.map((group) => group.digits.length).join('-')
    // Without signs, it may be any number of ten digits.
    return (named && isDialled(stretch)) || /^(?:1-)?3-3-4$|^(?:1-)?3-7$/.test(shape)
  }
  const single = stretch.filter((group) => group.digits.length === 1).length
  return (named && isDialled(stretch)) || single >= 6
}

/** Whether the number starts with a national trunk prefix: `020 7946 0958`, `oh two oh seven …`. */
function isNational(groups: readonly DigitGroup[]): boolean {
  const digits = joinDigits(groups)
  if (!/^0{1,2}[1-9]/.test(digits)) return false
  if (!groups.every(({ written }) => written)) return digits.length >= 10
  const [first] = groups
  if (groups.length < 2 || first === undefined) return false
  const isDay = /^\d\d-\d\d-(?:19|20|21)\d\d(?:-|$)/.test(groups.map((group) => group.digits).join('-'))
  return (
    first.digits.length >= 2 && digits.length >= 9 && !isDay && groups.slice(1).every(({ parted }) => parted !== ',')
  )
}

/**
 * Whether the speaker counts up or down (`one two three four …`) rather than dictates, possibly with restarts and
 * slips.
 */
function isCounting(groups: readonly DigitGroup[]): boolean {
  if (groups.length < 5) return false
  const values = groups.map(({ digits }) => Number(digits))
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  const countSteps = (by: number) => steps.filter((step) => step === by || step === by * -9).length
  return Math.max(countSteps(1), countSteps(-1)) >= COUNTED_SHARE * steps.length
}

const COUNTED_SHARE = 0.75
