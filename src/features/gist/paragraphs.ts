/**
 * The headline and the paragraphs: a paragraph a chapter, made of its most central sentences in the order they were said,
 * each with who said it. The headline is the sentence that says what the conversation is for, if one does; else the most
 * central one.
 */

import { chosen, rarityOf, standsAlone, type Weighed, weighed } from './central.ts'
import type { Part } from './chapters.ts'
import { HEADLINE_MAX, LINE_MAX, type SummaryLine, shortened } from './model.ts'
import type { Sentence } from './sentences.ts'

/** Sentences of all paragraphs together: so many, and one more for so many words said. */
const SENTENCES_MIN = 5
const WORDS_FOR_ONE = 3_000
const SENTENCES_MAX = 40
/** Where a conversation says what it is for, as a part of it. */
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
    headline: headlineOf(sentences, heavy),
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

function headlineOf(sentences: readonly Sentence[], heavy: readonly (readonly Weighed[])[]): SummaryLine | null {
  const purpose = sentences
    .slice(0, Math.ceil(sentences.length * BEGINNING))
    .find((sentence) => standsAlone(sentence) && PURPOSE.test(sentence.text))
  // Of the longest chapter's: each has one that weighs 1.
  const central = heavy.toSorted((a, b) => b.length - a.length)[0]?.[0]?.sentence
  const sentence = purpose ?? central ?? longest(sentences)
  return sentence === undefined ? null : { text: shortened(sentence.text, HEADLINE_MAX), spans: sentence.spans }
}

/** Where nothing stands alone, what little was said. */
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
