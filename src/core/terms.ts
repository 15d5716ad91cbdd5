/**
 * Words as they are searched for: the one definition of what a text's terms are, for what is indexed and what is asked.
 *
 * A text is folded (compatibility composition, lower case, no accents), cut into runs of letters and digits (what is
 * written as one but said as several is both), freed of the small words of English, and stemmed (M. F. Porter, "An algorithm for suffix stripping", 1980). Scripts that are
 * written without blanks are cut into pairs of characters, which is what finds a word of theirs wherever it stands.
 */
import { stemmer } from 'stemmer'

/** Longer runs are no words; what is beyond is left out. */
const TERM_MAX = 64

/** Words that say how a sentence is built, not what it is about. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been but by can could did do does for from had has have he her him his how i if in into
  is it its me my of on or our she so some than that the their them then there these they this to us was we were what when
  where which who whom why will with would you your`.split(/\s+/),
)

/** Letters that a small word has at most. */
export const SMALL_WORD_LENGTH = Math.max(...[...SMALL_WORDS].map((word) => word.length))

const RUNS = /[\p{L}\p{N}\p{M}]+/gu
/** The same where there is nothing but ASCII, which is quicker. */
const PLAIN_RUNS = /[A-Za-z\d]+/g
const BLANKLESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const stems = new Map<string, string>()
/** A conversation has a few thousand different words. */
const KEPT = 50_000
/** A longer piece of a string may hold on to all of that string. */
const KEPT_LENGTH = 12

/** What a run of letters and digits comes to. */
interface Read {
  readonly words: readonly string[]
  readonly terms: readonly string[]
}
const runs = new Map<string, Read>()

/** The terms of a text in its order, repeated as they are. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const run of runsOf(text)) for (const term of readRun(run).terms) terms.push(term)
  return terms
}

/** The words of a text in its order, folded, small ones too. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const run of runsOf(text)) for (const word of readRun(run).words) words.push(word)
  return words
}

function runsOf(text: string): readonly string[] {
  const said = asSaid(text)
  return said.match(isPlain(said) ? PLAIN_RUNS : RUNS) ?? []
}

/** Most words of a conversation are said again and again, and read once. */
function readRun(run: string): Read {
  const known = runs.get(run)
  if (known !== undefined) return known
  const word = run.toLowerCase()
  const words = BLANKLESS.test(word) ? pairsOf(word) : [bounded(word), ...partsOf(run)]
  const read = { words, terms: words.filter((one) => !SMALL_WORDS.has(one)).map(stemOf) }
  if (run.length <= KEPT_LENGTH) {
    if (runs.size >= KEPT) runs.clear()
    runs.set(run, read)
  }
  return read
}

const bounded = (word: string) => (word.length > TERM_MAX ? word.slice(0, TERM_MAX).toWellFormed() : word)

/** Between small letters and a capital, and between letters and digits. */
const JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** What is said as several words and written as one: `getStorageValues`, `devnet5`. Not `PhD`, whose parts say nothing. */
function partsOf(run: string): string[] {
  if (run.length > TERM_MAX) return []
  const parts = run.split(JOINTS)
  const areWords = parts.length > 1 && parts.every((part) => part.length >= 2 || /^\p{N}/u.test(part))
  return areWords ? parts.map((part) => part.toLowerCase()) : []
}

/** Whether the run stands in the list as it is; an empty one always does. */
export function standsIn(list: readonly string[], run: readonly string[]): boolean {
  const last = list.length - run.length
  for (let from = 0; from <= last; from++) if (run.every((one, index) => list[from + index] === one)) return true
  return false
}

export const isSmallWord = (word: string): boolean => SMALL_WORDS.has(word)

/** @param word folded */
export function stemOf(word: string): string {
  if (word.length <= 3 || /[^a-z]/.test(word)) return word
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(american(word))
  if (stems.size >= KEPT) stems.clear()
  stems.set(word, stem)
  return stem
}

/** One spelling for both sides of the Atlantic: `colour` and `color`, `organise` and `organize`. */
const american = (word: string) =>
  word.length < 6
    ? word
    : word.replace(/our(?=$|s$|ed$|ing$|able$)/, 'or').replace(/is(?=e$|es$|ed$|ing$|ation$|ations$)/, 'iz')

/**
 * A text as its terms are cut out of it, in the case it was written in. `team's` is `team`: the end of a word that says
 * whose it is goes, other apostrophes close up.
 */
export function asSaid(text: string): string {
  if (isPlain(text)) return text.includes("'") ? text.replace(/'s\b/gi, '').replaceAll("'", '') : text
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .replace(/['’ʼ]s\b/giu, '')
    .replace(/['’ʼ]/gu, '')
}

/** Whether it is nothing but ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
export const isPlain = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character)
}
