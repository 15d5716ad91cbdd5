/**
 * Finds all matches of an organization's rules in a text. Each position belongs to one match, in the order of the
 * rules.
 */
import { addressesIn, hasNumber, ibansIn } from './find-accounts.ts'
import { spokenEmails, writtenEmails } from './find-emails.ts'
import { findNumberClaims, type NumberClaim } from './find-numbers.ts'
import { MASKS, REDACTION_KINDS, type RedactionKind, type SensitiveSpan, type SpanFinder } from './kinds.ts'
import { findNumberRuns } from './numbers.ts'
import { findPatternMatches, type RedactionPattern } from './patterns.ts'
import { type TextToken, tokenize } from './tokens.ts'

export interface RedactionRules {
  readonly kinds: readonly RedactionKind[]
  readonly patterns: readonly RedactionPattern[]
}

/** Existing masks. They stay unchanged even if a pattern would match within them. */
const MASK = /\[[A-Z][A-Z0-9_ ]{0,31}\]/g

export function createFinder({ kinds, patterns }: RedactionRules): SpanFinder {
  const wanted = new Set(kinds)
  return (text) => {
    const taken = createTaken(text)
    for (const pattern of patterns) for (const found of findPatternMatches(pattern, text)) taken.claim(found)
    if (wanted.size > 0) {
      for (const claim of claimsIn(text, wanted)) taken.claim({ ...claim, mask: MASKS[claim.kind] })
    }
    return taken.all()
  }
}

function claimsIn(text: string, wanted: ReadonlySet<RedactionKind>): NumberClaim[] {
  // Every match needs a digit, a number word or an `at`. Most turns have none and are skipped.
  const tokens = tokenize(text)
  const claims: NumberClaim[] = []
  const isWanted = (claim: NumberClaim) => wanted.has(claim.kind)
  if (hasNumber(tokens)) {
    if (wanted.has('iban')) claims.push(...ibansIn(tokens))
    for (const run of findNumberRuns(tokens))
      if (run.groups.length > 0) claims.push(...findNumberClaims(tokens, run).filter(isWanted))
    if (wanted.has('ip')) claims.push(...addressesIn(text, tokens))
  }
  if (wanted.has('email')) claims.push(...writtenEmails(text), ...spokenIn(tokens))
  return claims.toSorted((a, b) => getKindOrder(a) - getKindOrder(b))
}

const spokenIn = (tokens: readonly TextToken[]) =>
  tokens.some(({ low, text }) => low === 'at' || text === '@') ? spokenEmails(tokens) : []

const getKindOrder = ({ kind }: NumberClaim) => REDACTION_KINDS.indexOf(kind)

/** Collects matches without overlaps. Positions of existing masks are excluded. */
export function createTaken(text: string) {
  const found: SensitiveSpan[] = []
  let taken: Uint8Array | undefined
  /** Created on the first match, because most texts have none. */
  const getTaken = () => {
    if (taken === undefined) {
      taken = new Uint8Array(text.length)
      for (const { 0: mask, index } of text.matchAll(MASK)) taken.fill(1, index, index + mask.length)
    }
    return taken
  }
  return {
    claim(one: SensitiveSpan) {
      const places = getTaken()
      if (one.from >= one.to || places.subarray(one.from, one.to).includes(1)) return
      places.fill(1, one.from, one.to)
      found.push(one)
    },
    all: () => found.toSorted((a, b) => a.from - b.from),
  }
}
