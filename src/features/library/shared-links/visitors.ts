/** Recognizes visitors of public links who were counted a short time ago, without storing anything about them. */
import { createHmac, randomBytes } from 'node:crypto'
import { toNetworkKey } from '../../../core/attempts.ts'

export interface LinkVisitor {
  /** Network address. */
  readonly address: string
  readonly userAgent: string
  /** Whether the browser fetches the page before somebody opens it. */
  readonly isPrefetch: boolean
}

/** Time in which several openings by one visitor count once. */
export const VISIT_MS = 1_800_000
/** Maximum number of visits in memory, about 20 MB. Beyond it, the oldest visits can count again. */
const VISITS_MAX = 100_000
/** Maximum number of characters of a user agent that are considered. */
const AGENT_MAX = 512

const BROWSER = /^(?:Mozilla|Opera)\//
/** Programs that fetch a page for a preview or an index. `Cubot` is a brand of phones. */
const PROGRAM = /(?<!cu)bot\b|crawler|spider|preview|slurp|facebookexternalhit|embedly|whatsapp/i

/** Whether a person opens the page, as far as its request shows. */
export function isPerson({ userAgent, isPrefetch }: LinkVisitor): boolean {
  const agent = userAgent.slice(0, AGENT_MAX)
  return !isPrefetch && BROWSER.test(agent) && !PROGRAM.test(agent)
}

export interface Visits {
  /** Notes a visit of a link. @returns whether it counts, because the visitor has no earlier visit within `VISIT_MS` */
  add(linkKey: string, visitor: LinkVisitor, now: Date): boolean
  readonly size: number
}

/** The key of the hashes is random, exists only in this process, and is never stored. So are the hashes. */
export function createVisits(visitsMax = VISITS_MAX): Visits {
  const key = randomBytes(32)
  /** Times of the visits by hash, oldest first. */
  const visits = new Map<string, number>()

  const toDigest = (linkKey: string, { address, userAgent }: LinkVisitor) =>
    createHmac('sha256', key)
      .update(`${linkKey}\n${toNetworkKey(address)}\n${userAgent.slice(0, AGENT_MAX)}`)
      .digest('base64url')

  return {
    get size() {
      return visits.size
    },
    add(linkKey, visitor, now) {
      const at = now.getTime()
      for (const [digest, begun] of visits) {
        if (at - begun < VISIT_MS) break
        visits.delete(digest)
      }
      const digest = toDigest(linkKey, visitor)
      if (visits.has(digest)) return false
      if (visits.size >= visitsMax) {
        const [oldest] = visits.keys()
        if (oldest !== undefined) visits.delete(oldest)
      }
      visits.set(digest, at)
      return true
    },
  }
}
