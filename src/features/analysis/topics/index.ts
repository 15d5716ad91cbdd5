/**
 * Topics: subjects of a conversation.
 *
 * **Key phrases** are recurring phrases, **named things** are people, companies and other entities (feature
 * `named-entities`), and **chapters** are parts with one subject (feature `extractive-summary`). Each has its verbatim occurrences in
 * the transcript. The same step runs the trackers. Rules detect all of these. If a language model is configured, one
 * call corrects them, and only additions that occur verbatim in the transcript are accepted.
 *
 * A conversation has one set of topics. It belongs to one version of the transcript and isn't shown for another.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getConversationTopics } from './get-conversation-topics.ts'

export { getConversationTopics } from './get-conversation-topics.ts'
export { updateChapters } from './queries.ts'
export { toSerializedChapters } from './schema.ts'
export { topicsStep } from './topics.step.ts'

export const operations: readonly AnyOperation[] = [getConversationTopics]
