/**
 * Search: finds the parts of conversations and documents that answer a question, with quotes and times.
 *
 * A **question** consists of words or a sentence, with optional operators (`question.ts`). Search compares its
 * **words** and its **meaning** with the texts. Visibility and filters are part of the query. The index finds
 * overlapping **passages**; ranking keeps the best one of each neighborhood (`rank.ts`). A result has a **quote**: the
 * one or two sentences that match best, verbatim, with speaker and time.
 *
 * Without an embedding model, or while it isn't available, search uses words only and reports that in the response.
 * This feature stores nothing: the owners of the texts write passages and vectors to the index (`core/search.ts`).
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getGlossaryTermUsage } from './get-glossary-term-usage.ts'
import { searchConversations } from './search-conversations.ts'
import { searchKnowledge } from './search-knowledge.ts'

export type { GlossaryTermUsage } from './get-glossary-term-usage.ts'
export { loadPassageVectors } from './load-passage-vectors.ts'
export { type Match, type MatchFilter, matches, matchFilters } from './match-kinds.ts'
export { embedTexts, modes } from './meaning.ts'
export type { SearchPage, SearchPorts } from './prepare-query.ts'
export { readQuestion, type SearchQuestion } from './question.ts'
export { type ConversationScope, type MomentSearch, type SearchHit, searchPassages } from './search-moments.ts'
export { type FoundPassage, type SourceSearch, searchSources } from './search-sources.ts'
export { type Sort, sorts } from './sort.ts'
export { textOfSource } from './source-text.ts'
export { tools } from './tools.ts'
export { getGlossaryTermUsage, searchConversations, searchKnowledge }

export const operations: readonly AnyOperation[] = [searchConversations, searchKnowledge, getGlossaryTermUsage]
