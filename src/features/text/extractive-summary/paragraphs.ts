/**
 * Headline and paragraphs of a summary. Each chapter has one paragraph of its most central sentences, in their original
 * order, with their speakers. The headline is the sentence that states the purpose of the conversation, or else the
 * most central sentence that is understandable without context.
 */

import { chosen, rarityOf, standsAlone, type Weighed, weighed } from './central.ts'
import type { Part } from './chapters.ts'
import { HEADLINE_MAX, LINE_MAX, type SummaryLine, shortened } from './model.ts'
import type { Sentence } from './sentences.ts'

/** Number of sentences in all paragraphs: a minimum, plus one per `WORDS_FOR_ONE` words, up to a maximum. */
const SENTENCES_MIN = 5
const WORDS_FOR_ONE = 3_000
const SENTENCES_MAX = 40
/** Fraction of the conversation in which its purpose is searched. */
const BEGINNING = 0.15
const PURPOSE =
  /\b(?:(?:today|this (?:meeting|call|session|time|morning|afternoon))(?:'s|,| is| we| i|\b).{0,60}\b(?:discuss|talk|cover|go (?:over|through)|present|review|about|agenda|goal|purpose|update|look at|results?)|(?:the )?(?:goal|purpose|aim|agenda|point|topic)s? (?:of|for|today|is|are)|we(?:'re| are) (?:here|going) to (?:discuss|talk|cover|review|go)|(?:i|we)(?:'d| would) like to (?:discuss|talk about|present|welcome)|welcome (?:\w+ ){0,3}to)\b/i

export interface Told {
  readonly headline: SummaryLine | null
  readonly paragraphs: readonly SummaryLine[]
}

export function toldOf(sentences: readonly Sentence[], parts: readonly Part[]): Told {
  const rarity = rarityOf(sentences)
  const words = sentences.reduce((sum, { length }) => sum + length, 0)
  const total = Math.min(SENTENCES_MAX, SENTENCES_MIN + Math.round(words / WORDS_FOR_ONE))
  const heavy = parts.map(({ from, to }) => weighed(sentences.slice(from, to), rarity))
  const said: Weighed[] = []
  const paragraphs = heavy.flatMap((from, index) => {
    const part = parts[index]
    if (part === undefined) return []
    const share = sentences.slice(part.from, part.to).reduce((sum, { length }) => sum + length, 0) / Math.max(1, words)
    const picked = chosen(from, Math.max(1, Math.round(share * total)), said)
    said.push(...picked)
    return picked.length === 0 ? [] : [paragraphOf(picked.map(({ sentence }) => sentence))]
  })
  return {
    headline: headlineOf(sentences, weighed(sentences, rarity)),
    paragraphs: paragraphs.length > 0 ? paragraphs : shortest(sentences),
  }
}

function paragraphOf(sentences: readonly Sentence[]): SummaryLine {
  const ordered = sentences.toSorted((a, b) => a.position - b.position)
  const text = ordered
    .map((sentence, index) => {
      const isNew = sentence.speaker !== '' && sentence.speaker !== ordered[index - 1]?.speaker
      return isNew ? `${sentence.speaker}: ${ended(sentence.text)}` : ended(sentence.text)
    })
    .join(' ')
  return { text: shortened(text, LINE_MAX), spans: ordered.flatMap(({ spans }) => spans) }
}

const ended = (text: string) => (/[.!?…。！？｡]["'”’»)]*$/.test(text) ? text : `${text}.`)

function headlineOf(sentences: readonly Sentence[], heavy: readonly Weighed[]): SummaryLine | null {
  const purpose = sentences
    .slice(0, Math.ceil(sentences.length * BEGINNING))
    .find((sentence) => standsAlone(sentence) && PURPOSE.test(sentence.text))
  const central = heavy
    .map(({ sentence, weight }) => ({ sentence, worth: weight * readAlone(sentence) }))
    .reduce((best, one) => (best === undefined || one.worth > best.worth ? one : best), heavyFirst(heavy))
  const sentence = purpose ?? central?.sentence ?? longest(sentences)
  return sentence === undefined ? null : { text: shortened(sentence.text, HEADLINE_MAX), spans: sentence.spans }
}

const heavyFirst = ([first]: readonly Weighed[]) =>
  first === undefined ? undefined : { sentence: first.sentence, worth: 0 }

/** Sentence openings that depend on context: references, forms of address, and continuations. */
const LEANS =
  /^(?:(?:i|you|we|it|that|this|these|those|they|he|she|there|here|which|what|who|where|when|how|if|because|since|until|while|unless|though|or|not|no|one|two|both|another|same|instead|otherwise|please|thanks?|sorry|hello|hi|dear|let)\b|\p{Lu}\p{Ll}+, )/iu
const PERSONS =
  /(?<![\p{L}\p{N}])(?:i|me|my|mine|you|your|yours|he|him|his|she|her|they|them|their|it|that|this|those|these)(?:['’](?:m|s|re|ve|ll|d))?(?![\p{L}\p{N}'’])/giu
const LEANING = 0.4
/** Penalty of each pronoun, relative to the sentence length. */
const POINTING = 2.5

/** Comprehensibility of a sentence without its context, 0 to 1. */
function readAlone({ text, length }: Sentence): number {
  const pointing = text.match(PERSONS)?.length ?? 0
  return Math.max(0.1, 1 - (POINTING * pointing) / Math.max(1, length)) * (LEANS.test(text) ? LEANING : 1)
}

/** Fallback for conversations without a self-contained sentence: the longest sentence. */
function shortest(sentences: readonly Sentence[]): SummaryLine[] {
  const sentence = longest(sentences)
  return sentence === undefined ? [] : [paragraphOf([sentence])]
}

function longest(sentences: readonly Sentence[]): Sentence | undefined {
  return sentences
    .filter(({ text }) => text !== '')
    .reduce<Sentence | undefined>(
      (best, one) => (best !== undefined && best.length >= one.length ? best : one),
      undefined,
    )
}
