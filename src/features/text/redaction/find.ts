/**
 * Finds all matches of an organization's rules in a text. Each position belongs to one match, in the order of the
 * rules.
 */
import { addressesIn, hasNumber, ibansIn } from './find-accounts.ts'
import { spokenEmails, writtenEmails } from './find-emails.ts'
import { type Claim, claimsOf } from './find-numbers.ts'
import { type Find, type Found, MASKS, REDACTION_KINDS, type RedactionKind } from './kinds.ts'
import { runsOf } from './numbers.ts'
import { foundBy, type Pattern } from './patterns.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface Rules {
  readonly kinds: readonly RedactionKind[]
  readonly patterns: readonly Pattern[]
}

/** Existing masks. They stay unchanged even if a pattern would match within them. */
const MASK = /\[[A-Z][A-Z0-9_ ]{0,31}\]/g

export function finderOf({ kinds, patterns }: Rules): Find {
  const wanted = new Set(kinds)
  return (text) => {
    const taken = createTaken(text)
    for (const pattern of patterns) for (const found of foundBy(pattern, text)) taken.claim(found)
    if (wanted.size > 0) {
      for (const claim of claimsIn(text, wanted)) taken.claim({ ...claim, mask: MASKS[claim.kind] })
    }
    return taken.all()
  }
}

function claimsIn(text: string, wanted: ReadonlySet<RedactionKind>): Claim[] {
  // Every match needs a digit, a number word or an `at`. Most turns have none and are skipped.
  const tokens = tokensOf(text)
  const claims: Claim[] = []
  const isWanted = (claim: Claim) => wanted.has(claim.kind)
  if (hasNumber(tokens)) {
    if (wanted.has('iban')) claims.push(...ibansIn(tokens))
    for (const run of runsOf(tokens)) if (run.groups.length > 0) claims.push(...claimsOf(tokens, run).filter(isWanted))
    if (wanted.has('ip')) claims.push(...addressesIn(text, tokens))
  }
  if (wanted.has('email')) claims.push(...writtenEmails(text), ...spokenIn(tokens))
  return claims.toSorted((a, b) => orderOf(a) - orderOf(b))
}

const spokenIn = (tokens: readonly Token[]) =>
  tokens.some(({ low, text }) => low === 'at' || text === '@') ? spokenEmails(tokens) : []

const orderOf = ({ kind }: Claim) => REDACTION_KINDS.indexOf(kind)

/** Collects matches without overlaps. Positions of existing masks are excluded. */
export function createTaken(text: string) {
  const found: Found[] = []
  let taken: Uint8Array | undefined
  /** Created on the first match, because most texts have none. */
  const takenOf = () => {
    if (taken === undefined) {
      taken = new Uint8Array(text.length)
      for (const { 0: mask, index } of text.matchAll(MASK)) taken.fill(1, index, index + mask.length)
    }
    return taken
  }
  return {
    claim(one: Found) {
      const places = takenOf()
      if (one.from >= one.to || places.subarray(one.from, one.to).includes(1)) return
      places.fill(1, one.from, one.to)
      found.push(one)
    },
    all: () => found.toSorted((a, b) => a.from - b.from),
  }
}
