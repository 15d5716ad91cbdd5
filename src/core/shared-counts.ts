/**
 * Requests counted in this process and shared with others. A request is counted here, without waiting, and what was counted
 * is added to the shared store once a second; the totals that the store returns replace those of this process. So a store
 * that is slow or away costs no request anything, and this process limits its callers all the same.
 *
 * Processes hear of each other after a second, so the window of a second is each process's own.
 */
import { type Clock, timeOfTests } from './clock.ts'
import { createWarning, PATIENCE_MS, within } from './limit-patience.ts'
import type { Counted, LimitsStore, LocalCount, ProcessCounts, Taken } from './limits.ts'
import type { Log } from './log.ts'

const SHARE_EVERY_MS = 1_000
/** Identities of one statement. */
const BATCH = 500
/** Identities whose counts wait for a store that is away; of more than that, the oldest are forgotten. */
const WAITING_MAX = 50_000

export interface SharedCounts extends ProcessCounts {
  /** Adds to the store whatever this process has counted; what cannot be added waits. */
  share(): Promise<void>
  close(): Promise<void>
}

/** Counts that wait for the store, and when the windows end that they belong to. */
interface Waiting {
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
  const waiting = new Map<string, Waiting>()
  const nowMs = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> | undefined
  let closed = false

  function wait(identity: string, cost: number, { windows: { hour, day } }: Taken, now: number): void {
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
      const totals = await within(PATIENCE_MS, store.add(counts, timeOfTests(clock)))
      for (const [identity, { hour, day }] of totals) {
        // Counted here while the store answered.
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
        // As many as there are now: what is counted in between goes with the next ones.
        for (let left = waiting.size; left > 0; left -= BATCH) await shareBatch()
      } catch (error) {
        warn(error, 'counted requests could not be shared with other processes; this process counts on its own')
      } finally {
        sharing = undefined
      }
    })()
    return sharing
  }

  return {
    takeAll(counted: readonly Counted[], cost, now = nowMs()) {
      const taken = local.takeAll(counted, cost, now)
      if (cost > 0 && taken.every(({ admitted }) => admitted)) {
        for (const [index, { identity }] of counted.entries()) wait(identity, cost, taken[index] as Taken, now)
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
