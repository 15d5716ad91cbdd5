/**
 * Model reading: how a transcript is given to a language model, and how what it says is held against the transcript.
 *
 * The transcript goes along as numbered lines between two marks that nobody in the conversation can have known, and is
 * called data. One that is too long for the model goes in parts. Whatever the model claims comes with **quotes**; a
 * quote counts when its words stand in a row in the segment it names or in one right beside, and what is kept is the
 * transcript's own spelling of them. Pure: nothing is asked or stored here.
 */
export { DATA, fenced } from './fence.ts'
export { type ModelRoom, partNamed, partsThatFit, roomOf } from './parts.ts'
export { findQuote, type NamedQuote, quotesAsked, spanFinder, uniqueSpans } from './quotes.ts'
