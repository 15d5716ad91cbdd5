/** Finds email addresses, written (`jane.doe@example.com`) and spoken (`jane dot doe at example dot com`). */
import type { NumberClaim } from './find-numbers.ts'
import { isNumberAt } from './numbers.ts'
import { isAdjacent, nearestBefore, type TextToken } from './tokens.ts'

/** Characters of a local part (RFC 5322), in any script. The length limit is that of RFC 5321. */
const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
const LOCAL_MAX = 64
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})){1,8}/u

/** Searches outwards from each `@`, so that the run time is linear. */
export function writtenEmails(text: string): NumberClaim[] {
  const claims: NumberClaim[] = []
  let behind = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let from = at
    while (from > behind && at - from < LOCAL_MAX && LOCAL.test(text[from - 1] ?? '')) from--
    // Leading punctuation isn't part of the address.
    while (from < at && /[.'/=*_~`{|}-]/.test(text[from] ?? '')) from++
    const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + 255))?.[0]
    if (from === at || domain === undefined) continue
    const to = at + 1 + domain.length
    claims.push({ from, to, kind: 'email' })
    behind = to
  }
  return claims
}

const words = (text: string) => new Set(text.split(' '))
const ABOUT_MAIL = words('email emails mail address addresses mailbox inbox reach contact write send cc forward invite')
const FREE = words(
  'gmail googlemail yahoo ymail hotmail outlook live msn icloud me mac aol proton protonmail gmx web fastmail zoho yandex qq',
)
/** Local parts of role addresses, which belong to no person. */
const DESKS = words(
  'info sales support hello contact admin office team jobs careers press ir help helpdesk billing service hr legal ' +
    'privacy security feedback enquiries inquiries orders accounts accounting marketing noreply webmaster postmaster',
)
const ENDINGS = words(
  'com org net edu gov mil int info biz name pro io ai dev app co me tv example test invalid local online shop store ' +
    'tech cloud site blog agency email solutions company group world global health finance bank',
)
const JOINERS = words('dot period underscore dash hyphen plus')
const SIGN_JOINERS = words('. _ - +')
/** Words that are said before an address and aren't part of it. */
const NEVER = words(
  'is its at the my your our his her their a an to by under email mail address me us him them it that this here there ' +
    'live online found available home site website',
)
const NAMED_WITHIN = 14
const LABELS_MAX = 6

export function spokenEmails(tokens: readonly TextToken[]): NumberClaim[] {
  const claims: NumberClaim[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.low !== 'at' && token.text !== '@') continue
    const domain = domainFrom(tokens, at + 1)
    if (domain === undefined) continue
    const local = localBefore(tokens, at)
    if (local === undefined) continue
    const { low } = tokens[at - 1] as TextToken
    const isMeant =
      local.joined ||
      token.text === '@' ||
      FREE.has(domain.name) ||
      DESKS.has(low) ||
      nearestBefore(tokens, local.first, NAMED_WITHIN, ABOUT_MAIL) !== undefined
    if (!isMeant) continue
    claims.push({ from: tokens[local.first]?.from ?? 0, to: tokens[domain.end - 1]?.to ?? 0, kind: 'email' })
  }
  return claims
}

/** Labels with `dot` between them, up to the last one that can end a domain. */
function domainFrom(tokens: readonly TextToken[], from: number): { end: number; name: string } | undefined {
  let label = labelAt(tokens, from, true)
  if (label === undefined) return undefined
  const name = label.text
  let behind: number | undefined
  for (let n = 1; n < LABELS_MAX; n++) {
    const next = dotAt(tokens, label.end)
    if (next === undefined) break
    label = labelAt(tokens, next, false)
    if (label === undefined) break
    if (ENDINGS.has(label.text) || /^[a-z]{2}$/.test(label.text)) behind = label.end
  }
  return behind === undefined ? undefined : { end: behind, name }
}

/** Index after a dot, spoken, or written without surrounding spaces. */
function dotAt(tokens: readonly TextToken[], at: number): number | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.low === 'dot' || token.low === 'period') return at + 1
  return token.text === '.' && isAdjacent(tokens, at) && isAdjacent(tokens, at + 1) ? at + 1 : undefined
}

/**
 * One label: a word, spelled letters in a row (`c o m`), or words joined by a dash.
 * @param first whether it's the first label, which can be two spoken words: `acme widgets dot com`
 */
function labelAt(tokens: readonly TextToken[], at: number, first: boolean): { text: string; end: number } | undefined {
  const token = tokens[at]
  if (token === undefined || token.is === 'sign') return undefined
  let text = token.low
  let behind = at + 1
  if (text.length === 1) {
    while ((tokens[behind]?.low.length ?? 0) === 1 && tokens[behind]?.is !== 'sign') text += tokens[behind++]?.low ?? ''
  }
  for (;;) {
    const joint = tokens[behind]
    const next = tokens[behind + 1]
    if (joint === undefined || next === undefined || next.is === 'sign') break
    const isDash = joint.low === 'dash' || joint.low === 'hyphen'
    const isSign = joint.text === '-' && isAdjacent(tokens, behind) && isAdjacent(tokens, behind + 1)
    const isGlued = joint.is !== 'sign' && isAdjacent(tokens, behind)
    if (isGlued) {
      text += joint.low
      behind++
    } else if (isDash || isSign) {
      text += `-${next.low}`
      behind += 2
    } else break
  }
  if (
    first &&
    tokens[behind]?.is === 'word' &&
    (tokens[behind + 1]?.low === 'dot' || tokens[behind + 1]?.low === 'period')
  ) {
    if (tokens[behind]?.low !== 'dot' && tokens[behind]?.low !== 'period') {
      text += tokens[behind]?.low ?? ''
      behind++
    }
  }
  return { text, end: behind }
}

/**
 * Local part that ends right before a token. `joined`: it contains a dot or spelled letters, which only occur in
 * addresses.
 */
function localBefore(tokens: readonly TextToken[], at: number): { first: number; joined: boolean } | undefined {
  let first = at - 1
  const last = tokens[first]
  if (last === undefined || last.is === 'sign') return undefined
  let joined = false
  for (let steps = 0; steps < 40; steps++) {
    const before = tokens[first - 1]
    if (before === undefined) break
    const isWritten = SIGN_JOINERS.has(before.text) && isAdjacent(tokens, first) && isAdjacent(tokens, first - 1)
    if (JOINERS.has(before.low) || isWritten) {
      const next = tokens[first - 2]
      if (next === undefined || next.is === 'sign' || JOINERS.has(next.low)) break
      first -= 2
      joined = true
      continue
    }
    // Single letters and digits in a row, or numbers after a name.
    const here = tokens[first] as TextToken
    const isSpelled = (one: TextToken, place: number) =>
      one.is !== 'sign' && (one.low.length === 1 || isNumberAt(tokens, place))
    if (isAdjacent(tokens, first) && before.is !== 'sign') {
      first--
      continue
    }
    if (isSpelled(here, first) && isSpelled(before, first - 1)) {
      first--
      joined = true
      continue
    }
    // In `jane 42 at …`, the word before spoken digits belongs to them.
    if (isSpelled(here, first) && isNumberAt(tokens, first) && before.is === 'word' && !NEVER.has(before.low)) {
      first--
      joined = true
      continue
    }
    break
  }
  return !joined && NEVER.has(last.low) ? undefined : { first, joined }
}

/** Written form of a spoken address: `jane dot doe at example dot com`. */
export function toWrittenAddress(said: string): string {
  return said
    .toLowerCase()
    .replaceAll(/\s*\b(?:dot|period)\b\s*/g, '.')
    .replaceAll(/\s*\b(?:dash|hyphen)\b\s*/g, '-')
    .replaceAll(/\s*\bunderscore\b\s*/g, '_')
    .replaceAll(/\s*\bplus\b\s*/g, '+')
    .replace(/\s+at\s+/, '@')
    .replaceAll(/\s+/g, '')
}
