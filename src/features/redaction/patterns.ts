/**
 * Patterns of an organization's own, in the language of RE2: no back-references and no looking around, and in return the
 * time they take grows with the text and not with what somebody put into it.
 */
import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'
import { AppError } from '../../core/errors.ts'
import type { Found } from './kinds.ts'

export interface Pattern {
  readonly name: string
  readonly pattern: string
  readonly mask: string
}

/** Instructions of a compiled pattern: `a{1,10}` nested thrice has two thousand. */
const PROGRAM_MAX = 2_000
/** Longest match, in UTF-16 units. A stretch of a text is looked at twice as wide, and the next begins in its middle. */
export const MATCH_MAX = 200
const WINDOW = 600
const STEP = WINDOW - MATCH_MAX

const compiled = new LRUCache<string, RE2JS>({ max: 200 })

/** @returns why it cannot be used; undefined when it can */
export function faultOf(pattern: string): string | undefined {
  const found = compile(pattern)
  if (found === undefined) return 'This is no pattern in the language of RE2.'
  if (found.programSize() > PROGRAM_MAX) return 'This pattern repeats too much.'
  if (found.matches('')) return 'This pattern finds nothing at all everywhere.'
  return undefined
}

function compile(pattern: string): RE2JS | undefined {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  try {
    const made = RE2JS.compile(pattern)
    compiled.set(pattern, made)
    return made
  } catch {
    // What it says quotes the pattern; that it is none is all that is told.
    return undefined
  }
}

/** What a pattern takes usually is a fortieth of this. One that looks far ahead from every letter is ended here. */
const MS_A_UNIT = 0.02
const GRACE_MS = 500

const tooSlow = () =>
  new AppError('unprocessable', 'redaction_too_slow', 'Redaction too slow', [
    { pointer: '', detail: 'A configured redaction pattern takes too long on this text. An admin can change it.' },
  ])

/**
 * What a pattern finds, none of it longer than `MATCH_MAX`; of overlapping ones the first.
 * @param now in milliseconds
 * @throws AppError `redaction_too_slow`: nothing is stored, or shown to a model, that was not looked through
 */
export function foundBy(
  { name, pattern, mask }: Pattern,
  text: string,
  now: () => number = () => performance.now(),
): Found[] {
  const wanted = compile(pattern)
  if (wanted === undefined) return []
  const found: Found[] = []
  const deadline = now() + GRACE_MS + text.length * MS_A_UNIT
  let behind = 0
  for (const { from, until, to } of windowsOf(text)) {
    if (now() > deadline) throw tooSlow()
    const matcher = wanted.matcher(text.slice(from, to))
    // A match that begins in the second half is the next window's.
    for (let isFound = matcher.find(); isFound; isFound = matcher.find()) {
      const [first, last] = [from + matcher.start(), from + matcher.end()]
      if (first >= until) break
      if (last === first || last - first > MATCH_MAX || first < behind) continue
      found.push({ from: first, to: last, kind: name, mask })
      behind = last
    }
  }
  return found
}

/** Short texts are one window. Others are cut at blanks where they have some, so that words stay whole. */
function* windowsOf(text: string): Generator<{ from: number; until: number; to: number }> {
  let from = 0
  while (text.length - from > WINDOW) {
    const until = blankBefore(text, from + STEP, from + STEP - MATCH_MAX / 2)
    yield { from, until, to: blankBefore(text, from + WINDOW, until) }
    from = until
  }
  yield { from, until: text.length + 1, to: text.length }
}

function blankBefore(text: string, high: number, low: number): number {
  for (let at = high; at > low; at--) if (/\s/.test(text[at] ?? '')) return at
  // Not through the middle of a character.
  return (text.charCodeAt(high) & 0xfc00) === 0xdc00 ? high - 1 : high
}
