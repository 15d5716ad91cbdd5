/** Decides which texts probably contain an answer. */
import { computeAmongAnswerability, computeAmongFeatures, type EstimatedText } from './extract/among.ts'
import learned from './extract/weights.json' with { type: 'json' }
import type { ReadText } from './text.ts'

/** A text of at most this number of lines yields weaker signs, but contains less that misleads. */
const SHORT_LINES = 60
/** Minimum probability of each text, among texts that a search has chosen from many. */
const LONG_MIN = 0.35

export const probablyAnswers = ({ lines, answerability }: ReadText): boolean =>
  lines.length > 0 && answerability >= learned.threshold

/**
 * Selects the texts that probably contain an answer, of those that a search has chosen from many. If the best ones are
 * long, all of them together decide whether there is an answer at all (`npm run eval:answers -- --among 30`). Short
 * texts are judged separately: the training data has only long ones.
 */
export function selectAnswering(texts: readonly ReadText[]): ReadText[] {
  const long = texts.filter(({ lines }) => lines.length > SHORT_LINES)
  const features = computeAmongFeatures(long.flatMap(withSigns))
  const isAnswered =
    features !== undefined && computeAmongAnswerability(features, learned.among) >= learned.amongThreshold
  const best = long.reduce((max, { answerability }) => Math.max(max, answerability), 0)
  return texts.filter((text) =>
    text.lines.length > SHORT_LINES
      ? isAnswered && text.answerability >= Math.min(best, LONG_MIN)
      : probablyAnswers(text),
  )
}

const withSigns = ({ answerability, signs }: ReadText): EstimatedText[] =>
  signs === undefined ? [] : [{ answerability, signs }]
