/**
 * Search: from a question to the moments that answer it, quoted and timed.
 *
 * A **question** is words, or a sentence in plain language; signs narrow it (`question.ts`). It is looked for by its
 * **words** and by its **meaning**, in what the caller may see and the filters mean: that is part of the query itself.
 * What the index finds are **passages**, which overlap; what is told are **moments**, each once, by its best passage
 * (`rank.ts`). A moment carries its **quote**, the sentence or two that hold most of what was asked for, verbatim, with
 * speaker and time.
 *
 * Without an embedding, or while it gives no answer, words alone are searched, and the answer says so. Nothing is stored
 * here: passages and vectors are the index's (`core/search.ts`), written by who owns the texts.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { searchConversations } from './search-conversations.ts'
import { searchKnowledge } from './search-knowledge.ts'

export type { Found, SearchPorts } from './asked.ts'
export { modes } from './meaning.ts'
export { meaningWithin } from './meaning-within.ts'
export { type Question, readQuestion } from './question.ts'
export { type Moment, type MomentSearch, searchMoments, type WithinConversations } from './search-moments.ts'
export { type FoundPassage, type SourceSearch, searchSources } from './search-sources.ts'
export { textOfSource } from './source-text.ts'
export { tools } from './tools.ts'

export { searchConversations, searchKnowledge }

export const operations: readonly AnyOperation[] = [searchConversations, searchKnowledge]
