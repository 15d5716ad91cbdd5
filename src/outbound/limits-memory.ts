/** Requests counted in this process: exact as long as it is the only one, gone when it ends. */
import {
  type Counted,
  FORGOTTEN_MS,
  forWindows,
  type KeptWindow,
  type LimitsStore,
  type LocalCount,
  type ProcessCounts,
  type SharedWindows,
  WINDOWS,
  type WindowName,
  windowAt,
} from '../core/limits.ts'

/** About forty megabytes. */
const IDENTITIES_MAX = 50_000

type Kept = Readonly<Record<WindowName, KeptWindow>>

export type MemoryLimits = LimitsStore & ProcessCounts & { readonly identities: number }

/** @param identitiesMax of more than that, those who have been silent for longest are forgotten, and begin anew */
export function openMemoryLimits(identitiesMax = IDENTITIES_MAX): MemoryLimits {
  /** Who was silent for longest comes first. */
  const kept = new Map<string, Kept>()

  /** Two at a time is quicker than any stream of new ones. */
  function forget(now: number): void {
    for (const [identity, { day }] of kept.entries().take(2)) {
      if (now - day.start >= FORGOTTEN_MS) kept.delete(identity)
    }
    if (kept.size <= identitiesMax) return
    const [silent] = kept.keys()
    if (silent !== undefined) kept.delete(silent)
  }

  /** Stores the windows of an identity, and moves it to the end of the line. */
  function keep(identity: string, windows: Kept, now: number): void {
    kept.delete(identity)
    kept.set(identity, windows)
    forget(now)
  }

  const keptOf = (identity: string, now: number): Kept =>
    kept.get(identity) ?? forWindows(() => ({ start: now, count: 0 }))

  const hasRoom = (before: Kept, { limits }: Counted, now: number): boolean =>
    WINDOWS.every(({ name, seconds }) => windowAt(before[name], seconds, now).used < limits[name])

  function takeAll(counted: readonly Counted[], cost: number, now = Date.now()) {
    const before = counted.map((one) => ({ ...one, kept: keptOf(one.identity, now) }))
    const rooms = before.map((one) => hasRoom(one.kept, one, now))
    const admitted = rooms.every((room) => room)
    return before.map(({ identity, kept: windows }, index) => {
      const after = forWindows(({ name, seconds }) => {
        const { start, count } = windows[name]
        const runs = now - start < seconds * 1_000
        if (!admitted) return { start: Math.min(start, now), count }
        return runs ? { start: Math.min(start, now), count: count + cost } : { start: now, count: cost }
      })
      keep(identity, after, now)
      return {
        admitted: rooms[index] ?? false,
        windows: forWindows(({ name, seconds }) => windowAt(after[name], seconds, now)),
      }
    })
  }

  function addOne({ identity, ...added }: LocalCount, now: number): SharedWindows {
    const before = keptOf(identity, now)
    const after = forWindows(({ name, seconds }) => {
      const { used, endsInMs } = windowAt(before[name], seconds, now)
      return { start: now - seconds * 1_000 + endsInMs, count: used + (name === 'second' ? 0 : added[name]) }
    })
    keep(identity, after, now)
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
      if (taken === undefined) throw new Error('Nothing was counted.')
      return taken
    },
    async add(counts, now = Date.now()) {
      return new Map(counts.map((count) => [count.identity, addOne(count, now)]))
    },
    adopt(identity, windows, now = Date.now()) {
      const before = keptOf(identity, now)
      const after = forWindows(({ name, seconds }) => {
        const given = windows[name]
        if (given === undefined) return before[name]
        return { start: now - seconds * 1_000 + given.endsInMs, count: given.used }
      })
      keep(identity, after, now)
    },
    async close() {
      kept.clear()
    },
  }
}
