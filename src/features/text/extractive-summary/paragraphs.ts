/**
 * Paragraphs of a summary. Each chapter has one paragraph of its most central sentences, in their original order, with
 * their speakers.
 */

import { chosen, rarityOf, type Weighed, weighed } from './central.ts'
import type { Part } from './chapters.ts'
import { createHeadline, type Outcomes } from './headline.ts'
import { HEADLINE_MAX, LINE_MAX, type SummaryLine, shortened } from './model.ts'
import type { Sentence } from './sentences.ts'

/** Number of sentences in all paragraphs: a minimum, plus one per `WORDS_FOR_ONE` words, up to a maximum. */
const SENTENCES_MIN = 5
const WORDS_FOR_ONE = 3_000
const SENTENCES_MAX = 40
export interface Told {
  readonly headline: SummaryLine | null
  readonly paragraphs: readonly SummaryLine[]
}

export function toldOf(sentences: readonly Sentence[], parts: readonly Part[], outcomes: Outcomes): Told {
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
    headline: createHeadline(sentences, weighed(sentences, rarity), outcomes) ?? headlineOfLongest(sentences),
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

/** Fallback for conversations without subjects and without a clear sentence. */
function headlineOfLongest(sentences: readonly Sentence[]): SummaryLine | null {
  const sentence = longest(sentences)
  return sentence === undefined ? null : { text: shortened(sentence.text, HEADLINE_MAX), spans: sentence.spans }
}
