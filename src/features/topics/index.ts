/**
 * Topics: what a conversation is about.
 *
 * **Key phrases** are what it keeps coming back to, **named things** who and what it names (feature `named-things`),
 * **chapters** where it turns to something else (feature `gist`); each says where in the transcript it stands, letter by
 * letter. The step that finds them also has the trackers look through the conversation. Rules make all of it; a language
 * model, where there is one, looks it over in one question, and what it adds must stand in the transcript.
 *
 * A conversation has one set of topics, of one version of its transcript; of another version it is not shown.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getConversationTopics } from './get-conversation-topics.ts'

export { getConversationTopics } from './get-conversation-topics.ts'
export { topicsStep } from './topics.step.ts'

export const operations: readonly AnyOperation[] = [getConversationTopics]
