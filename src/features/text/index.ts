/**
 * Text: reads transcripts and finds parts of them, without a database of conversations.
 *
 * `transcripts` reads and writes transcript forms. `passages` splits texts for the search index, and `sentences` into whole
 * sentences. `glossary` stores the terms of an organization, and
 * `glossary-spellings` finds them. The other features rank lines, find key phrases, summarize, recognize entities, redact personal data, and prepare text for a language model.
 */
export * as extractiveSummary from './extractive-summary/index.ts'
export * as glossary from './glossary/index.ts'
export * as glossarySpellings from './glossary-spellings/index.ts'
export * as keyPhrases from './key-phrases/index.ts'
export * as modelInput from './model-input/index.ts'
export * as namedEntities from './named-entities/index.ts'
export * as passageRanking from './passage-ranking/index.ts'
export * as passages from './passages/index.ts'
export * as redaction from './redaction/index.ts'
export * as sentences from './sentences/index.ts'
export * as sentiment from './sentiment/index.ts'
export * as speakerNames from './speaker-names/index.ts'
export * as transcripts from './transcripts/index.ts'
