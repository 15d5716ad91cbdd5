/** Numbers in digits, in words, and with a scale ("2.5k", "three hundred", "1,200", ".25"). */
import type { Token, Turn } from './transcript-view.ts'

export interface SaidNumber {
  readonly from: number
  readonly to: number
  readonly value: number
  /** Whether the number is an ordinal, such as "third" or "3rd". */
  readonly ordinal: boolean
  /** Whether the number consists of digits only, as codes do. */
  readonly digits: boolean
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const SCALES: Readonly<Record<string, number>> = {
  ...{ hundred: 100, thousand: 1e3, grand: 1e3, million: 1e6, billion: 1e9 },
  ...{ k: 1e3, m: 1e6, mm: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 },
}
const WORDS = new Map<string, number>([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, ten) => (word === '.' ? [] : [[word, ten * 10] as const])),
])
const DIGITS =
  /(?<![\p{L}\p{N}.,/:-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(st|nd|rd|th)?(?:\s?(k|mm|mn|m|bn|b|thousand|million|billion|grand|hundred)\b)?(?![\p{L}\p{N}]|[/:]\d|-\d|\.\d)/giu

export function numbersOf({ text, tokens }: Pick<Turn, 'text' | 'tokens'>): SaidNumber[] {
  const found: SaidNumber[] = []
  for (const match of text.matchAll(DIGITS)) {
    const [all, digits = '', ordinal, scale] = match
    const value = Number(digits.replaceAll(',', '')) * (scale === undefined ? 1 : (SCALES[scale.toLowerCase()] ?? 1))
    if (!Number.isFinite(value)) continue
    const isDigits = /^\d+$/.test(digits) && scale === undefined && ordinal === undefined
    found.push({
      from: match.index,
      to: match.index + all.length,
      value: rounded(value),
      ordinal: ordinal !== undefined,
      digits: isDigits,
    })
  }
  return [...found, ...inWords(tokens)].sort((a, b) => a.from - b.from)
}

/** Removes floating-point rounding errors. */
const rounded = (value: number) => Number(value.toPrecision(12))

function inWords(tokens: readonly Token[]): SaidNumber[] {
  const found: SaidNumber[] = []
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as Token
    const place = ORDINALS.indexOf(first.word)
    if (place > 0) {
      found.push({ from: first.from, to: first.to, value: place, ordinal: true, digits: false })
      continue
    }
    if (!WORDS.has(first.word)) continue
    const { value, next } = wordsFrom(tokens, at)
    const last = tokens[next - 1] as Token
    // A single "one" is usually not a number.
    if (first.word !== 'one' || next > at + 1 || tokens[at + 1]?.stem !== undefined) {
      found.push({ from: first.from, to: last.to, value, ordinal: false, digits: false })
    }
    at = next - 1
  }
  return found
}

/** Parses numbers in words: each scale multiplies what precedes it ("two hundred and fifty thousand"). */
function wordsFrom(tokens: readonly Token[], at: number): { value: number; next: number } {
  let total = 0
  let open = 0
  let next = at
  for (; next < tokens.length; next++) {
    const word = (tokens[next] as Token).word
    const value = WORDS.get(word)
    const scale = word.length > 2 ? SCALES[word] : undefined
    const gap = next > at ? (tokens[next] as Token).from - (tokens[next - 1] as Token).to : 1
    if (gap > 2) break
    if (value !== undefined) {
      // Single digits ("four two seven") are a code and aren't combined into a number.
      if (next > at && open % 10 !== 0) break
      if (next > at && value >= 10 && open % 100 !== 0) break
      open += value
    } else if (scale === 100) open = Math.max(1, open) * 100
    else if (scale !== undefined) {
      total += Math.max(1, open) * scale
      open = 0
    } else if (word === 'and' && open % 100 === 0 && WORDS.has(tokens[next + 1]?.word ?? '') && next > at) continue
    else break
  }
  return { value: total + open, next }
}

/** Returns all numbers of a text, and each of them divided by 100, because it can be an amount in cents. */
export function numbersIn(text: string): ReadonlySet<number> {
  const tokens = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => {
    const word = match[0].toLowerCase()
    return { from: match.index, to: match.index + match[0].length, word, stem: word, capital: false }
  })
  return new Set(numbersOf({ text, tokens }).flatMap(({ value }) => [value, Number((value / 100).toPrecision(12))]))
}
