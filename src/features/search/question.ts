/**
 * What was asked, read. Words are looked for; `"words in a row"` must stand there so; `-word` and `-"words in a row"`
 * must not; `speaker:anna` and `speaker:"Anna K"` say by whom. Any other sign is text: there is no question that cannot
 * be read, and reading takes one pass.
 */
import { fold } from '../../core/fold.ts'
import { termsOf } from '../../core/terms.ts'
import { questionOf } from '../reading/index.ts'

export interface Question {
  /** What is looked for, in the words it was asked with, freed of the signs. */
  readonly text: string
  /** It asks, in a whole sentence; else it is a statement, or words that somebody looks for. */
  readonly asks: boolean
  /** The same without words of asking: what is compared by meaning, since passages do not ask. */
  readonly core: string
  /** The terms of it that weigh: words of asking do so only where there are no others. */
  readonly terms: readonly string[]
  /** Runs of terms that must stand in a row. */
  readonly phrases: readonly (readonly string[])[]
  /** Runs of terms that must not. */
  readonly without: readonly (readonly string[])[]
  /** Folded parts of names, one of which must be a speaker's. */
  readonly speakers: readonly string[]
}

/** Terms that are looked for; a question of a thousand Latin letters has fewer. */
const TERMS_MAX = 200

/** @param syntax `speakers`: whether what is searched has any; else `speaker:` is text like any other. */
export function readQuestion(asked: string, syntax: { speakers: boolean } = { speakers: true }): Question {
  const text: string[] = []
  const phrases: string[][] = []
  const without: string[][] = []
  const speakers: string[] = []
  for (const { kind, value } of partsOf(asked, syntax.speakers)) {
    if (kind === 'speaker') speakers.push(fold(value))
    else if (kind === 'without') without.push(termsOf(value))
    else text.push(value)
    if (kind === 'phrase') phrases.push(termsOf(value))
  }
  const plain = text.join(' ')
  const { asks, terms, core } = questionOf(plain, [])
  return {
    text: plain,
    asks,
    core,
    terms: terms.slice(0, TERMS_MAX),
    phrases: phrases.filter(isNotEmpty),
    without: without.filter(isNotEmpty),
    speakers,
  }
}

const isNotEmpty = (run: readonly string[]) => run.length > 0

interface Part {
  readonly kind: 'word' | 'phrase' | 'without' | 'speaker'
  /** Without blanks around it, and never empty. */
  readonly value: string
}

const BLANK = /\s/
const QUOTE = /["“”„]/
const QUOTES = /["“”„]/g
const SPEAKER = 'speaker:'

function* partsOf(asked: string, knowsSpeakers: boolean): Generator<Part> {
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

/** What a part begins with. A dash before anything but a letter or a quote is text: `-5 %`, `--`, ` - `. */
function signAt(asked: string, at: number, knowsSpeakers: boolean): { kind?: 'without' | 'speaker'; length: number } {
  if (asked.charAt(at) === '-' && /^[\p{L}"“”„]/u.test(asked.slice(at + 1, at + 3)))
    return { kind: 'without', length: 1 }
  const isSpeaker = knowsSpeakers && asked.slice(at, at + SPEAKER.length).toLowerCase() === SPEAKER
  return isSpeaker ? { kind: 'speaker', length: SPEAKER.length } : { length: 0 }
}

/** What stands between two quotes; undefined where no quote begins, or none ends it. */
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
