/** Finds the questions that people ask in a transcript. */
import { ENDS_WITH_MARK } from '../../../../core/sentence-marks.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { cutSegments, type SourceLine } from '../../../text/passages/index.ts'
import { cutSentences } from '../../../text/sentences/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { containsAll } from './terms.ts'

/** Minimum number of words of a question. Shorter ones are tags and requests to repeat. */
const WORDS_MIN = 4

interface AskedQuestions {
  readonly asked: readonly { readonly line: SourceLine; readonly quote: string }[]
  /** Whether a line ends with a punctuation mark. Without them, questions can't be recognized. */
  readonly isPunctuated: boolean
}

/** Questions of a transcript that contain all stems of the topic. */
export function findAskedQuestions(segments: SegmentsInput, topic: readonly string[]): AskedQuestions {
  const { lines } = cutSegments(segments)
  return {
    asked: lines.flatMap((line) =>
      cutSentences(line.text, false)
        .map((quote) => ({ line, quote }))
        .filter(
          ({ quote }) => quote.endsWith('?') && quote.split(/\s+/).length >= WORDS_MIN && containsAll(quote, topic),
        ),
    ),
    isPunctuated: lines.some(({ text }) => ENDS_WITH_MARK.test(text)),
  }
}

export const askedTask = defineWorkerTask(import.meta.url, findAskedQuestions, isShortInput)
