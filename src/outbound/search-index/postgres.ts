/** Search index in the database: passages, their words and their vectors are rows. */
import type { SearchIndex } from '../../core/search.ts'
import { find } from './find.ts'
import type { SearchLimits } from './search-plan.ts'
import { deleteOtherVectors, insertVectors, selectCoverage, selectVectors, selectWithoutVector } from './vectors.ts'
import { countTexts, selectNewestWords, selectSpokenBy } from './words.ts'
import {
  addConversation,
  prepareConversation,
  putConversation,
  putSource,
  removeText,
  selectUnknown,
  updateWords,
} from './write.ts'

/** @param limits limits for tests */
export function createSearchIndex(limits?: SearchLimits): SearchIndex {
  return {
    prepare: prepareConversation,
    addConversation,
    putConversation,
    removeConversation: removeText,
    putSource,
    removeSource: removeText,
    async find(db, org, within, wanted, limit) {
      const found = await find(db, org, within, wanted, limit, limits)
      return found.map(({ id, textId, position, lines, lexical, whole, semantic, held }) => ({
        ...{ id, conversationId: textId, position, lines, lexical, whole, semantic, held },
      }))
    },
    saidIn: (db, org, { conversations }, terms, most) => countTexts(db, org, conversations, terms, most),
    newestWords: (db, org, { conversations }, count) => selectNewestWords(db, org, conversations, count),
    spokenBy: (db, org, { conversations }, words, limits) => selectSpokenBy(db, org, conversations, words, limits),
    async findInSources(db, org, sources, wanted, limit) {
      const found = await find(db, org, { sources }, wanted, limit, limits)
      return found.map(({ id, textId, position, headings, text, lexical, whole, semantic, held }) => ({
        ...{ id, sourceId: textId, position, headings, text, lexical, whole, semantic, held },
      }))
    },
    getVectors: selectVectors,
    withoutVector: selectWithoutVector,
    putVectors: insertVectors,
    forgetOtherSpaces: deleteOtherVectors,
    findUnknown: selectUnknown,
    updateWords,
    coverage: selectCoverage,
  }
}
