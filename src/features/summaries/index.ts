/**
 * Summaries: what a conversation came to, each line with the words it stands on.
 *
 * A **summary** has a headline, paragraphs, decisions, action items (whose, and due when), open questions and chapters.
 * Each of its lines has **spans**: words of one segment, verbatim, with speaker and time. What has no span is not in it.
 *
 * Without a language model it is **extractive**, made of what was said (feature `gist`). With one, it is made **by
 * model**: what it says is looked up in the transcript line by line, and what cannot be found there is left out. Where
 * the model fails the extractive one stands in, and says so.
 *
 * A conversation has one summary, of one version of its transcript; of another version it is not shown but made anew.
 * Its headline and paragraphs are the `summary` of the conversation's element, unless the import brought one. It is
 * derived, so people do not edit it: they correct the transcript.
 *
 * It is a step of the analysis (`summary.step.ts`); asked for by hand, that step is done again.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createConversationSummary } from './create-conversation-summary.ts'
import { getConversationSummary } from './get-conversation-summary.ts'

export { getConversationSummary } from './get-conversation-summary.ts'
export { surroundingsOf } from './make.ts'
export { readSummary } from './read.ts'
export type { Summary } from './schema.ts'
export { summaryStep } from './summary.step.ts'

export const operations: readonly AnyOperation[] = [getConversationSummary, createConversationSummary]
