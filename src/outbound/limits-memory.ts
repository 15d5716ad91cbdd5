/** Requests counted in this process: exact as long as it is the only one, gone when it ends. */
import {
  FORGOTTEN_MS,
  forWindows,
  type KeptWindow,
  type LimitsStore,
  WINDOWS,
  type WindowName,
  windowAt,
} from '../core/limits.ts'

/** About forty megabytes. */
const IDENTITIES_MAX = 50_000

type Kept = Readonly<Record<WindowName, KeptWindow>>

/** @param identitiesMax of more than that, those who have been silent for longest are forgotten, and begin anew */
export function openMemoryLimits(identitiesMax = IDENTITIES_MAX): LimitsStore & { readonly identities: number } {
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

  return {
    get identities() {
      return kept.size
    },
    async open() {},
    async take(identity, limits, now = Date.now()) {
      const before = kept.get(identity) ?? forWindows(() => ({ start: now, count: 0 }))
      const admitted = WINDOWS.every(({ name, seconds }) => windowAt(before[name], seconds, now).used < limits[name])
      const after = forWindows(({ name, seconds }) => {
        const { start, count } = before[name]
        const runs = now - start < seconds * 1_000
        if (!admitted) return { start: Math.min(start, now), count }
        return runs ? { start: Math.min(start, now), count: count + 1 } : { start: now, count: 1 }
      })
      // To the end of the line.
      kept.delete(identity)
      kept.set(identity, after)
      forget(now)
      return { admitted, windows: forWindows(({ name, seconds }) => windowAt(after[name], seconds, now)) }
    },
    async close() {
      kept.clear()
    },
  }
}
