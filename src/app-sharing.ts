/** Access without an account: share pages of clips and decks, and signed playback URLs. */

import type { Contexts } from './app-contexts.ts'
import { type Attempts, toNetworkKey } from './core/attempts.ts'
import type { Store } from './core/db.ts'
import { createMediaLinks, type OpenLinked } from './features/conversations/recordings/index.ts'
import { createDeckSharing, type OpenSharedDeck } from './features/library/decks/index.ts'
import { createSharing, type Sharing } from './features/library/snippets/index.ts'

/** Limit of share pages opened per network. */
const SHARED = { max: 2_000, seconds: 3_600 }
/** Limit of playback requests per network. Players send several requests for each seek. */
const PLAYED = { max: 20_000, seconds: 3_600 }

export interface AppSharing {
  /** Data and recording of the page behind a share code. */
  readonly sharing: Sharing
  /** Whether a network may open another share page. The limit is far above normal use, and prevents guessing codes. */
  mayOpenShared(address: string): Promise<boolean>
  mayPlayShared(address: string): Promise<boolean>
  /** Opens a shared deck by the link of an external recipient. */
  readonly openSharedDeck: OpenSharedDeck
  /** Opens a recording by a signed playback URL. */
  readonly openLinked: OpenLinked
}

export const createAppSharing = (
  store: Store,
  contextFor: Contexts['withoutCaller'],
  attempts: Attempts,
): AppSharing => ({
  sharing: createSharing({ store, contextFor }),
  mayOpenShared: (address) => attempts.take('share page', toNetworkKey(address), SHARED),
  mayPlayShared: (address) => attempts.take('share recording', toNetworkKey(address), PLAYED),
  openSharedDeck: createDeckSharing({ store, contextFor }),
  openLinked: createMediaLinks({ contextFor }),
})
