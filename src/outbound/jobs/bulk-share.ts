/**
 * Minimum share of bulk work. Other jobs of an organization precede it, so an organization that never runs out of them
 * would never finish an import. After a number of other jobs, its next one is bulk work.
 */
import { LRUCache } from 'lru-cache'

/** Number of other jobs of an organization between two jobs of bulk work. */
export const BULK_AFTER = 7
/** Maximum number of organizations that are counted. Without a count, an organization starts again at zero. */
const ORGANIZATIONS_MAX = 1_000

export interface BulkShare {
  /** Organizations whose next job is bulk work, if some waits. */
  listOwed(): string[]
  /** Counts a claimed job. */
  note(organization: string, isBulk: boolean): void
}

export function createBulkShare(): BulkShare {
  /** Number of other jobs since the last bulk work, by organization. */
  const passed = new LRUCache<string, number>({ max: ORGANIZATIONS_MAX })
  /** Owed organizations of the current claim that have no job yet. */
  let owed = new Set<string>()
  return {
    listOwed() {
      owed = new Set([...passed.entries()].flatMap(([organization, n]) => (n >= BULK_AFTER ? [organization] : [])))
      return [...owed]
    },
    note(organization, isBulk) {
      // An owed organization that got another job has no bulk work waiting, and starts again at zero.
      if (owed.delete(organization) || isBulk) passed.delete(organization)
      else passed.set(organization, (passed.get(organization) ?? 0) + 1)
    },
  }
}
