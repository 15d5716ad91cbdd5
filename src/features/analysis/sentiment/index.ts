/** Sentiment of a conversation: opinions that its speakers state, computed for each request. Nothing is stored. */
import type { AnyOperation } from '../../../core/operation.ts'
import { getConversationSentiment } from './get-conversation-sentiment.ts'

export { getConversationSentiment }

export const operations: readonly AnyOperation[] = [getConversationSentiment]
