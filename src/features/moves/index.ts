/**
 * Moves: conversations that come from other products.
 *
 * `conversation-folders` reads folders of files and their manifest, and `archive-import` archives. `vendor-moves` brings the calls of other products with
 * everything that their interfaces return, and keeps a ledger.
 */
export * as archiveImport from './archive-import/index.ts'
export * as vendorMoves from './vendor-moves/index.ts'
