/**
 * Score bonuses of candidate sentences, added to the learned score. They are set by hand: users who look for a fact use
 * the words of the answer and need the value. The questions of the training data paraphrase the meeting. For them,
 * bonuses change little (`npm run train:answers`).
 */

/** Properties of a sentence that have a bonus: true or false, or a ratio from 0 to 1. */
export interface BonusSigns {
  /** It contains an amount or a time, as requested. */
  readonly form: boolean
  /** It states a reason, as requested, with half of the question's words: “… because of the neighbors”. */
  readonly reason: boolean
  /** It states the requested value itself: money for a price, a day for “when”. */
  readonly value: boolean
  /** It states an amount for one of the named things: “forty-six dollars a vehicle” for “price per truck”. */
  readonly rate: boolean
  /** The value is the number of a named thing: “six gates” for “how many gates”. */
  readonly count: boolean
  /**
   * It replies with the requested amount or time to somebody who asks the same. The reply seldom repeats the words: “How
   * much is overnight shipping?” – “The rate is 39.99.”
   */
  readonly reply: boolean
  /**
   * It states the requested amount or time with a pronoun for what the sentences before it say: “The drivers' group.” –
   * “They meet every second Wednesday.”
   */
  readonly carried: boolean
  /** It says what the named speaker of the question does, with its verb. */
  readonly subject: boolean
  /** It states the verb of a question about a person: “Who froze the budget?” */
  readonly act: boolean
  /** It says what the named speaker does, and the requested value: “Priya can give up to fifteen percent.” */
  readonly subjectValue: boolean
  /** Ratio of the question's words, by rarity. Half of them are enough. */
  readonly words: number
  /** Compactness of all words of the question, or synonyms of them. 1 if they are next to each other. */
  readonly allWords: number
  /** Ratio of the question's words in the longest row that it repeats, of three words or more. */
  readonly phrase: number
  /** It contains all words of “What is the free cash flow?” in a row, and a figure. */
  readonly figure: boolean
  /** Ratio of the question's names, written as names: “Complete” is a product, and “complete” isn't. */
  readonly names: number
}

const BONUSES: Readonly<Record<keyof BonusSigns, number>> = {
  form: 0.05,
  reason: 0.1,
  value: 0.1,
  rate: 0.2,
  count: 0.05,
  reply: 0.15,
  carried: 0.15,
  subject: 0.1,
  act: 0.1,
  subjectValue: 0.1,
  words: 0.05,
  allWords: 0.08,
  phrase: 0.3,
  figure: 0.1,
  names: 0.05,
}

export const computeBonus = (signs: BonusSigns): number =>
  (Object.keys(BONUSES) as (keyof BonusSigns)[]).reduce((sum, name) => sum + BONUSES[name] * Number(signs[name]), 0)
