/**
 * Summaries of conversations, with quotes for each line.
 *
 * A **summary** has a headline, paragraphs, decisions, action items (with owner and due date), open questions and
 * chapters. Each line has **spans**: verbatim quotes of one segment, with speaker and time. Lines without a span aren't
 * included.
 *
 * Without a language model, the summary is **extractive**: it consists of sentences from the transcript (feature
 * `extractive-summary`). With one, the **model** writes it; each line is verified against the transcript and dropped if its quotes
 * aren't found. If the model fails, the extractive summary is stored with the reason.
 *
 * A conversation has one summary of one version of its transcript; for another version, a new one is created. Headline
 * and paragraphs are the `summary` of the conversation record, unless the import contained one. Users can't edit a
 * summary; they correct the transcript instead.
 *
 * The summary is a step of the analysis (`summary.step.ts`). A request for a new summary repeats that step. Extractive
 * summaries of earlier versions are created again in the background after an upgrade.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createConversationSummary } from './create-conversation-summary.ts'
import { getConversationSummary } from './get-conversation-summary.ts'
import { refreshSummaries } from './refresh-summaries.job.ts'

export { extractiveSummaryTask } from './extractive.ts'
export { getConversationSummary } from './get-conversation-summary.ts'
export { toSummaryContext } from './make.ts'
export { asked as modelSummarySchema, SYSTEM as summaryInstructions } from './prompt.ts'
export { readSummary } from './read.ts'
export { refreshSummaries } from './refresh-summaries.job.ts'
export type { Summary } from './schema.ts'
export { SUMMARY_VERSION, summaryStep } from './summary.step.ts'

export const jobs: readonly AnyJob[] = [refreshSummaries]

export const operations: readonly AnyOperation[] = [getConversationSummary, createConversationSummary]
