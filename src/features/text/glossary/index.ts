/**
 * Glossary: the organization's own terms, with their spellings and their meaning.
 *
 * A **term** has aliases, which are correct too, and misheard forms, which speech recognition writes instead. A spelling
 * belongs to one term. Search and questions find all spellings of a term. Trackers and named entities count them as the
 * term. Transcribers get the terms as known words. Misheard forms are suggested for correction.
 *
 * Queries look up their words by key, so their cost doesn't depend on the number of terms (`lookup.ts`). Analyses load
 * all terms, and only conversations that contain a changed term are analyzed again.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createGlossaryTerm } from './create-glossary-term.ts'
import { deleteGlossaryTerm } from './delete-glossary-term.ts'
import { getGlossaryTerm } from './get-glossary-term.ts'
import { importGlossaryTerms } from './import-glossary-terms.ts'
import { listGlossaryTerms } from './list-glossary-terms.ts'
import { updateGlossaryTerm } from './update-glossary-term.ts'

export { eraseFromGlossary } from './erase.ts'
export {
  findAlikeSpellings,
  findTermsInQuery,
  loadGlossary,
  selectPromptTerms,
} from './lookup.ts'
export { selectTerm } from './queries.ts'
export { type GlossaryTerm, SPELLINGS_MAX, TERMS_MAX } from './schema.ts'
export { tools } from './tools.ts'
export {
  createGlossaryTerm,
  deleteGlossaryTerm,
  getGlossaryTerm,
  importGlossaryTerms,
  listGlossaryTerms,
  updateGlossaryTerm,
}

export const operations: readonly AnyOperation[] = [
  listGlossaryTerms,
  createGlossaryTerm,
  importGlossaryTerms,
  getGlossaryTerm,
  updateGlossaryTerm,
  deleteGlossaryTerm,
]
