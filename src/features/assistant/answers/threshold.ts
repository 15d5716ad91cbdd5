/** Decides which texts probably contain an answer. */
import { computeAmongAnswerability, computeAmongFeatures, type EstimatedText } from './extract/among.ts'
import { isMeaningKnown } from './extract/answerable.ts'
import learned from './extract/weights.json' with { type: 'json' }
import type { EvidenceText } from './text.ts'

/** A text of at most this number of lines yields weaker signs, but contains less that misleads. */
const SHORT_LINES = 60
/** Minimum probability of each text, among texts that a search has chosen from many. */
const LONG_MIN = 0.35

type RatedText = Pick<EvidenceText, 'lineCount' | 'answerability' | 'signs'>

export const probablyAnswers = ({ lineCount, answerability }: RatedText): boolean =>
  lineCount > 0 && answerability >= learned.threshold

/**
 * Selects the texts that probably contain an answer, of those that a search has chosen from many. If the best ones are
 * long, all of them together decide whether there is an answer at all (`npm run eval:answers -- --among 30`). Short
 * texts are judged separately: the training data has only long ones. So are texts without embeddings, because the
 * similarity of meaning is the strongest sign of the training data.
 */
export function selectAnswering<T extends RatedText>(texts: readonly T[]): T[] {
  const long = texts.filter(({ lineCount }) => lineCount > SHORT_LINES)
  const compared = long.flatMap(withMeaning)
  const features = compared.length < long.length ? undefined : computeAmongFeatures(compared)
  const isAnswered =
    features === undefined || computeAmongAnswerability(features, learned.among) >= learned.amongThreshold
  const best = long.reduce((max, { answerability }) => Math.max(max, answerability), 0)
  const least = features === undefined ? LONG_MIN : Math.min(best, LONG_MIN)
  return texts.filter((text) =>
    text.lineCount > SHORT_LINES ? isAnswered && text.answerability >= least : probablyAnswers(text),
  )
}

const withMeaning = ({ answerability, signs }: RatedText): EstimatedText[] =>
  signs !== undefined && isMeaningKnown(signs) ? [{ answerability, signs }] : []

/**
 * Threshold for counting over many texts. It is higher than for a single answer, to avoid false positives. On QMSum, 92
 * of 100 questions are still found in their own meeting, and 7 in an unrelated one. With the lower threshold, the
 * figures are 96 and 20. Short texts keep the lower threshold: they produce weaker signals, but also less that
 * misleads.
 */
const SURE_MIN = 0.3

export const isLikelyAnswer = ({
  lineCount,
  answerability,
}: Pick<EvidenceText, 'lineCount' | 'answerability'>): boolean =>
  lineCount > 0 && answerability >= (lineCount <= SHORT_LINES ? learned.threshold : SURE_MIN)

/** Lowers the weight of texts that answer less probably than the best one, so that their passages come later. */
export function weighByAnswerability<T extends Pick<EvidenceText, 'weight' | 'answerability'>>(
  texts: readonly T[],
): T[] {
  const best = Math.max(...texts.map(({ answerability }) => answerability))
  return texts.map((text) => ({ ...text, weight: text.weight * Math.sqrt(text.answerability / best) }))
}
