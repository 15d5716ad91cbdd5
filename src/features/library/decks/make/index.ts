/**
 * Deck making: creates slides.
 *
 * A **context** is a conversation, a snippet, an opportunity or an account. Up to twenty conversations that the caller
 * can see belong to it. Their **material** consists of stored results (summaries, statistics, topics, trackers, field
 * values, scores) and transcripts. **Blocks** convert material to slides, or to none if there is no material. Each deck
 * type has a **plan** with the order of the slides, and with ranks that decide which slides a short deck contains.
 * Content without a block is found by **questions** to the conversations, and shown as quotes (features `answers`,
 * `passage-ranking`).
 *
 * With a language model, the model plans and writes the slides. Charts still come from stored figures, quotes are
 * verified, and unsupported statements are dropped. Without a model, or if it fails, rules create all slides. This
 * feature stores nothing.
 */
export type { DeckKind } from './blocks-story.ts'
export type { DeckSpec } from './by-rules.ts'
export { type DeckContext, type DeckSourceType, findDeckContext } from './context.ts'
export { type MadeDeck, makeDeck } from './make.ts'
export { lockTalks } from './queries.ts'
