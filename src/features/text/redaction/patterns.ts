/**
 * Patterns of an organization in RE2 syntax. RE2 has no backreferences and no lookaround. In return, run time is linear
 * in the length of the text.
 */
import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'
import { AppError } from '../../../core/errors.ts'
import type { SensitiveSpan } from './kinds.ts'

export interface RedactionPattern {
  readonly name: string
  readonly pattern: string
  readonly mask: string
}

/** Maximum number of instructions of a compiled pattern. `a{1,10}` nested three times has two thousand. */
const PROGRAM_MAX = 2_000
/** Maximum length of a match, in UTF-16 units. Longer texts are searched in windows that overlap by this length. */
export const MATCH_MAX = 200
const WINDOW = 600
const STEP = WINDOW - MATCH_MAX

const compiled = new LRUCache<string, RE2JS>({ max: 200 })

/** @returns why the pattern can't be used; undefined if it's valid */
export function validatePattern(pattern: string): string | undefined {
  const found = compile(pattern)
  if (found === undefined) {
    return "The pattern isn't valid RE2 syntax. RE2 doesn't support backreferences and lookaround."
  }
  if (found.programSize() > PROGRAM_MAX) return 'The pattern is too complex. Reduce its repetition counts.'
  if (found.matches('')) return 'The pattern matches empty text. Require at least one character.'
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
    // The error quotes the pattern, so it isn't passed on.
    return undefined
  }
}

/**
 * Time limit per UTF-16 unit, about forty times the usual time. Stops patterns that look far ahead from every position.
 */
const MS_A_UNIT = 0.02
const GRACE_MS = 500

const tooSlow = () =>
  new AppError('unprocessable', 'redaction_too_slow', 'Redaction too slow', [
    {
      pointer: '',
      detail:
        'A redaction pattern of the organization takes too long on this text. Ask an admin to simplify the pattern.',
    },
  ])

/**
 * Matches of a pattern, at most `MATCH_MAX` long. Of overlapping matches, the first one.
 * @param now in milliseconds
 * @throws AppError `redaction_too_slow`: text that wasn't searched completely must not be stored or shown to a model
 */
export function findPatternMatches(
  { name, pattern, mask }: RedactionPattern,
  text: string,
  now: () => number = () => performance.now(),
): SensitiveSpan[] {
  const wanted = compile(pattern)
  if (wanted === undefined) return []
  const found: SensitiveSpan[] = []
  const deadline = now() + GRACE_MS + text.length * MS_A_UNIT
  let behind = 0
  for (const { from, until, to } of splitIntoWindows(text)) {
    if (now() > deadline) throw tooSlow()
    const matcher = wanted.matcher(text.slice(from, to))
    // A match that starts in the overlap belongs to the next window.
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

/** Splits long texts into windows, at spaces if possible, so that words stay complete. */
function* splitIntoWindows(text: string): Generator<{ from: number; until: number; to: number }> {
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
  // Doesn't split a surrogate pair.
  return (text.charCodeAt(high) & 0xfc00) === 0xdc00 ? high - 1 : high
}
