/**
 * Search: finds passages of conversations and of the knowledge base, by words and by meaning.
 *
 * The index itself is in `outbound/search-index`.
 */
export * as conversationSearch from './conversation-search/index.ts'
export * as knowledgeBase from './knowledge-base/index.ts'
