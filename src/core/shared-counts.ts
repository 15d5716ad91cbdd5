/**
 * Request counts that this process shares with others. A request is counted in memory, without waiting. Once a second,
 * the counts are added to the shared store, and its totals replace those of this process. Therefore a slow or
 * unavailable store doesn't delay requests, and this process limits its callers all the same.
 *
 * Processes receive each other's counts after a second, so each process has its own window of a second.
 */
import { type Clock, timeOfTests } from './clock.ts'
import { createWarning, PATIENCE_MS, withTimeout } from './limit-patience.ts'
import type { CountedIdentity, LimitsStore, LimitUsage, LocalCount, ProcessCounts } from './limits.ts'
import type { Log } from './log.ts'

const SHARE_EVERY_MS = 1_000
/** Maximum number of identities per statement. */
const BATCH = 500
/** Maximum number of identities whose counts wait for an unavailable store. Beyond it, the oldest are dropped. */
const WAITING_MAX = 50_000

export interface SharedCounts extends ProcessCounts {
  /** Adds all counts of this process to the store. Counts that can't be added wait. */
  share(): Promise<void>
  close(): Promise<void>
}

/** Counts that wait for the store, and the end times of their windows. */
interface PendingCount {
  readonly hour: number
  readonly hourEnds: number
  readonly day: number
  readonly dayEnds: number
}

export function shareCounts(
  local: ProcessCounts,
  store: LimitsStore,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): SharedCounts {
  const warn = createWarning(log)
  const waiting = new Map<string, PendingCount>()
  const nowMs = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> | undefined
  let closed = false

  function wait(identity: string, cost: number, { windows: { hour, day } }: LimitUsage, now: number): void {
    const before = waiting.get(identity)
    waiting.set(identity, {
      hour: (before !== undefined && now < before.hourEnds ? before.hour : 0) + cost,
      hourEnds: now + hour.endsInMs,
      day: (before !== undefined && now < before.dayEnds ? before.day : 0) + cost,
      dayEnds: now + day.endsInMs,
    })
    if (waiting.size > WAITING_MAX) for (const oldest of waiting.keys().take(1)) waiting.delete(oldest)
    schedule()
  }

  function schedule(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void share().finally(() => {
        if (waiting.size > 0) schedule()
      })
    }, SHARE_EVERY_MS)
    timer.unref()
  }

  async function shareBatch(): Promise<void> {
    const now = nowMs()
    const batch = [...waiting.entries().take(BATCH)]
    for (const [identity] of batch) waiting.delete(identity)
    const counts: LocalCount[] = batch.map(([identity, { hour, hourEnds, day, dayEnds }]) => ({
      identity,
      hour: now < hourEnds ? hour : 0,
      day: now < dayEnds ? day : 0,
    }))
    try {
      const totals = await withTimeout(PATIENCE_MS, store.add(counts, timeOfTests(clock)))
      for (const [identity, { hour, day }] of totals) {
        // Requests counted here while the store processed the statement.
        const since = waiting.get(identity)
        local.adopt(
          identity,
          {
            hour: { ...hour, used: hour.used + (since?.hour ?? 0) },
            day: { ...day, used: day.used + (since?.day ?? 0) },
          },
          nowMs(),
        )
      }
    } catch (error) {
      for (const [identity, before] of batch) {
        const since = waiting.get(identity)
        waiting.set(identity, {
          ...before,
          hour: before.hour + (since?.hour ?? 0),
          day: before.day + (since?.day ?? 0),
        })
      }
      throw error
    }
  }

  async function share(): Promise<void> {
    sharing ??= (async () => {
      try {
        // Only the current ones. Later counts are added with the next call.
        for (let left = waiting.size; left > 0; left -= BATCH) await shareBatch()
      } catch (error) {
        warn(error, "couldn't share request counts with other processes; this process counts alone")
      } finally {
        sharing = undefined
      }
    })()
    return sharing
  }

  return {
    takeAll(counted: readonly CountedIdentity[], cost, now = nowMs()) {
      const taken = local.takeAll(counted, cost, now)
      if (cost > 0 && taken.every(({ admitted }) => admitted)) {
        for (const [index, { identity }] of counted.entries()) wait(identity, cost, taken[index] as LimitUsage, now)
      }
      return taken
    },
    adopt: (identity, windows, now = nowMs()) => local.adopt(identity, windows, now),
    share,
    async close() {
      closed = true
      clearTimeout(timer)
      if (waiting.size > 0) await share()
      await sharing
    },
  }
}
