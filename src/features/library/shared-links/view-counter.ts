/**
 * Counts views of public links in memory, and stores them every few seconds. A page never waits for its count, and a link
 * that many people open causes one write in each interval. If the database rejects writes, the counts are kept.
 */
import type { Clock } from '../../../core/clock.ts'
import { createLoop, type Heartbeats } from '../../../core/heartbeat.ts'
import type { Log } from '../../../core/log.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createVisits, isPerson, type LinkVisitor } from './visitors.ts'

const STORE_EVERY_MS = 5_000
/** Maximum number of links whose counts wait to be stored. */
const LINKS_MAX = 10_000

export interface ViewedLink {
  readonly organizationId: OrganizationId
  readonly kind: 'snippet' | 'deck_share'
  readonly id: string
}

/** Views that aren't stored yet. */
interface WaitingViews {
  readonly link: ViewedLink
  readonly count: number
  /** Time of the last view. */
  readonly at: Date
}

export interface ViewCounter {
  /** Counts a view, unless the visitor is a program or was counted a short time ago. Writes nothing. */
  note(link: ViewedLink, visitor: LinkVisitor): void
  /** Stores all waiting counts. @throws the error of the database; the counts are kept */
  store(): Promise<void>
  start(): void
  /** Stops storing by itself. Counts noted later wait for `close`. */
  stop(): Promise<void>
  /** Stores all waiting counts for the last time. Logs how many couldn't be stored. */
  close(): Promise<void>
}

interface ViewCounterParts {
  /** Adds views to a link. A link that doesn't exist is ignored. */
  readonly write: (link: ViewedLink, count: number, at: Date) => Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly heartbeats: Heartbeats
  readonly linksMax?: number
}

const toKey = ({ kind, id }: ViewedLink) => `${kind} ${id}`

export function createViewCounter(parts: ViewCounterParts): ViewCounter {
  const { write, clock, log, heartbeats, linksMax = LINKS_MAX } = parts
  const visits = createVisits()
  const waiting = new Map<string, WaitingViews>()
  /** Views of links beyond the maximum. */
  let lost = 0
  let isFailing = false

  const countWaiting = () => waiting.values().reduce((sum, { count }) => sum + count, 0)

  function add({ link, count, at }: WaitingViews): void {
    const key = toKey(link)
    const before = waiting.get(key)
    const last = before !== undefined && before.at > at ? before.at : at
    waiting.set(key, { link, count: count + (before?.count ?? 0), at: last })
  }

  async function store(): Promise<void> {
    if (lost > 0) log.warn({ lost, maximum: linksMax }, 'views of public links were not counted: too many links')
    lost = 0
    for (const views of [...waiting.values()]) {
      waiting.delete(toKey(views.link))
      try {
        await write(views.link, views.count, views.at)
      } catch (error) {
        // At the end of the map, so that a link whose row can't be written doesn't keep the others from being stored.
        add(views)
        throw error
      }
    }
    if (isFailing) log.info({}, 'views of public links are stored again')
    isFailing = false
  }

  /** Logs the first failure of an outage. */
  function logFailure(error: Error): void {
    if (!isFailing) {
      log.warn({ waiting: countWaiting(), error: error.message }, "couldn't store views of public links; they are kept")
    }
    isFailing = true
  }

  const loop = createLoop(heartbeats, {
    name: 'link views',
    everyMs: STORE_EVERY_MS,
    stallMs: 60 * STORE_EVERY_MS,
    // A failed attempt is repeated by the next one, and the loop needs no restart.
    turn: () => store().catch(logFailure),
    failed: logFailure,
  })

  return {
    store,
    note(link, visitor) {
      if (!isPerson(visitor)) return
      const now = clock.now()
      const key = toKey(link)
      if (!visits.add(key, visitor, now)) return
      if (waiting.size >= linksMax && !waiting.has(key)) {
        lost += 1
        return
      }
      add({ link, count: 1, at: now })
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
    async close() {
      await loop.stop()
      await store().catch((error: Error) =>
        log.warn({ lost: countWaiting(), error: error.message }, 'views of public links were lost at the end'),
      )
    },
  }
}
