/**
 * Sentiment: opinions that speakers state in words, each with its sentence and words. Pure functions, for English.
 *
 * Rules recognize praise and blame, and feelings that the speaker states about themselves. Negation reverses a positive
 * opinion, and the part after "but" counts. Questions, conditions, wishes and formulas of politeness state no opinion. A
 * sentence without a clear opinion isn't counted, so most sentences aren't.
 */
export { isEnglish } from './language.ts'
export { measureSentence, type Opinion, type SentenceOpinion } from './measure.ts'
export {
  measureTranscript,
  type OpinionQuote,
  type SpeakerOpinions,
  sentimentTask,
  type TranscriptSentiment,
} from './transcript.ts'
