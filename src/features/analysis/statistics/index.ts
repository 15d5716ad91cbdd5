/**
 * Statistics: how people spoke in a conversation, independent of the subject.
 *
 * The text of a segment is an **utterance**. Consecutive utterances of one speaker are a **turn**; a **listening
 * sound** of somebody else doesn't end it. A turn without a longer pause is a **monologue**. All figures are computed
 * from these in linear time; see docs/statistics.md for the formulas. A figure without source data is `null`.
 *
 * The step stores the figures as `statistics` of the conversation.
 */

export { statisticsStep } from './statistics.step.ts'
export { computeStatistics } from './statistics.ts'
