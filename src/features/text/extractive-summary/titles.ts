/**
 * Titles of chapters: verbatim phrases that distinguish a chapter from the rest of the conversation. A phrase is a
 * word, or two adjacent words that occur together more than once. Its score depends on its frequency in the chapter,
 * relative to the frequency elsewhere.
 */
import { extractTerms } from '../../../core/terms.ts'
import { isTalk } from '../key-phrases/index.ts'
import type { ChapterSpan } from './chapters.ts'
import { shortened, TITLE_MAX } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

const PHRASES = 3
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu
/** Maximum length of a word. Longer runs are sentences in a script without spaces. */
const WORD_MAX = 24

export interface Title {
  readonly text: string
  /** Sentences with the first occurrences of the phrases. */
  readonly sentences: readonly TranscriptSentence[]
}

interface Phrase {
  /** Terms of the phrase, used as the key for counting. */
  readonly key: string
  readonly said: string
  readonly sentence: TranscriptSentence
}

/** Returns one title per part, in order. */
export function chooseTitles(parts: readonly ChapterSpan[], sentences: readonly TranscriptSentence[]): Title[] {
  const phrases = parts.map(({ from, to }) => sentences.slice(from, to).flatMap(extractPhrases))
  const everywhere = new Map<string, number>()
  for (const { key } of phrases.flat()) everywhere.set(key, (everywhere.get(key) ?? 0) + 1)
  const all = phrases.reduce((sum, of) => sum + of.length, 0)
  return phrases.map((of) => chooseTitle(of, everywhere, all))
}

function chooseTitle(phrases: readonly Phrase[], everywhere: ReadonlyMap<string, number>, all: number): Title {
  const weighed = [...Map.groupBy(phrases, ({ key }) => key)]
    .filter(([key, said]) => !key.includes(' ') || said.length > 1)
    .map(([key, said]) => {
      const here = said.length / phrases.length
      const ratio = Math.log(here / ((everywhere.get(key) ?? 1) / all))
      // Counts sentences, because several occurrences in one sentence are weaker evidence.
      const spread = new Set(said.map(({ sentence }) => sentence.position)).size
      return { key, said, weight: Math.sqrt(said.length * spread) * (0.4 + ratio) * (key.includes(' ') ? 1.7 : 1) }
    })
    .toSorted((a, b) => b.weight - a.weight)
  const chosen: { said: string; sentence: TranscriptSentence }[] = []
  const taken = new Set<string>()
  for (const { key, said } of weighed) {
    if (chosen.length === PHRASES) break
    const terms = key.split(' ')
    const [first] = said
    if (first === undefined || terms.some((term) => taken.has(term))) continue
    for (const term of terms) taken.add(term)
    chosen.push({ said: chooseUsualForm(said), sentence: first.sentence })
  }
  const text = shortened(chosen.map(({ said }) => said).join(', '), TITLE_MAX)
  return {
    text: text.charAt(0).toLocaleUpperCase('en') + text.slice(1),
    sentences: chosen.map(({ sentence }) => sentence),
  }
}

function chooseUsualForm(said: readonly Phrase[]): string {
  const [most] = [...Map.groupBy(said, (one) => one.said)].toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0] ?? ''
}

function extractPhrases(sentence: TranscriptSentence): Phrase[] {
  const phrases: Phrase[] = []
  let before: { key: string; said: string; end: number } | undefined
  for (const match of sentence.text.matchAll(WORD)) {
    const [said] = match
    const terms = extractTerms(said)
    if (terms.length > 1 && (said.length > WORD_MAX || !/['’-]/.test(said))) {
      // Character pairs, because the script has no spaces.
      for (const term of terms) phrases.push({ key: term, said: term, sentence })
      before = undefined
      continue
    }
    if (terms.length === 0 || terms.every(isTalk)) {
      before = undefined
      continue
    }
    // Joined with a hyphen, because a space in the key marks a phrase of two words.
    const word = { key: terms.join('-'), said, end: match.index + said.length }
    phrases.push({ key: word.key, said, sentence })
    if (before !== undefined && sentence.text.slice(before.end, match.index) === ' ' && before.key !== word.key) {
      phrases.push({ key: `${before.key} ${word.key}`, said: `${before.said} ${said}`, sentence })
    }
    before = word
  }
  return phrases
}
