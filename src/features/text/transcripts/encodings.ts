/**
 * Encodings of older programs, for texts that aren't UTF-8. A text has such an encoding only if everything in it fits one
 * of its languages, because a wrong encoding changes names and words without a trace. Everything else is refused.
 */

import type { TextEncoding } from './model.ts'

type OldEncoding = Exclude<TextEncoding, 'UTF-8' | 'UTF-16'>

/**
 * Maximum number of bytes that are examined, so that a request isn't blocked for more than about a tenth of a second. A
 * transcript of an hour has about 60 KiB.
 */
export const OLD_BYTES_MAX = 512 * 1024

/** @returns undefined if no encoding fits, or several do */
export function decodeOld(bytes: Uint8Array): { readonly text: string; readonly encoding: OldEncoding } | undefined {
  if (bytes.length > OLD_BYTES_MAX || isDamagedUtf8(bytes)) return undefined
  const fitting = JAPANESE.flatMap(([encoding, label]) => {
    const text = decode(bytes, label)
    return text !== undefined && isJapanese(text) ? [{ text, encoding }] : []
  })
  const western = decode(bytes, 'windows-1252')
  if (western !== undefined && isWestern(western)) fitting.push({ text: western, encoding: 'Windows-1252' })
  return fitting.length === 1 ? fitting[0] : undefined
}

const JAPANESE: readonly (readonly [OldEncoding, string])[] = [
  ['Shift JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
]

function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Escape sequence with which ISO-2022-JP starts Japanese characters. The text is ASCII, so it is valid UTF-8 too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const ESCAPES = /\u001B\$[@B]/

/** Whether a text that is valid UTF-8 contains the escape sequences of ISO-2022-JP. */
export const hasEscapes = (text: string): boolean => ESCAPES.test(text)

/** @returns undefined if the escape sequences aren't those of Japanese text */
export function decodeEscapes(
  bytes: Uint8Array,
): { readonly text: string; readonly encoding: OldEncoding } | undefined {
  const text = bytes.length > OLD_BYTES_MAX ? undefined : decode(bytes, 'iso-2022-jp')
  return text !== undefined && isJapanese(text) ? { text, encoding: 'ISO-2022-JP' } : undefined
}

/** Ratio of characters in UTF-8 to other bytes from which a text is UTF-8 with damage. */
const UTF8_RATIO = 0.5

/** Whether the text is UTF-8 that was cut or damaged. No other encoding produces many of its sequences. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [valid, others, at] = [0, 0, 0]
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    const length =
      byte < 0x80
        ? 1
        : byte >= 0xc2 && byte < 0xe0
          ? 2
          : byte >= 0xe0 && byte < 0xf0
            ? 3
            : byte >= 0xf0 && byte < 0xf5
              ? 4
              : 0
    let rest = 1
    while (rest < length && at + rest < bytes.length && ((bytes[at + rest] ?? 0) & 0xc0) === 0x80) rest++
    if (length > 1 && rest < length && at + rest === bytes.length) return true
    if (length === 0 || rest < length) others++
    else if (length > 1) valid++
    at += length === 0 || rest < length ? 1 : length
  }
  return valid > 0 && valid >= (valid + others) * UTF8_RATIO
}

/** Control characters except tab, line feed, form feed and carriage return, and those of C1, which no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\uE000-\uF8FF\uFFFD]/

/** Minimum number of Hiragana, and their ratio of the characters that aren't ASCII. Japanese speech has about half. */
const [HIRAGANA_MIN, HIRAGANA_RATIO] = [10, 0.25]
/** Maximum ratio of half-width Katakana. Other encodings that are read as Shift JIS consist of them. */
const HALF_WIDTH_RATIO = 0.02
/** Maximum ratio of other characters: rare Chinese characters, Greek, Cyrillic, lines and symbols. */
const RARE_RATIO = 0.02

/** Whether a text is Japanese speech: Hiragana, Katakana, frequent Chinese characters, and its punctuation. */
function isJapanese(text: string): boolean {
  if (CONTROLS.test(text)) return false
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const foreign = count(/[^\u0000-\u007F]/gu)
  const hiragana = count(/\p{Script=Hiragana}/gu)
  const half = count(/[\uFF61-\uFF9F]/g)
  const usual = count(
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303F\u30FB\u30FC\uFF00-\uFF60‐―…‥’“”]/gu,
  )
  return (
    hiragana >= HIRAGANA_MIN &&
    hiragana >= foreign * HIRAGANA_RATIO &&
    half <= foreign * HALF_WIDTH_RATIO &&
    foreign - usual + countRare(text) <= foreign * RARE_RATIO
  )
}

/** Chinese characters of level 1 of JIS X 0208: rows 16 to 47, which contain those of everyday words. */
let frequent: ReadonlySet<string> | undefined

function countRare(text: string): number {
  frequent ??= new Set(
    Array.from({ length: 32 * 94 }, (_, at) => [0xb0 + Math.floor(at / 94), 0xa1 + (at % 94)]).flatMap(
      (pair) => decode(Uint8Array.from(pair), 'euc-jp') ?? [],
    ),
  )
  const known = frequent
  return (text.match(/\p{Script=Han}/gu) ?? []).filter((character) => !known.has(character) && character !== '々')
    .length
}

interface Language {
  /** Letters beyond ASCII, in lower case. */
  readonly letters: string
  /** Frequent words that no other language of the list has. */
  readonly words: string
  /** Whether words are shortened before a vowel, as in `l’été`. */
  readonly elides?: true
}

/** Letters of names and loanwords that have the same byte in the encodings of Central and Western Europe. */
const SHARED = 'áâäçéëíîóôöúüß'

const LANGUAGES: readonly Language[] = [
  { letters: '', words: 'the and you that with have this was for are what not your will would there they from we it' },
  {
    letters: 'à',
    words: 'der die das und ist nicht ich wir sie ein eine mit auf für auch wie aber haben noch dass bei',
  },
  {
    letters: 'àèêïùûÿœæ',
    words: 'les des est vous nous pas une pour dans sur avec je qui mais tout très bien cette ce au',
    elides: true,
  },
  { letters: 'ñ', words: 'el los las que es una por para con está pero muy más usted como también hay esto gracias y' },
  {
    letters: 'ãàêõ',
    words: 'não você uma com mas isso muito são está obrigado obrigada também os as ao pelo temos em',
  },
  {
    letters: 'àèìòù',
    words: 'che il non per una sono con anche questo della abbiamo grazie perché più gli di lo è ho',
    elides: true,
  },
  {
    letters: 'èêï',
    words: 'het een niet dat van wij met zijn voor ook maar heeft we bij naar kan dan wat goed hebben',
  },
  { letters: 'å', words: 'och att det som inte jag vi är på för med har men till också kan om vad ska så' },
  { letters: 'åæø', words: 'og det er ikke jeg vi på til med har som også men kan vil hvad hva skal så af av' },
  { letters: 'å', words: 'ja on ei että se mutta olen niin kuin meillä nyt sitten tämä oli kyllä hyvin voi tai myös' },
]

/** Minimum number of different frequent words, and how many more than the second language has. */
const [WORDS_MIN, WORDS_LEAD] = [4, 2]
/** Marks of Western typography in Windows-1252. */
const MARKS = /[\u00A0¡¢£§«»¿©®°²³·¼½¾€‚„…‘’“”•–—™‹›´×ªº±]/g

/** Letters on both sides of a mark. Mac and DOS encodings have letters where Windows-1252 has marks. */
const INNER_MARK = /\p{L}[^\p{ASCII}\p{L}’]\p{L}/u
/** A mark that is never directly after a letter. */
const BEHIND = /\p{L}[¡¢£¼½¾¿²³°±×´€•§„‚‘“‹]/u
/** An apostrophe between letters outside of contractions, as in `don’t` and `l’été`. */
const APOSTROPHE =
  /(?<!\b(?:[a-zà]|qu|lorsqu|jusqu|puisqu|quoiqu|aujourd|un|all|dell|nell|sull|dall|quest|quell|com|dov|c|o|mc))’(?!(?:s|t|re|ve|ll|d|m|n|em|cause|clock|hui|er|ne|en|nen)(?!\p{L}))(?=\p{L})/iu
/** Contractions of English, which every text with apostrophes has, and elisions of French and Italian. */
const CONTRACTION =
  /(?<!\p{L})(?:i’(?:m|d|ll|ve)|(?:you|we|they)’(?:re|ve|ll|d)|(?:he|she|it|that|there|here|what|who|how|where|let)’(?:s|ll|d)|\p{L}{1,6}n’t|can’t)(?!\p{L})/iu
const ELISION = /(?<!\p{L})(?:[cdjlmnst]|qu|un|all|dell|nell|sull|dall|quest|quell|com|dov)’\p{L}{2,}/iu
/** A capital letter beyond ASCII behind a small one. */
const CAPITAL = /\p{Ll}(?![A-Z])\p{Lu}/u

/**
 * Whether a text is speech of one language of Western Europe. It has frequent words of one language, and no letters
 * beyond its alphabet and those of names. Marks are only where the typography of the language has them.
 */
function isWestern(text: string): boolean {
  if (CONTROLS.test(text)) return false
  if (/[^\p{ASCII}\p{L}]/u.test(text.replace(MARKS, '')) || !hasPairs(text)) return false
  if (INNER_MARK.test(text) || BEHIND.test(text) || CAPITAL.test(text) || APOSTROPHE.test(text)) return false
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const known = new Set(words)
  const ranked = LANGUAGES.map(({ words: frequentWords, ...language }) => ({
    ...language,
    hits: frequentWords.split(' ').filter((word) => known.has(word)).length,
  })).toSorted((a, b) => b.hits - a.hits)
  const [best, second] = ranked
  if (best === undefined || best.hits < WORDS_MIN || best.hits < (second?.hits ?? 0) + WORDS_LEAD) return false
  // Marks alone can be letters of a DOS encoding. English does without such letters.
  if (best.letters !== '' && !/[^\p{ASCII}\P{L}]/u.test(text)) return false
  if (!hasApostrophes(text, best.elides === true)) return false
  const alphabet = new Set(SHARED + best.letters)
  for (const word of known) {
    const foreign = [...word].filter((letter) => letter > '\u007F')
    if (foreign.some((letter) => !alphabet.has(letter))) return false
    // Words of other alphabets consist of letters beyond ASCII.
    if (word.length > 2 && foreign.length * 2 > word.length) return false
  }
  return true
}

/**
 * Whether apostrophes between letters are some. In Mac OS Roman, their byte is the letter í, as in `Luís` and `Martín`. At
 * least one of them is in a contraction, or behind a word that the text also has without it, as in `Anna’s`.
 */
function hasApostrophes(text: string, elides: boolean): boolean {
  const found = text.toLowerCase().match(/(?<!\p{L})\p{L}+’\p{L}+/gu) ?? []
  if (found.length === 0 || CONTRACTION.test(text) || (elides && ELISION.test(text))) return true
  const others = new Set(
    text
      .toLowerCase()
      .replaceAll(/(?<!\p{L})\p{L}+’\p{L}+/gu, ' ')
      .match(/\p{L}+/gu),
  )
  return found.some((word) => {
    const [base = ''] = word.split('’')
    return others.has(base)
  })
}

/** Whether low opening quotes have closing ones. */
const hasPairs = (text: string): boolean =>
  (['„“”', '‚‘’'] as const).every(([opening, ...closing]) => {
    const count = (marks: readonly string[]) => marks.reduce((sum, mark) => sum + text.split(mark).length - 1, 0)
    return opening === undefined || count([opening]) <= count(closing)
  })
