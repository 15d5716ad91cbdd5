/**
 * Circuit breaker for the language model, one per process. Calling an unavailable model for every step would block all
 * other work, above all if calls hang. Long waits would leave conversations without results after the model is back.
 * While the model is unavailable, **one** conversation at a time calls it: a new one, or a waiting one at intervals.
 * All others are postponed to different times. They continue as soon as the model answers.
 */
import type { OrganizationId } from '../../../core/principal.ts'
import { doubleDelay } from '../../../core/retry-delays.ts'

const SECOND = 1_000
/** Delay between two probes of an unavailable model. Doubles after each failure, up to the maximum. */
export const FIRST_REST_MS = 15 * SECOND
export const LONGEST_REST_MS = 60 * SECOND
/** Interval between two postponed conversations. It limits how many of them find the model still unavailable. */
const APART_MS = 1 * SECOND

/** A permitted model call. Its result must be reported. */
export interface ModelAsk {
  readonly begunAt: number
  /** Whether the call tests if the model is back. Its failure doesn't count as a failure of the step. */
  readonly isProbe: boolean
}

export class ModelRest {
  #isAway = false
  #probe: ModelAsk | undefined
  /** Number of failed calls in a row. */
  #asks = 0
  #nextAskAt = 0
  #lastPlaceAt = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  /** Number of recoveries of the model, and the last recovery that each organization was notified of. */
  #returns = 0
  readonly #woken = new Map<OrganizationId, number>()

  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * Permits a model call, or returns undefined while the model is unavailable.
   * @param isEager whether a user just requested the analysis
   */
  begin(now: Date, isEager: boolean): ModelAsk | undefined {
    const begunAt = now.getTime()
    if (!this.#isAway) return { begunAt, isProbe: false }
    if (this.#probe !== undefined || (!isEager && begunAt < this.#nextAskAt)) return undefined
    this.#probe = { begunAt, isProbe: true }
    return this.#probe
  }

  /** Returns when to process a postponed conversation again. */
  place(now: Date): Date {
    const soonest = Math.max(this.#nextAskAt, now.getTime() + SECOND)
    this.#lastPlaceAt = Math.max(soonest, this.#lastPlaceAt + APART_MS)
    return new Date(this.#lastPlaceAt)
  }

  /** Records that the model returned a response, usable or not. */
  answered(now: Date): void {
    this.#answeredAt = now.getTime()
    if (!this.#isAway) return
    this.#isAway = false
    this.#probe = undefined
    this.#asks = 0
    this.#lastPlaceAt = 0
    this.#returns += 1
  }

  /** Records a call without a response. A single failure while other calls succeed doesn't count. */
  failed(ask: ModelAsk, now: Date): void {
    if (ask.isProbe && ask !== this.#probe) return
    if (!ask.isProbe && (this.#isAway || this.#answeredAt >= ask.begunAt)) return
    this.#probe = undefined
    this.#isAway = true
    this.#asks += 1
    this.#nextAskAt = now.getTime() + doubleDelay(this.#asks, FIRST_REST_MS, LONGEST_REST_MS)
  }

  /** Ends a call without a conclusion about the model: the call wasn't made, or the run was interrupted. */
  left(ask: ModelAsk): void {
    if (ask === this.#probe) this.#probe = undefined
  }

  /** Whether to continue the waiting conversations of the organization. True once for each recovery. */
  owesWaking(org: OrganizationId): boolean {
    return this.#returns > (this.#woken.get(org) ?? 0)
  }

  /** Repeats the continuation if a conversation was postponed during a recovery and may have been missed. */
  wakeAgain(org: OrganizationId): void {
    if (!this.#isAway) this.#woken.delete(org)
  }

  hasWoken(org: OrganizationId): void {
    this.#woken.set(org, this.#returns)
  }
}
