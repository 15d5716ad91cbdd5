/**
 * Paragraphs of a summary. Each chapter has one paragraph of its most central sentences, in their original order, with
 * their speakers. In a short contact with support, the request and its result are always among them.
 */
import { chooseSentences, computeRarity, type WeightedSentence, weighSentences } from './central.ts'
import type { ChapterSpan } from './chapters.ts'
import { computeClarity, isAside, isFragment } from './clarity.ts'
import { createHeadline, headlineOfContact } from './headline.ts'
import { endSentence, HEADLINE_MAX, LINE_MAX, type SummaryLine, shortened } from './model.ts'
import { isNotice } from './notices.ts'
import { type Outcomes, statesOutcome } from './outcomes.ts'
import type { TranscriptSentence } from './sentences.ts'
import type { ServiceContact } from './service-contacts.ts'

/** Number of sentences in all paragraphs: a minimum, plus one per `WORDS_FOR_ONE` words, up to a maximum. */
const SENTENCES_MIN = 5
const WORDS_FOR_ONE = 3_000
const SENTENCES_MAX = 40
/** Minimum number of words of a statement that says more than a question: “Good morning.” doesn't. */
const STATEMENT_MIN = 5

export interface SummaryText {
  readonly headline: SummaryLine | null
  readonly paragraphs: readonly SummaryLine[]
}

export function composeSummaryText(
  sentences: readonly TranscriptSentence[],
  parts: readonly ChapterSpan[],
  outcomes: Outcomes,
  contact: ServiceContact | undefined,
): SummaryText {
  const rarity = computeRarity(sentences)
  const words = sentences.reduce((sum, { length }) => sum + length, 0)
  const total = Math.min(SENTENCES_MAX, SENTENCES_MIN + Math.round(words / WORDS_FOR_ONE))
  const heavy = parts.map(({ from, to }) => weighContent(weighSentences(sentences.slice(from, to), rarity), sentences))
  const ofContact =
    contact === undefined ? [] : [contact.request, ...(contact.answer === undefined ? [] : [contact.answer])]
  const said: WeightedSentence[] = []
  const paragraphs = heavy.flatMap((from, index) => {
    const part = parts[index]
    if (part === undefined) return []
    const share = sentences.slice(part.from, part.to).reduce((sum, { length }) => sum + length, 0) / Math.max(1, words)
    const fixed = ofContact.filter(({ position }) => position >= part.from && position < part.to)
    const open = from.filter(({ sentence }) => fixed.every(({ text }) => text !== sentence.text))
    const count = Math.max(fixed.length > 0 ? 0 : 1, Math.round(share * total) - fixed.length)
    const picked = chooseSentences(open, count, said)
    said.push(...picked)
    const chosen = [...fixed, ...picked.map(({ sentence }) => sentence)]
    return chosen.length === 0 ? [] : [composeParagraph(chosen)]
  })
  return {
    headline:
      headlineOfContact(contact) ??
      createHeadline(sentences, weighSentences(sentences, rarity), outcomes) ??
      headlineOfLongest(sentences),
    paragraphs: paragraphs.length > 0 ? paragraphs : shortest(sentences),
  }
}

/** Factors of the centrality of a sentence that states an outcome, of an aside, and of one with many pronouns. */
const OUTCOME_FACTOR = 1.5
const ASIDE_FACTOR = 0.3
const VAGUE_FACTOR = 0.6
/** Clarity below which a sentence is vague. */
const VAGUE = 0.6

/** Weighs sentences by their centrality and by what they state, best first. */
function weighContent(
  weighed: readonly WeightedSentence[],
  sentences: readonly TranscriptSentence[],
): WeightedSentence[] {
  return weighed
    .map((one) => {
      const { sentence } = one
      const isVague = computeClarity(sentence) < VAGUE
      const factor =
        (isAside(sentence.text) ? ASIDE_FACTOR : 1) *
        (isVague || isFragment(sentence.text) ? VAGUE_FACTOR : 1) *
        (statesOutcome(sentence, sentences[sentence.position - 1]) ? OUTCOME_FACTOR : 1)
      return { ...one, weight: one.weight * factor }
    })
    .toSorted((a, b) => b.weight - a.weight || a.sentence.position - b.sentence.position)
}

function composeParagraph(sentences: readonly TranscriptSentence[]): SummaryLine {
  const ordered = sentences.toSorted((a, b) => a.position - b.position)
  const text = ordered
    .map((sentence, index) => {
      const isNew = sentence.speaker !== '' && sentence.speaker !== ordered[index - 1]?.speaker
      return isNew ? `${sentence.speaker}: ${endSentence(sentence.text)}` : endSentence(sentence.text)
    })
    .join(' ')
  return { text: shortened(text, LINE_MAX), spans: ordered.flatMap(({ spans }) => spans) }
}

/** Fallback for conversations without a self-contained sentence: the longest sentence that states something. */
function shortest(sentences: readonly TranscriptSentence[]): SummaryLine[] {
  const sentence = findLongestSentence(sentences)
  return sentence === undefined ? [] : [composeParagraph([sentence])]
}

function findLongestSentence(sentences: readonly TranscriptSentence[]): TranscriptSentence | undefined {
  const all = sentences.filter(({ text }) => text !== '')
  const statements = all.filter(
    ({ text, length }) => length >= STATEMENT_MIN && !/[?？]/.test(text) && !isNotice({ text }),
  )
  return (statements.length > 0 ? statements : all).reduce<TranscriptSentence | undefined>(
    (best, one) => (best !== undefined && best.length >= one.length ? best : one),
    undefined,
  )
}

/** Fallback for conversations without subjects and without a clear sentence. */
function headlineOfLongest(sentences: readonly TranscriptSentence[]): SummaryLine | null {
  const sentence = findLongestSentence(sentences)
  return sentence === undefined ? null : { text: shortened(sentence.text, HEADLINE_MAX), spans: sentence.spans }
}
