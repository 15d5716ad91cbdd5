/** Decides whether a text probably contains an answer. The threshold rises with the number of texts that are tried. */
import learned from './extract/weights.json' with { type: 'json' }
import type { ReadText } from './text.ts'

/** A text of at most this number of lines yields weaker signals, but contains less that misleads. */
const SHORT_LINES = 60
/**
 * Thresholds for texts that a search has chosen from many. Among thirty meetings, one is always a little like the
 * question. Measured in the process with 160 questions of QMSum and thirty meetings each. With 0.35, 90 % of the
 * questions about one of the meetings are answered, and 82 % of those about another domain are refused. With the
 * threshold for one meeting, the figures are 96 % and 56 %. Short texts have no threshold of their own yet.
 */
const AMONG_MANY = { long: 0.35, short: learned.threshold } as const

/** @param tried whether the question was about few texts, which are all read, or about many */
export function probablyAnswers({ lines, answerability }: ReadText, tried: 'few' | 'many'): boolean {
  if (lines.length === 0) return false
  if (tried === 'few') return answerability >= learned.threshold
  return answerability >= (lines.length <= SHORT_LINES ? AMONG_MANY.short : AMONG_MANY.long)
}
