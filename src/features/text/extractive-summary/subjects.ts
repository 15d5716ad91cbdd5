/** Subjects of a conversation: its key phrases that are nouns, in words that a reader understands without the transcript. */
import { countUses, extractKeyPhrases, isDullPhrase, isNoun, type KeyPhrase } from '../key-phrases/index.ts'
import type { EvidenceSpan } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Subject {
  readonly text: string
  readonly terms: readonly string[]
  readonly spans: readonly EvidenceSpan[]
  /** Ratio of the conversation between the first and the last mention. In long ones, ratio of the parts with a mention. */
  readonly spread: number
}

/** Maximum number of subjects. */
const SUBJECTS_MAX = 3
/** Minimum score of a further subject, relative to the second one. */
const SUBJECT_MIN = 0.3
/** Number of parts of equal length, for the spread of a phrase over the conversation. */
const PARTS = 10
/** Number of parts with a mention from which a phrase is spread enough. */
const SPREAD = 4
/** Number of sentences from which the spread says something. */
const SPREAD_FROM = 200
/** Ratio of the score that a phrase keeps if only one speaker uses it, or if it is in one part only. */
const ONE_SPEAKER = 0.7
const ONE_PART = 0.6

/** @param isProcedure whether a phrase is about the call itself */
export function findSubjects(
  sentences: readonly TranscriptSentence[],
  isProcedure: (text: string) => boolean,
): Subject[] {
  const names = new Set(sentences.flatMap(({ speaker }) => speaker.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  const texts = sentences.map(({ text, position }) => ({ segment: position, text }))
  const usable = extractKeyPhrases(texts, names)
    .filter(
      (phrase) => !isProcedure(phrase.text) && !isDullPhrase(phrase.text) && !isSmallTalk(phrase, sentences.length),
    )
    .map((phrase) => ({ phrase, use: countUses(phrase.places, (at) => sentences[at]?.text ?? '') }))
  // Texts in other languages have none of the words around a noun.
  const isEnglish = usable.some(({ use }) => use.noun > 0)
  const weighed = usable
    .filter(({ phrase, use }) => !isEnglish || isNoun(phrase.text, phrase.places.length, use))
    .map(({ phrase }) => ({ phrase, weight: phrase.score * weighSpread(phrase, sentences) }))
    .toSorted((a, b) => b.weight - a.weight)
  // The word that the whole call is about can be far more frequent than everything that is said about it.
  const second = weighed[1]?.weight ?? 1
  return weighed
    .filter(({ weight }, rank) => rank === 0 || weight >= SUBJECT_MIN * second)
    .slice(0, SUBJECTS_MAX)
    .map(({ phrase: { text: said, places } }) => {
      // The capital letter of a word that is mostly said at the beginning of a sentence.
      const isCommon = !said.includes(' ') && texts.some(({ text }) => hasWord(text, said.toLowerCase()))
      const text = isCommon ? said.toLowerCase() : said
      const sentence = sentences[places[0]?.segment ?? 0]
      const spread =
        sentences.length >= SPREAD_FROM
          ? countParts(places, sentences.length) / PARTS
          : ((places.at(-1)?.segment ?? 0) - (places[0]?.segment ?? 0)) / sentences.length
      return { text, terms: text.toLowerCase().split(/\s+/), spans: sentence?.spans ?? [], spread }
    })
}

/** Ratio of a conversation at its beginning and end that is small talk, and the length from which it has an effect. */
const EDGE = 0.1
const EDGES_FROM = 40

/** Whether a phrase is only in the first and the last words of a conversation. */
const isSmallTalk = ({ places }: KeyPhrase, length: number): boolean =>
  length >= EDGES_FROM && places.every(({ segment }) => segment < length * EDGE || segment >= length * (1 - EDGE))

/** Ratio of the score that remains, by the number of speakers who use the phrase and of the parts that contain it. */
function weighSpread({ places }: KeyPhrase, sentences: readonly TranscriptSentence[]): number {
  const speakers = new Set(places.map(({ segment }) => sentences[segment]?.speaker))
  const shared = speakers.size > 1 ? 1 : ONE_SPEAKER
  if (sentences.length < SPREAD_FROM) return shared
  const parts = countParts(places, sentences.length)
  return shared * (ONE_PART + (1 - ONE_PART) * Math.min(1, (parts - 1) / (SPREAD - 1)))
}

/** Number of parts of equal length in which a phrase is mentioned. */
const countParts = (places: KeyPhrase['places'], length: number): number =>
  new Set(places.map(({ segment }) => Math.floor((segment * PARTS) / length))).size

const hasWord = (text: string, word: string): boolean =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(([one]) => one === word)

/** Whether a subject says by itself what it is: a phrase of several words, or a name. */
export const isSpecific = ({ text }: Subject): boolean => /\S \S|-|\p{Lu}/u.test(text)

/** Joins subjects to “Pricing, single sign-on and the rollout”. */
export function joinSubjects(subjects: readonly Subject[]): string {
  const texts = subjects.map(({ text }) => text)
  const last = texts.at(-1) ?? ''
  const all = texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
  return all.charAt(0).toLocaleUpperCase('en') + all.slice(1)
}
