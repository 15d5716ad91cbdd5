/**
 * Splits a text into words, runs of digits and single signs, with their positions. A UUID is one token, so numbers in
 * it don't match.
 */

export interface TextToken {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Lower case, without apostrophes. */
  readonly low: string
  readonly is: 'word' | 'digits' | 'id' | 'sign'
}

const TOKEN =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}])|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[0-9]+|\S/giu

export function tokenize(text: string): TextToken[] {
  const tokens: TextToken[] = []
  for (const match of text.matchAll(TOKEN)) {
    const [found] = match
    const is = classifyToken(found)
    tokens.push({
      from: match.index,
      to: match.index + found.length,
      text: found,
      low: is === 'digits' ? found : found.toLowerCase().replaceAll(/['’]/g, ''),
      is,
    })
  }
  return tokens
}

function classifyToken(found: string): TextToken['is'] {
  if (found.length === 36 && found[8] === '-') return 'id'
  const first = found.charCodeAt(0)
  if (first >= 48 && first <= 57) return 'digits'
  return /^[\p{L}\p{M}]/u.test(found) ? 'word' : 'sign'
}

/** Index of the token that starts at a position, or of the first token after it. */
export function tokenAt(tokens: readonly TextToken[], from: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.from ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a token directly follows the previous one. */
export const isAdjacent = (tokens: readonly TextToken[], at: number): boolean =>
  tokens[at - 1] !== undefined && tokens[at - 1]?.to === tokens[at]?.from

/**
 * Finds which of two word sets occurs nearest before a position, within a number of tokens: `first`, `second` or
 * neither. Entries with two words match consecutive tokens. A word of the second set applies only to the first number
 * after it.
 */
export function nearestBefore(
  tokens: readonly TextToken[],
  at: number,
  within: number,
  first: ReadonlySet<string>,
  second: ReadonlySet<string> = NONE,
): 'first' | 'second' | undefined {
  let isPast = false
  for (let i = at - 1; i >= 0 && i >= at - within; i--) {
    // Words inside a mask don't describe the number after it.
    if (tokens[i - 1]?.text === '[' && tokens[i + 1]?.text === ']') continue
    const word = tokens[i]?.low ?? ''
    const pair = `${tokens[i - 1]?.low ?? ''} ${word}`
    if (first.has(pair) || first.has(word)) return 'first'
    if (!isPast && (second.has(pair) || second.has(word))) return 'second'
    // In `order 77, 415-555-0132`, the word refers only to the number right after it.
    if (tokens[i]?.is === 'digits' || tokens[i]?.is === 'id') isPast = true
  }
  return undefined
}

const NONE: ReadonlySet<string> = new Set()
