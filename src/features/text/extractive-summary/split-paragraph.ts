/** Sentences of a paragraph, each with its own spans. */
import { needsNext, needsPrevious, type Sentence, splitSentences } from '../sentences/index.ts'
import { cleanSentence } from './cleaned.ts'
import { type EvidenceSpan, LINE_MAX, type SummaryLine, shortened } from './model.ts'

/** Maximum length of the quotes of a paragraph that is split, in UTF-16 units. Speech without punctuation has long sentences. */
const QUOTES_MAX = 10_000

/**
 * Splits the spans of a paragraph into lines. Sentences that turn the meaning of their neighbors stay with them. A paragraph
 * with very long quotes stays one line.
 */
export function splitParagraph(paragraph: SummaryLine): SummaryLine[] {
  const { spans } = paragraph
  if (spans.reduce((length, { quote }) => length + quote.length, 0) > QUOTES_MAX) return [paragraph]
  const groups: Sentence[][] = []
  for (const sentence of splitSentences(spans.map((span) => ({ ...span, text: span.quote })))) {
    const previous = groups.at(-1)?.at(-1)
    const joins = previous !== undefined && (needsPrevious(sentence, previous) || needsNext(previous, sentence))
    if (joins) groups.at(-1)?.push(sentence)
    else groups.push([sentence])
  }
  return groups.flatMap((group) => {
    const text = cleanSentence(group.map((sentence) => sentence.text).join(' '))
    const lines = new Set(group.flatMap((sentence) => sentence.pieces.map(({ line }) => line)))
    const own = [...lines].flatMap((line): EvidenceSpan[] => spans.slice(line, line + 1))
    return text === '' ? [] : [{ text: shortened(text, LINE_MAX), spans: own }]
  })
}
