/**
 * Decides which neighbors a sentence needs. A quote without them can say the opposite: an answer without its question,
 * a consequence without its condition, a promise without its withdrawal.
 */

/** Words before the subject that don't change the meaning: “Well, so”. */
const OPENERS = String.raw`(?:(?:well|yeah|okay|ok|um+|uh+|and|so|oh|right|now|i mean|you know|like)[\s,.…-]+)*`
const POINTING = new RegExp(
  String.raw`^\W*${OPENERS}(?:it|it['’]s|it['’]ll|that|that['’]s|this|these|those|they|they['’]re|they['’]ll|he|he['’]s|she|she['’]s|him|her|them|there|then|which|the same|same|both|neither|either|one|another|others|such|here|two|also|too|instead|otherwise|therefore|because|cause|but|or|though|although|if so|if not|not|nor|no|nope|yes|yep|exactly|correct|true|sure|definitely|absolutely|of course|maybe|probably|sometimes|never|none|nothing|only)\b`,
  'i',
)
/** Sentences that limit or withdraw what was said before. */
const LIMITING =
  /^\W*(?:(?:well|okay|um+|uh+|and|oh|i mean)[\s,.…-]+)*(?:but|however|except|unless|only if|if|as long as|provided|assuming|although|though|until|not (?:really|quite|yet|anymore|necessarily|sure)|no\b|nope|never mind|just kidding|kidding|actually|scratch that|correction|i take that back|sorry|wait|at least|or (?:not|maybe)|maybe not|that['’]s (?:not|wrong|what\b|only|just)|which (?:is|was|isn['’]t|wasn['’]t|never)|(?:that|it) (?:isn['’]t|wasn['’]t|is not|was not|never)|(?:he|she|they|somebody|the customer)\b.{0,24}\b(?:said|says|claims?|thinks?|told)|i (?:disagree|doubt|don['’]t (?:think|believe|agree|buy)))\b/i
/** Sentences whose next one completes them: a condition without its consequence, or an announced quote. */
const OPEN_END =
  /(?::|\b(?:said|says|say|like|told (?:us|me|them)|is that|question is|as follows|wrote|heard|claims?|asked)[,.]?)["'”’»)\]]{0,3}$/i
const CONDITION =
  /^\W*(?:so\s+|and\s+|but\s+|well[, ]+)?(?:if|unless|when|once|until|assuming|suppose|imagine|let['’]s say|say|only if|provided)\b[^,]*[.…]?$/i
/** Sentences that deny or distance the next one: “It's not that.” “I wish.” */
const DISTANCING =
  /(?:\bnot (?:that|true|saying|like|the case|what)\b|\bi wish\b|\bin (?:theory|a perfect world|an ideal world)\b|\bpeople (?:say|think)\b|\bthey (?:say|think|claim|believe|told)\b|\b(?:he|she) (?:says?|said|thinks?|thought|claims?|told)\b|\bmyth\b|\brumou?r\b|\bsupposedly\b|\bexample\b|\bhypothetical)/i
const SHORT_WORDS = 5

/** Sentence and its speaker. */
export interface SpokenText {
  readonly speaker: string
  readonly text: string
}

const asks = ({ text }: SpokenText) => /[?？]["'”’»)\]]*\s*$/.test(text)
const countWords = (text: string) => text.split(/\s+/).length

/**
 * Whether the sentence before it turns the meaning of a sentence: a condition, an announced quote, or a distance.
 * @param previous the sentence before it, of any speaker
 */
function isTurnedBefore(sentence: SpokenText, previous: SpokenText | undefined): boolean {
  if (previous === undefined || previous.speaker !== sentence.speaker) return false
  return (
    OPEN_END.test(previous.text) || (CONDITION.test(previous.text) && !asks(previous)) || DISTANCING.test(previous.text)
  )
}

/** Whether the meaning of a sentence is turned by its neighbors, so that it may never be reported alone. */
export const isQualified = (
  sentence: SpokenText,
  previous: SpokenText | undefined,
  next: SpokenText | undefined,
): boolean => isTurnedBefore(sentence, previous) || (next !== undefined && LIMITING.test(next.text))

/**
 * Whether a sentence is misleading or incomprehensible without the one before it.
 * @param previous the sentence before it, of any speaker
 */
export function needsPrevious(sentence: SpokenText, previous: SpokenText | undefined): boolean {
  if (previous === undefined) return false
  if (previous.speaker !== sentence.speaker) {
    return asks(previous) && (countWords(sentence.text) <= SHORT_WORDS * 2 || POINTING.test(sentence.text))
  }
  return POINTING.test(sentence.text) || countWords(sentence.text) < SHORT_WORDS || isTurnedBefore(sentence, previous)
}

/**
 * Whether the next sentence limits, withdraws or completes a sentence.
 * @param next the sentence after it, of any speaker
 */
export function needsNext(sentence: SpokenText, next: SpokenText | undefined): boolean {
  if (next === undefined) return false
  if (LIMITING.test(next.text)) return true
  if (next.speaker !== sentence.speaker) return asks(sentence) && countWords(sentence.text) > 2
  return OPEN_END.test(sentence.text) || CONDITION.test(sentence.text)
}
