/**
 * Parses a search query. `"exact phrase"` must occur; `-word` and `-"exact phrase"` must not. `speaker:anna` and
 * `speaker:"Anna K"` select speakers. All other characters are text, so every query is valid. Parsing takes one pass.
 */
import { fold } from '../../../core/fold.ts'
import { extractTerms } from '../../../core/terms.ts'
import { parseQuestion } from '../../text/passage-ranking/index.ts'

export interface SearchQuestion {
  /** The query without operators. */
  readonly text: string
  /** Whether the query is a question; otherwise it is a statement or a list of keywords. */
  readonly isQuestion: boolean
  /** The query without question words, for the semantic comparison. */
  readonly core: string
  /** Terms for ranking. Question words are included only if there are no other terms. */
  readonly terms: readonly string[]
  /** Phrases that must occur, as consecutive terms. */
  readonly phrases: readonly (readonly string[])[]
  /** Phrases that must not occur, as consecutive terms. */
  readonly without: readonly (readonly string[])[]
  /** Folded parts of names; a speaker's name must contain one of them. */
  readonly speakers: readonly string[]
  /** Further forms of words, by the terms of the word: spelling variants and synonyms. */
  readonly variants?: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Terms about the same subject as a word, by the terms of the word. A passage with one of them is related. */
  readonly akin?: ReadonlyMap<string, readonly string[]>
}

/** Maximum number of terms. A query of 1,000 Latin letters has fewer. */
const TERMS_MAX = 200

/** @param syntax.speakers whether the searched texts have speakers; otherwise `speaker:` is plain text */
export function readQuestion(asked: string, syntax: { speakers: boolean } = { speakers: true }): SearchQuestion {
  const text: string[] = []
  const phrases: string[][] = []
  const without: string[][] = []
  const speakers: string[] = []
  for (const { kind, value } of parseQueryParts(asked, syntax.speakers)) {
    if (kind === 'speaker') speakers.push(fold(value))
    else if (kind === 'without') without.push(extractTerms(value))
    else text.push(value)
    if (kind === 'phrase') phrases.push(extractTerms(value))
  }
  const plain = text.join(' ')
  const { isQuestion, terms, core } = parseQuestion(plain, [])
  return {
    text: plain,
    isQuestion,
    core,
    terms: terms.slice(0, TERMS_MAX),
    phrases: phrases.filter(isNotEmpty),
    without: without.filter(isNotEmpty),
    speakers,
  }
}

const isNotEmpty = (run: readonly string[]) => run.length > 0

interface QueryPart {
  readonly kind: 'word' | 'phrase' | 'without' | 'speaker'
  /** Trimmed and not empty. */
  readonly value: string
}

const BLANK = /\s/
const QUOTE = /["“”„]/
const QUOTES = /["“”„]/g
const SPEAKER = 'speaker:'

function* parseQueryParts(asked: string, knowsSpeakers: boolean): Generator<QueryPart> {
  let at = 0
  while (at < asked.length) {
    if (BLANK.test(asked.charAt(at))) {
      at++
      continue
    }
    const sign = signAt(asked, at, knowsSpeakers)
    const from = at + sign.length
    const quoted = quotedAt(asked, from)
    if (quoted !== undefined) {
      if (quoted.value !== '') yield { kind: sign.kind ?? 'phrase', value: quoted.value }
      at = quoted.end
      continue
    }
    const end = endOfWord(asked, from)
    const value = asked.slice(from, end)
    const name = sign.kind === 'speaker' ? value.replace(QUOTES, '') : value
    if (name === '') yield { kind: 'word', value: asked.slice(at, end) }
    else yield { kind: sign.kind ?? 'word', value: name }
    at = end
  }
}

/**
 * Operator at an offset. A hyphen is an operator only before a letter or quotation mark, so `-5 %` and `--` are text.
 */
function signAt(asked: string, at: number, knowsSpeakers: boolean): { kind?: 'without' | 'speaker'; length: number } {
  if (asked.charAt(at) === '-' && /^[\p{L}"“”„]/u.test(asked.slice(at + 1, at + 3)))
    return { kind: 'without', length: 1 }
  const isSpeaker = knowsSpeakers && asked.slice(at, at + SPEAKER.length).toLowerCase() === SPEAKER
  return isSpeaker ? { kind: 'speaker', length: SPEAKER.length } : { length: 0 }
}

/** Text between two quotation marks; undefined if a mark is missing. */
function quotedAt(asked: string, from: number): { value: string; end: number } | undefined {
  if (!QUOTE.test(asked.charAt(from))) return undefined
  for (let end = from + 1; end < asked.length; end++) {
    if (QUOTE.test(asked.charAt(end))) return { value: asked.slice(from + 1, end).trim(), end: end + 1 }
  }
  return undefined
}

function endOfWord(asked: string, from: number): number {
  let end = from
  while (end < asked.length && !BLANK.test(asked.charAt(end))) end++
  return end
}
