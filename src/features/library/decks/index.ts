/**
 * Decks: presentations generated from conversations, stored and shared.
 *
 * A **deck** is a document of slides (`model`), created once (`make`) from what its creator could
 * see at that time. It is visible to its creator, to users it is **shared** with, and to admins, as long as they see
 * every conversation behind it. Its creator and admins can change and share it. A **share** is a user of the
 * organization, or an outside address with a personal link. Parley stores only a digest of the link's code. The link
 * opens this deck only, while the person who shared it, or the admin who took the link over, is active and sees those
 * conversations. It ends with the share, and when it expires (`shared-links`). The browser shows the slides, and `render` converts them to a presentation
 * file.
 *
 * Erasing a conversation deletes decks that are based only on it, and removes its content from other decks. A database
 * trigger does this. Redacting a conversation redacts its decks.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createDeck } from './create-deck.ts'
import { createDeckShares } from './create-deck-shares.ts'
import { deleteDeck } from './delete-deck.ts'
import { deleteDeckShare } from './delete-deck-share.ts'
import { getDeck } from './get-deck.ts'
import { getDeckFile } from './get-deck-file.ts'
import { listDecks } from './list-decks.ts'
import { sendDeckShare } from './send-deck-share.job.ts'
import { updateDeck } from './update-deck.ts'
import { updateDeckShare } from './update-deck-share.ts'

export { createDeck } from './create-deck.ts'
export { createDeckShares } from './create-deck-shares.ts'
export { deleteDeck } from './delete-deck.ts'
export { deleteDeckShare } from './delete-deck-share.ts'
export { getDeck } from './get-deck.ts'
export { getDeckFile } from './get-deck-file.ts'
export { listDecks } from './list-decks.ts'
export {
  type Cite,
  type DeckDocument,
  type DeckPoint,
  formatCredit,
  formatSlideNotes,
  momentPath,
  type Slide,
  type SlideOf,
} from './model/index.ts'
export { createDeckSharing, type DeckViewer, type OpenSharedDeck, type SharedDeck } from './open-shared.ts'
export { isBehindVisible, isDeckVisible } from './queries.ts'
export { addShareViews } from './queries-shares.ts'
export { type Deck, deckType, type ListedDeck } from './schema.ts'
export { tools } from './tools.ts'
export { updateDeck } from './update-deck.ts'
export { updateDeckShare } from './update-deck-share.ts'

export const operations: readonly AnyOperation[] = [
  createDeck,
  listDecks,
  getDeck,
  updateDeck,
  deleteDeck,
  getDeckFile,
  createDeckShares,
  updateDeckShare,
  deleteDeckShare,
]

export const jobs: readonly AnyJob[] = [sendDeckShare]
