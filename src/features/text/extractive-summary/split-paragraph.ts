/** Sentences of a paragraph, each with its own spans. */
import { needsNext, needsPrevious, type Sentence, splitSentences } from '../sentences/index.ts'
import { cleanSentence } from './cleaned.ts'
import type { EvidenceSpan, SummaryLine } from './model.ts'

/** Splits the spans of a paragraph into lines. Sentences that turn the meaning of their neighbors stay with them. */
export function splitParagraph({ spans }: Pick<SummaryLine, 'spans'>): SummaryLine[] {
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
    return text === '' ? [] : [{ text, spans: own }]
  })
}
