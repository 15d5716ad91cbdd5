/** Sentences of a conversation in the form that summaries use: verbatim spans, cleaned text and terms. */
import { termsOf, wordsOf } from '../../../core/terms.ts'
import { isTalk } from '../key-phrases/index.ts'
import type { CutTranscript } from '../passages/index.ts'
import { isQualified, needsNext, needsPrevious, splitSentences } from '../sentences/index.ts'
import { cleaned } from './cleaned.ts'
import type { Span } from './model.ts'

export interface Sentence {
  readonly position: number
  /** Lines in which the sentence starts and ends. */
  readonly firstLine: number
  readonly lastLine: number
  readonly speaker: string
  readonly spans: readonly Span[]
  /** Text without hesitations. */
  readonly text: string
  /** Terms without conversational stopwords. */
  readonly terms: readonly string[]
  /** Number of words, including stopwords. */
  readonly length: number
  /** Whether the sentence has its start and its end, and means the same without its neighbors. */
  readonly standsAlone: boolean
  /** Whether its neighbors turn its meaning: a condition before it, a withdrawal after it. */
  readonly qualified: boolean
}

export function sentencesOf({ lines }: Pick<CutTranscript, 'lines'>): Sentence[] {
  const split = splitSentences(lines)
  return split.map((sentence, at): Sentence => {
    const { position, speaker, pieces, whole } = sentence
    const spans = pieces.flatMap(({ line, from, to }): Span[] => {
      const said = lines[line]
      if (said === undefined) return []
      const { segment, start, end } = said
      return [{ segment, speaker, start, end, quote: said.text.slice(from, to) }]
    })
    const text = cleaned(sentence.text)
    return {
      position,
      firstLine: pieces[0].line,
      lastLine: pieces.at(-1)?.line ?? pieces[0].line,
      speaker,
      spans,
      text,
      terms: termsOf(text).filter((term) => !isTalk(term)),
      length: wordsOf(text).length,
      standsAlone: whole && !needsPrevious(sentence, split[at - 1]) && !needsNext(sentence, split[at + 1]),
      qualified: isQualified(sentence, split[at - 1], split[at + 1]),
    }
  })
}
