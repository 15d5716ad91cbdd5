/**
 * Transcripts as input of a language model, and verification of its quotes.
 *
 * A prompt contains the transcript as numbered lines between two random marks, declared as data. A transcript that
 * exceeds the context is split into parts. The model supports its output with **quotes**. A quote is valid if its words
 * occur in sequence in the named segment or within two segments of it. Parley stores the spelling of the transcript.
 * This module is pure: it calls no model and stores nothing.
 */
export { DATA, fencedData } from './fence.ts'
export { computeTokenBudget, partNamed, splitToFit, type TokenBudget } from './parts.ts'
export { findQuote, type NamedQuote, quotesSchema, spanFinder, uniqueSpans } from './quotes.ts'
