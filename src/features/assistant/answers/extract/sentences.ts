/** Sentences of a conversation or document with the words that ranking needs. Each one is whole and verbatim. */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import type { SourceLine } from '../../../text/passages/index.ts'
import { type Sentence as SplitSentence, splitDocument, splitSentences } from '../../../text/sentences/index.ts'

export interface LineSentence extends SplitSentence {
  /** Index of the line in which the sentence starts. */
  readonly line: number
  /** Normalized words, stop words included. */
  readonly words: readonly string[]
  /** Stems of the words without stop words, in order. */
  readonly terms: readonly string[]
  readonly isQuestion: boolean
  /** Whether it is the first sentence of its line. */
  readonly opens: boolean
}

/** Sentences by lines. A text is processed in several parts, but split only once. */
const known = new WeakMap<readonly SourceLine[], readonly LineSentence[]>()

/** @param kind a sentence of a conversation can continue in the next line, and one of a document can't */
export function readSentences(lines: readonly SourceLine[], kind: 'conversation' | 'source'): readonly LineSentence[] {
  const before = known.get(lines)
  if (before !== undefined) return before
  const sentences = splitLines(lines, kind)
  known.set(lines, sentences)
  return sentences
}

function splitLines(lines: readonly SourceLine[], kind: 'conversation' | 'source'): LineSentence[] {
  const split = kind === 'conversation' ? splitSentences(lines) : splitDocument(lines)
  return split.map((sentence) => {
    const words = splitWords(sentence.text)
    const [{ line, from }] = sentence.pieces
    return {
      ...sentence,
      line,
      words,
      terms: words.filter((word) => !isSmallWord(word)).map(stemWord),
      isQuestion: /[?？]["'”’»)\]]*$/.test(sentence.text),
      opens: from === 0,
    }
  })
}
