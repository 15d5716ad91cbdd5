/** Access without an account: share pages of clips and decks, and signed playback URLs. */

import type { Contexts } from './app-contexts.ts'
import { type Attempts, toNetworkKey } from './core/attempts.ts'
import type { Clock } from './core/clock.ts'
import type { Store } from './core/db.ts'
import { AppError } from './core/errors.ts'
import type { Heartbeats } from './core/heartbeat.ts'
import type { LimitsStore } from './core/limits.ts'
import type { Log } from './core/log.ts'
import { createMediaLinks, type OpenLinked } from './features/conversations/recordings/index.ts'
import { addShareViews, createDeckSharing, type OpenSharedDeck } from './features/library/decks/index.ts'
import { createViewCounter, type ViewCounter, type ViewedLink } from './features/library/shared-links/index.ts'
import { addSnippetViews, createSharing, type Sharing } from './features/library/snippets/index.ts'

/** Limit of share pages opened per network. */
const SHARED = { max: 2_000, seconds: 3_600 }
/** Limit of playback requests per network. Players send several requests for each seek. */
const PLAYED = { max: 20_000, seconds: 3_600 }
/** Limits of questions on share pages, per network and per link. */
const ASKED = { network: { max: 60, seconds: 3_600 }, link: { max: 300, seconds: 3_600 } }

export interface AppSharing {
  /** Data and recording of the page behind a share code. */
  readonly sharing: Sharing
  /** Whether a network may open another share page. The limit is far above normal use, and prevents guessing codes. */
  mayOpenShared(address: string): Promise<boolean>
  mayPlayShared(address: string): Promise<boolean>
  /** Whether a network may ask a question about a shared clip. @param id ID of the clip */
  mayAskShared(address: string, id: string): Promise<boolean>
  /** Opens a shared deck by the link of an external recipient. */
  readonly openSharedDeck: OpenSharedDeck
  /** Opens a recording by a signed playback URL. */
  readonly openLinked: OpenLinked
  /** Counts views of public links, and stores the counts. */
  readonly linkViews: ViewCounter
}

interface SharingParts {
  readonly store: Store
  readonly contextFor: Contexts['withoutCaller']
  readonly attempts: Attempts
  /** Counts attempts in this process. */
  readonly localCounts: Pick<LimitsStore, 'take'>
  readonly clock: Clock
  readonly log: Log
  readonly heartbeats: Heartbeats
}

const ADD_VIEWS = { snippet: addSnippetViews, deck_share: addShareViews } as const

export function createAppSharing(parts: SharingParts): AppSharing {
  const { store, contextFor, attempts, clock, log, heartbeats } = parts
  const views = createViewCounter({
    ...{ clock, log, heartbeats },
    write: ({ organizationId: org, kind, id }: ViewedLink, count, at) =>
      store.of(org).transact((tx) => ADD_VIEWS[kind](tx, org, id, { count, at })),
  })
  const take = countInMemoryToo(attempts, parts.localCounts)
  return {
    sharing: createSharing({ store, contextFor, views }),
    mayOpenShared: (address) => take('share page', toNetworkKey(address), SHARED),
    mayPlayShared: (address) => take('share recording', toNetworkKey(address), PLAYED),
    mayAskShared: async (address, id) =>
      (await take('share question', toNetworkKey(address), ASKED.network)) &&
      (await take('share question of link', id, ASKED.link)),
    openSharedDeck: createDeckSharing({ store, contextFor, views }),
    openLinked: createMediaLinks({ contextFor }),
    linkViews: views,
  }
}

/**
 * Counts attempts in this process while the database rejects writes, for example during a failover. Share pages only
 * read, so they continue to open.
 */
function countInMemoryToo(attempts: Attempts, counts: SharingParts['localCounts']): Attempts['take'] {
  return async (what, source, limit) => {
    try {
      return await attempts.take(what, source, limit)
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
      const limits = { second: limit.max, hour: limit.max, day: limit.max * 24 }
      return (await counts.take(`${what}\n${source}`, limits)).admitted
    }
  }
}
