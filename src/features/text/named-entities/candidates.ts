/**
 * Text spans that can be names: consecutive capitalized words, including the small words inside names ("Bank of
 * America"). A capital at the start of a sentence isn't sufficient; the spelling of the word elsewhere in the
 * conversation decides.
 */
import { isSmallWord } from '../../../core/terms.ts'
import { isTalk, type Token } from '../extractive-summary/index.ts'
import { classifyPlaceName } from './place-names.ts'
import { FIRST_NAMES, isDull } from './words.ts'

/** Text and tokens of one segment. */
export interface SegmentTokens {
  readonly segment: number
  readonly text: string
  readonly tokens: readonly Token[]
}

export interface EntityCandidate {
  readonly segment: number
  readonly from: number
  readonly to: number
  /** Text without a possessive ending. */
  readonly text: string
  /** Folded words of the text. */
  readonly words: readonly string[]
  readonly possessive: boolean
}

/** Spelling of words in the whole conversation, by folded word. */
export interface Spelling {
  /** Whether capitalization is informative: the text has both capitalized and lower-case words. */
  readonly hasCase: boolean
  small(word: string): number
  /** Number of capitalized occurrences at positions where only names are capitalized. */
  named(word: string): number
}

const NAME = /^(?:\p{Lu}|\p{Ll}{1,2}\p{Lu}[\p{L}]*)/u
const ENDS = '.?!…:;"“”'
const QUOTES = '"\'“”’)] \t\n'
const ABBREVIATION = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|No|\p{Lu})\.\s*$/u
const WORDS_MAX = 8

export function collectSpelling(all: readonly SegmentTokens[]): Spelling {
  const small = new Map<string, number>()
  const named = new Map<string, number>()
  const add = (map: Map<string, number>, word: string) => map.set(word, (map.get(word) ?? 0) + 1)
  let [starts, capitals] = [0, 0]
  for (const { text, tokens } of all) {
    for (const token of tokens) {
      if (!/^\p{L}/u.test(token.raw)) continue
      const isName = NAME.test(token.raw)
      if (beginsSentence(text, token)) {
        starts++
        if (isName) capitals++
      } else if (!isName) add(small, token.word)
      else if (!isI(token.raw)) add(named, toCountingForm(token))
    }
  }
  const smalls = [...small.values()].reduce((sum, n) => sum + n, 0)
  const nameds = [...named.values()].reduce((sum, n) => sum + n, 0)
  return {
    hasCase: nameds > 0 && 4 * smalls > nameds && capitals >= starts / 10,
    small: (word) => small.get(word) ?? 0,
    named: (word) => named.get(word) ?? 0,
  }
}

/** Form of a token for counting. Words in capitals, such as `US` and `WHO`, differ from the same word in lower case. */
const toCountingForm = ({ raw, word }: Token) => (/^\p{Lu}{2,}$/u.test(raw) ? raw : word)
const isI = (raw: string) => /^I(?:['’]|$)/.test(raw)

export function beginsSentence(text: string, { from }: Pick<Token, 'from'>): boolean {
  let at = from - 1
  while (at >= 0 && at > from - 12 && QUOTES.includes(text.charAt(at))) at--
  if (at < 0) return true
  if (at === from - 1 || !ENDS.includes(text.charAt(at))) return false
  return text.charAt(at) !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, at - 6), from))
}

export function candidatesIn(said: SegmentTokens, spelling: Spelling): EntityCandidate[] {
  const { tokens } = said
  const candidates: EntityCandidate[] = []
  for (let at = 0; at < tokens.length; ) {
    if (!canStartName(said, at, spelling)) {
      at++
      continue
    }
    let last = at
    // Extends the name by the following tokens that belong to it.
    while (last - at < WORDS_MAX) {
      const next = nextPart(said, last, at)
      if (next === undefined) break
      last = next
    }
    const one = trimmed(said, at, last, spelling)
    if (one !== undefined) candidates.push(one)
    at = last + 1
  }
  return candidates
}

function canStartName({ text, tokens }: SegmentTokens, at: number, spelling: Spelling): boolean {
  const token = tokens[at]
  if (token === undefined || !NAME.test(token.raw) || isI(token.raw)) return false
  if (!beginsSentence(text, token)) return true
  const word = toCountingForm(token)
  const follows = tokens[at + 1]
  const isFollowed =
    follows !== undefined &&
    NAME.test(follows.raw) &&
    !isDull(follows.word) &&
    text.slice(token.to, follows.from) === ' '
  if (isFollowed && classifyPlaceName(text.slice(token.from, follows.to)) !== undefined) return true
  if (isDull(word) || isSmallWord(word)) return false
  if (isTalk(word) || isTalk(token.stem)) return spelling.named(word) > spelling.small(word) && spelling.named(word) > 1
  if (isFollowed) return spelling.small(word) <= spelling.named(word)
  return (
    spelling.named(word) > spelling.small(word) || (spelling.small(word) === 0 && /\p{Lu}.*\p{Lu}/u.test(token.raw))
  )
}

const JOINERS = new Set('of and the for de la le van von der den del di da du bin al'.split(' '))
const COMPANY_FORM = /^(?:Inc|LLC|Ltd|Corp|Co|PLC|LP|NV|AG|SA)$/

/** Returns the next token that continues the name, across a sign or a small word that can occur inside names. */
function nextPart({ text, tokens }: SegmentTokens, at: number, first: number): number | undefined {
  const [token, next, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (token === undefined || next === undefined || /['’]s?$/.test(token.raw)) return undefined
  const gap = text.slice(token.to, next.from)
  const isPart = (one: Token) => NAME.test(one.raw) || /^\d[\d-]*[A-Z]?$/.test(one.raw)
  if ((gap === ' ' || gap === '-' || gap === '&' || gap === ' & ' || gap === '/') && isPart(next)) {
    return gap === ' ' && isI(next.raw) ? undefined : at + 1
  }
  if ((gap === '. ' || gap === '.') && /^\p{Lu}$/u.test(token.raw) && isPart(next)) return at + 1
  if (gap === ', ' && COMPANY_FORM.test(next.raw)) return at + 1
  // "Bank of America", "Juan de la Cruz". Excludes "and", which often joins two names.
  if (gap === ' ' && JOINERS.has(next.raw) && next.raw !== 'and' && third !== undefined && NAME.test(third.raw)) {
    // "Brian Nagel of Oppenheimer" is a person and a company.
    if (next.raw === 'of' && FIRST_NAMES.has(tokens[first]?.word ?? '')) return undefined
    return text.slice(next.to, third.from) === ' ' ? at + 2 : undefined
  }
  return undefined
}

function trimmed(
  { segment, text, tokens }: SegmentTokens,
  first: number,
  last: number,
  spelling: Spelling,
): EntityCandidate | undefined {
  let [from, to] = [first, last]
  const isDropped = (at: number) => {
    const token = tokens[at]
    if (token === undefined) return true
    const word = toCountingForm(token)
    if (isDull(word.replace(/['’]s$/, '')) || JOINERS.has(token.raw)) return true
    return spelling.small(word) > 2 * spelling.named(word)
  }
  const isPlace = () =>
    classifyPlaceName(text.slice(tokens[from]?.from, tokens[to]?.to).replace(/['’]s$/, '')) !== undefined
  while (from <= to && isDropped(from) && !isPlace()) from++
  while (to >= from && isDropped(to) && !isPlace()) to--
  const [begin, end] = [tokens[from], tokens[to]]
  if (begin === undefined || end === undefined || from > to || /^\d/.test(begin.raw)) return undefined
  const possessive = /['’]s?$/.test(end.raw)
  const behind = possessive ? end.to - (/['’]s$/.exec(end.raw)?.[0].length ?? 1) : end.to
  const name = text.slice(begin.from, behind)
  const words = tokens.slice(from, to + 1).map(({ word }) => word)
  if (words.length === 1 && (name.length < 2 || isSmallWord(toCountingForm(begin)))) return undefined
  return { segment, from: begin.from, to: behind, text: name, words, possessive }
}
