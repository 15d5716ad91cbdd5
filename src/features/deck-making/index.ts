/**
 * Deck making: how slides come about.
 *
 * A **context** is a conversation, a clip of one, an opportunity or an account; what is about it are up to twenty
 * conversations that the caller sees. Their **material** is gathered from those who found it out: summaries, statistics,
 * topics, trackers, field values, scores, and what was said. **Blocks** make slides of it, none where there is nothing of
 * theirs; a **plan**, one for each type of deck, says which, in which order, and what stays when there is room for less.
 * What has no block is **asked** of the conversations, and told in their words (features `answers`, `reading`).
 *
 * With a language model the plan and the words are its own, as far as they stand: charts come from stored figures, a
 * quote is looked up before anything is kept, and what it cannot prove is left out. Without one, or where it fails, the
 * rules make all of it. Nothing is stored here.
 */
export type { DeckType } from './blocks-story.ts'
export type { Wanted } from './by-rules.ts'
export { type ContextType, contextOf, type DeckContext } from './context.ts'
export { type MadeDeck, makeDeck } from './make.ts'
export { lockTalks } from './queries.ts'
