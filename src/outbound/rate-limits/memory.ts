/** Request counts in this process. Exact if it is the only process, and lost when it ends. */
import {
  type CountedIdentity,
  FORGOTTEN_MS,
  forWindows,
  type LimitsStore,
  type LocalCount,
  type ProcessCounts,
  type SharedWindows,
  type StoredWindow,
  WINDOWS,
  type WindowName,
  windowAt,
} from '../../core/limits.ts'

/** Maximum number of identities, about 40 MB. */
const IDENTITIES_MAX = 50_000

type StoredWindows = Readonly<Record<WindowName, StoredWindow>>

export type MemoryLimits = LimitsStore & ProcessCounts & { readonly identities: number }

/**
 * @param identitiesMax maximum number of identities; beyond it, the least recently active ones are removed and start
 * again
 */
export function openMemoryLimits(identitiesMax = IDENTITIES_MAX): MemoryLimits {
  /** Identities, least recently active first. */
  const kept = new Map<string, StoredWindows>()

  /** Removes two obsolete identities per request, faster than new ones can arrive. */
  function evictObsolete(now: number): void {
    for (const [identity, { day }] of kept.entries().take(2)) {
      if (now - day.start >= FORGOTTEN_MS) kept.delete(identity)
    }
    if (kept.size <= identitiesMax) return
    const [silent] = kept.keys()
    if (silent !== undefined) kept.delete(silent)
  }

  /** Stores the windows of an identity, and marks it as most recently active. */
  function storeWindows(identity: string, windows: StoredWindows, now: number): void {
    kept.delete(identity)
    kept.set(identity, windows)
    evictObsolete(now)
  }

  const getStoredWindows = (identity: string, now: number): StoredWindows =>
    kept.get(identity) ?? forWindows(() => ({ start: now, count: 0 }))

  const hasRoom = (before: StoredWindows, { limits }: CountedIdentity, now: number): boolean =>
    WINDOWS.every(({ name, seconds }) => windowAt(before[name], seconds, now).used < limits[name])

  function takeAll(counted: readonly CountedIdentity[], cost: number, now = Date.now()) {
    const before = counted.map((one) => ({ ...one, kept: getStoredWindows(one.identity, now) }))
    const rooms = before.map((one) => hasRoom(one.kept, one, now))
    const admitted = rooms.every((room) => room)
    return before.map(({ identity, kept: windows }, index) => {
      const after = forWindows(({ name, seconds }) => {
        const { start, count } = windows[name]
        const runs = now - start < seconds * 1_000
        if (!admitted) return { start: Math.min(start, now), count }
        return runs ? { start: Math.min(start, now), count: count + cost } : { start: now, count: cost }
      })
      storeWindows(identity, after, now)
      return {
        admitted: rooms[index] ?? false,
        windows: forWindows(({ name, seconds }) => windowAt(after[name], seconds, now)),
      }
    })
  }

  function addOne({ identity, ...added }: LocalCount, now: number): SharedWindows {
    const before = getStoredWindows(identity, now)
    const after = forWindows(({ name, seconds }) => {
      const { used, endsInMs } = windowAt(before[name], seconds, now)
      return { start: now - seconds * 1_000 + endsInMs, count: used + (name === 'second' ? 0 : added[name]) }
    })
    storeWindows(identity, after, now)
    return { hour: windowAt(after.hour, 3_600, now), day: windowAt(after.day, 86_400, now) }
  }

  return {
    get identities() {
      return kept.size
    },
    async open() {},
    takeAll,
    async take(identity, limits, now) {
      const [taken] = takeAll([{ identity, limits }], 1, now)
      if (taken === undefined) throw new Error('No request was counted.')
      return taken
    },
    async add(counts, now = Date.now()) {
      return new Map(counts.map((count) => [count.identity, addOne(count, now)]))
    },
    adopt(identity, windows, now = Date.now()) {
      const before = getStoredWindows(identity, now)
      const after = forWindows(({ name, seconds }) => {
        const given = windows[name]
        if (given === undefined) return before[name]
        return { start: now - seconds * 1_000 + given.endsInMs, count: given.used }
      })
      storeWindows(identity, after, now)
    },
    async close() {
      kept.clear()
    },
  }
}
