/**
 * Terms of a text, the same for the index and for queries.
 *
 * A text is normalized (compatibility composition, lower case, no accents) and split into runs of letters and digits.
 * Compound identifiers yield both the whole and their parts. English stop words are dropped, and the rest is stemmed
 * (`stems.ts`). Scripts without spaces between words are split into pairs
 * of characters, so that a word is found at any position.
 */
import { stemWord } from './stems.ts'

/** Maximum length of a term; the rest is cut off. */
const TERM_MAX = 64

/** English stop words. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been but by can could did do does for from had has have he her him his how i if in into
  is it its me my of on or our she so some than that the their them then there these they this to us was we were what when
  where which who whom why will with would you your`.split(/\s+/),
)

/** Length of the longest stop word. */
export const SMALL_WORD_LENGTH = Math.max(...[...SMALL_WORDS].map((word) => word.length))

const RUNS = /[\p{L}\p{N}\p{M}]+/gu
/** The same for ASCII texts, which is faster. */
const PLAIN_RUNS = /[A-Za-z\d]+/g
const BLANKLESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Maximum number of cached runs. A conversation has a few thousand different words. */
const KEPT = 50_000
/** Maximum length of a cached run, because a longer substring can keep its whole source string in memory. */
const KEPT_LENGTH = 12

/** Terms of a run of letters and digits. */
interface RunTerms {
  readonly words: readonly string[]
  readonly terms: readonly string[]
}
const runs = new Map<string, RunTerms>()

/** Terms of a text in order, with repetitions. */
export function extractTerms(text: string): string[] {
  const terms: string[] = []
  for (const run of matchWordRuns(text)) for (const term of readRun(run).terms) terms.push(term)
  return terms
}

const termsByLine = new WeakMap<object, readonly string[]>()

/**
 * Terms of a line of a transcript, as `extractTerms`. Stored as long as the line exists, because an import needs them
 * twice: to cut passages and for the index. The text of the line must not change.
 */
export function extractLineTerms(line: { readonly text: string }): readonly string[] {
  const known = termsByLine.get(line)
  if (known !== undefined) return known
  const terms = extractTerms(line.text)
  termsByLine.set(line, terms)
  return terms
}

/** Normalized words of a text in order, including stop words. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  for (const run of matchWordRuns(text)) for (const word of readRun(run).words) words.push(word)
  return words
}

function matchWordRuns(text: string): readonly string[] {
  const said = asSaid(text)
  return said.match(isPlain(said) ? PLAIN_RUNS : RUNS) ?? []
}

/** Cached, because most words of a conversation repeat. */
function readRun(run: string): RunTerms {
  const known = runs.get(run)
  if (known !== undefined) return known
  const word = run.toLowerCase()
  const words = BLANKLESS.test(word) ? toCharacterPairs(word) : [limitWordLength(word), ...splitIdentifier(run)]
  const read = { words, terms: words.filter((one) => !SMALL_WORDS.has(one)).map(stemWord) }
  if (run.length <= KEPT_LENGTH) {
    if (runs.size >= KEPT) runs.clear()
    runs.set(run, read)
  }
  return read
}

const limitWordLength = (word: string) => (word.length > TERM_MAX ? word.slice(0, TERM_MAX).toWellFormed() : word)

/** Boundaries between lower case and upper case, and between letters and digits. */
const JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/**
 * Parts of a compound identifier: `getStorageValues`, `devnet5`. None for words such as `PhD`, whose parts have no
 * meaning.
 */
function splitIdentifier(run: string): string[] {
  if (run.length > TERM_MAX) return []
  const parts = run.split(JOINTS)
  const areWords = parts.length > 1 && parts.every((part) => part.length >= 2 || /^\p{N}/u.test(part))
  return areWords ? parts.map((part) => part.toLowerCase()) : []
}

/** Whether the list contains the sequence. Always true for an empty sequence. */
export function containsSequence(list: readonly string[], run: readonly string[]): boolean {
  const last = list.length - run.length
  for (let from = 0; from <= last; from++) if (run.every((one, index) => list[from + index] === one)) return true
  return false
}

export const isSmallWord = (word: string): boolean => SMALL_WORDS.has(word)

/**
 * Endings of contracted verbs, and possessive endings. Without them, *I'd* isn't *id*, and *she'll* isn't *shell*.
 * Straight and curly apostrophes are typed.
 */
const CONTRACTED = /(?<=\p{L})['’ʼ](?:ll|d|ve|re|m)\b|['’ʼ]s\b/giu

/**
 * Text from which terms are cut, in its original case. Contracted verbs and possessive endings are removed (`team's`
 * becomes `team`, and `she'll` becomes `she`), and other apostrophes are deleted.
 */
export function asSaid(text: string): string {
  if (isPlain(text)) return text.includes("'") ? text.replace(CONTRACTED, '').replaceAll("'", '') : text
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .replace(CONTRACTED, '')
    .replace(/['’ʼ]/gu, '')
}

/** Whether the text is ASCII only. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
export const isPlain = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

function toCharacterPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character)
}
