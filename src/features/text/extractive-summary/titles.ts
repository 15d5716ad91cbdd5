/**
 * Titles of chapters: verbatim phrases that distinguish a chapter from the rest of the conversation. A phrase is a noun, or
 * two adjacent words that occur together more than once. Its score depends on its frequency in the chapter, relative to the
 * frequency elsewhere.
 */
import { extractTerms } from '../../../core/terms.ts'
import { countUses, isCommonWord, isDullPhrase, isNoun, isTalk, type Mention } from '../key-phrases/index.ts'
import type { ChapterSpan } from './chapters.ts'
import { shortened, TITLE_MAX } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Maximum number of phrases of a title. */
const PHRASES = 3
/** Minimum score of a further phrase, relative to the best one. */
const FURTHER_MIN = 0.55
/** Weight of a phrase that is as frequent in the whole conversation as in the chapter. */
const EVERYWHERE = 0.7
/** Number of mentions in the conversation from which one is enough in the chapter. */
const OFTEN = 3
/** Maximum number of phrases of a chapter that can be in its title. */
const LOOKED_MAX = 200
/** Maximum number of mentions that show what a phrase is. */
const MENTIONS_MAX = 100
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu
/** “Name's” is seldom a noun, and never the last word of one. */
const POSSESSIVE = /['’]s$/i
/** Maximum length of a word. Longer runs are sentences in a script without spaces. */
const WORD_MAX = 24

export interface Title {
  readonly text: string
  /** Sentences with the first occurrences of the phrases. */
  readonly sentences: readonly TranscriptSentence[]
}

interface Phrase extends Mention {
  /** Terms of the phrase, used as the key for counting. */
  readonly key: string
  readonly said: string
  readonly sentence: TranscriptSentence
}

/** A phrase with its score in a chapter. */
interface WeighedPhrase {
  readonly key: string
  readonly said: readonly Phrase[]
  readonly weight: number
}

/** All phrases of a conversation, with what shows whether they are subjects. */
interface PhraseStatistics {
  readonly total: number
  count(key: string): number
  /** Whether a phrase is a noun that names something in particular. Always true in languages other than English. */
  isSubject(key: string): boolean
}

/** Returns one title per part, in order. */
export function chooseTitles(parts: readonly ChapterSpan[], sentences: readonly TranscriptSentence[]): Title[] {
  const names = new Set(sentences.flatMap(({ speaker }) => extractTerms(speaker)))
  const phrases = parts.map(({ from, to }) => sentences.slice(from, to).flatMap((one) => extractPhrases(one, names)))
  const everywhere = computeStatistics(phrases.flat(), sentences)
  return phrases.map((of) => {
    const weighed = weigh(of, everywhere).slice(0, LOOKED_MAX)
    const subjects = weighed.filter(({ key }) => everywhere.isSubject(key))
    return composeTitle(subjects.length > 0 ? subjects : weighed)
  })
}

function computeStatistics(phrases: readonly Phrase[], sentences: readonly TranscriptSentence[]): PhraseStatistics {
  const byKey = Map.groupBy(phrases, ({ key }) => key)
  const read = (key: string) => {
    const mentions = (byKey.get(key) ?? []).slice(0, MENTIONS_MAX)
    const text = chooseUsualForm(mentions)
    return { text, count: mentions.length, uses: countUses(mentions, (at) => sentences[at]?.text ?? '') }
  }
  // Texts in other languages have none of the words around a noun.
  const isEnglish = [...byKey].some(([key, { length }]) => length > 1 && read(key).uses.noun > 0)
  const known = new Map<string, boolean>()
  return {
    total: phrases.length,
    count: (key) => byKey.get(key)?.length ?? 0,
    isSubject(key) {
      let isSubject = known.get(key)
      if (isSubject === undefined) {
        const { text, count, uses } = read(key)
        isSubject = !isEnglish || (!isDullPhrase(text) && isNoun(text, count, uses))
        known.set(key, isSubject)
      }
      return isSubject
    },
  }
}

/** Phrases of a chapter, the most distinctive first. */
function weigh(phrases: readonly Phrase[], everywhere: PhraseStatistics): WeighedPhrase[] {
  return [...Map.groupBy(phrases, ({ key }) => key)]
    .filter(([key, said]) => !key.includes(' ') || said.length > 1 || everywhere.count(key) >= OFTEN)
    .map(([key, said]) => {
      const here = said.length / phrases.length
      const ratio = Math.log(here / (Math.max(1, everywhere.count(key)) / everywhere.total))
      // Counts sentences, because several occurrences in one sentence are weaker evidence.
      const spread = new Set(said.map(({ sentence }) => sentence.position)).size
      return {
        key,
        said,
        weight: Math.sqrt(said.length * spread) * (EVERYWHERE + ratio) * (key.includes(' ') ? 1.7 : 1),
      }
    })
    .toSorted((a, b) => b.weight - a.weight)
}

function composeTitle(weighed: readonly WeighedPhrase[]): Title {
  const least = FURTHER_MIN * (weighed[0]?.weight ?? 0)
  const chosen: { said: string; sentence: TranscriptSentence }[] = []
  const taken = new Set<string>()
  for (const { key, said, weight } of weighed) {
    if (chosen.length === PHRASES || weight < least) break
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

/** @param names terms of the speakers' names, who aren't subjects */
function extractPhrases(sentence: TranscriptSentence, names: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = []
  const add = (key: string, said: string, from: number) =>
    phrases.push({ key, said, sentence, segment: sentence.position, from, to: from + said.length })
  let before: { key: string; said: string; from: number; end: number } | undefined
  for (const match of sentence.text.matchAll(WORD)) {
    const [said] = match
    const from = match.index
    const terms = extractTerms(said)
    if (terms.length > 1 && (said.length > WORD_MAX || !/['’-]/.test(said))) {
      // Character pairs, because the script has no spaces.
      for (const term of terms) add(term, term, from)
      before = undefined
      continue
    }
    const isName = terms.some((term) => names.has(term))
    const isCommon = said
      .toLowerCase()
      .split('-')
      .every((part) => isCommonWord(part) || isTalk(part))
    if (terms.length === 0 || isName || isCommon || terms.every(isTalk) || POSSESSIVE.test(said)) {
      before = undefined
      continue
    }
    // Joined with a hyphen, because a space in the key marks a phrase of two words.
    const word = { key: terms.join('-'), said, from, end: from + said.length }
    add(word.key, said, from)
    if (before !== undefined && sentence.text.slice(before.end, from) === ' ' && before.key !== word.key)
      add(`${before.key} ${word.key}`, `${before.said} ${said}`, before.from)
    before = word
  }
  return phrases
}
