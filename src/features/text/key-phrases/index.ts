/**
 * Key phrases: recurring phrases of a conversation, verbatim. They name its subjects: in topics, and in the headline of
 * a summary without a language model.
 *
 * All functions are pure.
 */
export { isTalk } from './conversational-stopwords.ts'
export {
  extractKeyPhrases,
  extractSharedSubjects,
  isCommonWord,
  type KeyPhrase,
  type KeyPhraseInput,
  PHRASES_TOLD,
} from './key-phrases.ts'
export { countUses, isDullPhrase, isNoun, type Mention } from './phrase-uses.ts'
export { type Token, tokenizer } from './tokens.ts'
