/** Finds IBANs (ISO 13616), grouped or spelled, and IP addresses. */
import { isIPv4, isIPv6 } from 'node:net'
import type { NumberClaim } from './find-numbers.ts'
import { findNumberRuns, isNumberAt } from './numbers.ts'
import { isAdjacent, nearestBefore, type TextToken, tokenAt } from './tokens.ts'

/** IBAN length by country (SWIFT IBAN registry). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
  FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
  LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
  SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

interface CharacterRun {
  readonly text: string
  readonly from: number
  readonly to: number
}

export function ibansIn(tokens: readonly TextToken[]): NumberClaim[] {
  const claims: NumberClaim[] = []
  let behind = 0
  for (const stream of listCharacterStreams(tokens)) {
    for (let start = 0; start < stream.length; start++) {
      const first = stream[start]
      if (first === undefined || first.from < behind || !/^[A-Z]/.test(first.text)) continue
      const end = ibanEnd(stream, start)
      if (end === undefined) continue
      claims.push({ from: first.from, to: end, kind: 'iban' })
      behind = end
    }
  }
  return claims
}

/** Maximum length of an IBAN. */
const IBAN_MAX = 34

function ibanEnd(stream: readonly CharacterRun[], start: number): number | undefined {
  let text = ''
  for (let at = start; at < stream.length && text.length <= IBAN_MAX; at++) {
    text += stream[at]?.text ?? ''
    if (text.length >= 4 && !/^[A-Z]{2}\d\d/.test(text)) return undefined
    const length = LENGTHS[text.slice(0, 2)]
    if (text.length >= 2 && length === undefined) return undefined
    if (text.length === length) return isChecked(text) ? stream[at]?.to : undefined
    if (length !== undefined && text.length > length) return undefined
  }
  return undefined
}

/** Verifies the check digits (ISO 7064, MOD 97-10). */
function isChecked(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Sequences of letters and digits that may be account numbers, with spoken numbers as digits. */
function listCharacterStreams(tokens: readonly TextToken[]): CharacterRun[][] {
  const said = new Map(findNumberRuns(tokens).flatMap((run) => run.groups.map((group) => [group.from, group] as const)))
  const streams: CharacterRun[][] = []
  let open: CharacterRun[] = []
  const close = () => {
    if (open.length > 0) streams.push(open)
    open = []
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as TextToken
    const group = said.get(token.from)
    if (group !== undefined) {
      open.push({ text: group.digits, from: group.from, to: group.to })
      while ((tokens[at + 1]?.from ?? Number.POSITIVE_INFINITY) < group.to) at++
    } else if (token.is === 'digits') open.push({ text: token.text, from: token.from, to: token.to })
    else if (token.is === 'word' && isCode(tokens, at)) {
      open.push({ text: token.text.toUpperCase(), from: token.from, to: token.to })
    } else if (!(token.text === '-' || token.text === ',' || token.text === '.')) close()
  }
  close()
  return streams
}

const isCode = (tokens: readonly TextToken[], at: number) => {
  const { text } = tokens[at] as TextToken
  if (!/^[A-Za-z]{1,34}$/.test(text)) return false
  const isGlued =
    (isAdjacent(tokens, at) && tokens[at - 1]?.is === 'digits') ||
    (isAdjacent(tokens, at + 1) && tokens[at + 1]?.is === 'digits')
  return text.length === 1 || isGlued || text === text.toUpperCase()
}

const FOUR = /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}]|\.\d)/gu
const SIX = /(?<![\p{L}\p{N}:.])[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}:])/gu
const VERSIONS = new Set(['version', 'v', 'release', 'build', 'firmware', 'driver'])

export function addressesIn(text: string, tokens: readonly TextToken[]): NumberClaim[] {
  const claims: NumberClaim[] = []
  for (const { 0: found, index: from } of text.matchAll(FOUR)) {
    if (!isIPv4(found)) continue
    const place = tokenAt(tokens, from)
    // Version numbers of programs look like IPv4 addresses.
    if (nearestBefore(tokens, place, 3, VERSIONS) !== undefined) continue
    claims.push({ from, to: from + found.length, kind: 'ip' })
  }
  for (const { 0: found, index: from } of text.matchAll(SIX)) {
    if (found.includes(':') && found.length > 3 && isIPv6(found))
      claims.push({ from, to: from + found.length, kind: 'ip' })
  }
  return claims
}

/** Whether the text contains any number. Skips the search for accounts in most texts. */
export const hasNumber = (tokens: readonly TextToken[]): boolean =>
  tokens.some((token, at) => token.is === 'digits' || isNumberAt(tokens, at))
