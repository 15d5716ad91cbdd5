/** Sentences of a conversation in the form that summaries use: verbatim spans, cleaned text and terms. */
import { extractTerms, splitWords } from '../../../core/terms.ts'
import { isTalk } from '../key-phrases/index.ts'
import type { CutTranscript, SourceLine } from '../passages/index.ts'
import { isQualified, needsNext, needsPrevious, splitSentences } from '../sentences/index.ts'
import { cleanSentence } from './cleaned.ts'
import type { EvidenceSpan } from './model.ts'

export interface TranscriptSentence {
  readonly position: number
  /** Lines in which the sentence starts and ends. */
  readonly firstLine: number
  readonly lastLine: number
  readonly speaker: string
  readonly spans: readonly EvidenceSpan[]
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

/** Sentences by lines. Several tasks read the same transcript. */
const known = new WeakMap<readonly SourceLine[], readonly TranscriptSentence[]>()

export function splitTranscriptSentences({ lines }: Pick<CutTranscript, 'lines'>): readonly TranscriptSentence[] {
  const before = known.get(lines)
  if (before !== undefined) return before
  const sentences = splitLines(lines)
  known.set(lines, sentences)
  return sentences
}

function splitLines(lines: readonly SourceLine[]): TranscriptSentence[] {
  const split = splitSentences(lines)
  return split.map((sentence, at): TranscriptSentence => {
    const { position, speaker, pieces, whole } = sentence
    const spans = pieces.flatMap(({ line, from, to }): EvidenceSpan[] => {
      const said = lines[line]
      if (said === undefined) return []
      const { segment, start, end } = said
      return [{ segment, speaker, start, end, quote: said.text.slice(from, to) }]
    })
    const text = cleanSentence(sentence.text)
    return {
      position,
      firstLine: pieces[0].line,
      lastLine: pieces.at(-1)?.line ?? pieces[0].line,
      speaker,
      spans,
      text,
      terms: extractTerms(text).filter((term) => !isTalk(term)),
      length: splitWords(text).length,
      standsAlone: whole && !needsPrevious(sentence, split[at - 1]) && !needsNext(sentence, split[at + 1]),
      qualified: isQualified(sentence, split[at - 1], split[at + 1]),
    }
  })
}
