/**
 * Library: clips and presentations, and how people share them.
 *
 * A snippet is a marked part of a conversation. Folders hold snippets. A deck is generated from conversations. Public links
 * open a snippet or a deck without signing in.
 */
export * as decks from './decks/index.ts'
export * as folderItems from './folder-items/index.ts'
export * as folders from './folders/index.ts'
export * as publicLinks from './public-links/index.ts'
export * as snippets from './snippets/index.ts'
