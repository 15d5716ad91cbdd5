/**
 * Statistics: how people spoke in a conversation, independent of the subject.
 *
 * The text of a segment is an **utterance**. Consecutive utterances of one speaker are a **turn**; a **listening
 * sound** of somebody else doesn't end it. A turn without a longer pause is a **monologue**. All figures are computed
 * from these in linear time; see docs/statistics.md for the formulas. A figure without source data is `null`.
 *
 * The step stores the figures as `statistics` of the conversation. The **occurrences** of a figure are the parts of the
 * current transcript that it counts or measures. They are computed for each request.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getStatisticsOccurrences } from './get-statistics-occurrences.ts'

export { getStatisticsOccurrences } from './get-statistics-occurrences.ts'
export { OCCURRENCE_FIGURES, type OccurrenceFigure, type StatisticsOccurrence } from './schema.ts'
export { statisticsStep } from './statistics.step.ts'
export { computeStatistics } from './statistics.ts'

export const operations: readonly AnyOperation[] = [getStatisticsOccurrences]
