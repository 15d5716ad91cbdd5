/**
 * Pace of rejections after a rate limit. A client that repeats without waiting would receive thousands of rejections per
 * second. Each one is cheap, but together they occupy the process. So the first ones are immediate, and later ones are
 * held: a client that sends its next request after the response can't be faster than this pace.
 */
import { LRUCache } from 'lru-cache'

/** Rejections per second of one caller that are sent without a delay. */
const PER_SECOND = 100
const HELD_MS_MAX = 1_000
/** Rejections of all callers that are held at the same time, because each one needs memory. Others are immediate. */
const HELD_MAX = 2_000
const KNOWN_CALLERS = 10_000

export class RefusalPace {
  /** Time until which the rejections of each caller fill their pace, in milliseconds. */
  readonly #filledUntil = new LRUCache<string, number>({ max: KNOWN_CALLERS })
  #held = 0

  /**
   * Counts a rejection.
   * @param caller organization or network address
   * @param nowMs time of a clock that never runs backwards, in milliseconds
   * @returns milliseconds to hold the response, 0 to 1,000
   */
  take(caller: string, nowMs: number): number {
    if (this.#held >= HELD_MAX) return 0
    const filledUntil = Math.max(this.#filledUntil.get(caller) ?? -Infinity, nowMs - 1_000)
    const sentAt = Math.min(filledUntil + 1_000 / PER_SECOND, nowMs + HELD_MS_MAX)
    this.#filledUntil.set(caller, sentAt)
    return Math.max(sentAt - nowMs, 0)
  }

  /** Counts a response while it is held. */
  async hold(wait: () => Promise<unknown>): Promise<void> {
    this.#held += 1
    try {
      await wait()
    } finally {
      this.#held -= 1
    }
  }
}
