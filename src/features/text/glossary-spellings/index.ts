/**
 * Glossary spellings: finds terms of a glossary in texts, in all of their spellings. Pure functions. The feature
 * `glossary` stores the terms.
 *
 * A **spelling** is the term, an alias or a misheard form. Two spellings are the same if they have the same stems:
 * case, accents, punctuation and word endings don't matter. Abbreviations in capitals match only in capitals.
 */
export { type SpellingKey, spellingKeysTask } from './compute-keys.ts'
export { toCorrection } from './correction.ts'
export {
  findMisheardForms,
  findSpokenTerms,
  type GlossaryInput,
  type MisheardForm,
  misheardFormsTask,
  spokenTermsTask,
} from './find-in-transcript.ts'
export { isAbbreviation, toSpellingKey, toTokenKey } from './keys.ts'
export { createSpellingMatcher, type SpellingMatch, type SpellingMatcher } from './matcher.ts'
export {
  GLOSSARY_KINDS,
  type GlossaryEntry,
  type GlossaryKind,
  listSpellings,
  type Spelling,
  type SpellingRole,
  type TermInQuery,
} from './model.ts'
export { describeSpellings, toCorrectSpelling, toSpokenSpelling } from './respell.ts'
