/**
 * What a process knows of a language model that is away. Asking it again for every step of every conversation would
 * take the places of all other work, above all when it hangs; waiting for long would leave conversations without results
 * when it is back. So while it is away **one** asks at a time: a conversation that came in just now, or one of those that
 * wait, now and then. All others are put off, to times that lie apart, and once it answers they are woken.
 */
import type { OrganizationId } from '../../core/principal.ts'

const SECOND = 1_000
/** From an ask in vain to the next one; doubles, up to the longest. */
export const FIRST_REST_MS = 15 * SECOND
export const LONGEST_REST_MS = 60 * SECOND
/** Between two conversations that are put off: so many at most come back to find it away still. */
const APART_MS = 1 * SECOND

/** An ask that may be made, to be told how it ended. */
export interface ModelAsk {
  readonly begunAt: number
  /** Made to see whether the model is back: that it fails says nothing of the step. */
  readonly isProbe: boolean
}

export class ModelRest {
  #isAway = false
  #probe: ModelAsk | undefined
  /** In vain, in a row. */
  #asks = 0
  #nextAskAt = 0
  #lastPlaceAt = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  /** How often it came back, and which time each organization was woken for. */
  #returns = 0
  readonly #woken = new Map<OrganizationId, number>()

  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * @param isEager somebody has just asked for it
   * @returns undefined while it rests
   */
  begin(now: Date, isEager: boolean): ModelAsk | undefined {
    const begunAt = now.getTime()
    if (!this.#isAway) return { begunAt, isProbe: false }
    if (this.#probe !== undefined || (!isEager && begunAt < this.#nextAskAt)) return undefined
    this.#probe = { begunAt, isProbe: true }
    return this.#probe
  }

  /** When a conversation that is put off is to come again. */
  place(now: Date): Date {
    const soonest = Math.max(this.#nextAskAt, now.getTime() + SECOND)
    this.#lastPlaceAt = Math.max(soonest, this.#lastPlaceAt + APART_MS)
    return new Date(this.#lastPlaceAt)
  }

  /** It said something, of use or not. */
  answered(now: Date): void {
    this.#answeredAt = now.getTime()
    if (!this.#isAway) return
    this.#isAway = false
    this.#probe = undefined
    this.#asks = 0
    this.#lastPlaceAt = 0
    this.#returns += 1
  }

  /** It said nothing. One ask in vain while others are answered is that ask's own fault. */
  failed(ask: ModelAsk, now: Date): void {
    if (ask.isProbe && ask !== this.#probe) return
    if (!ask.isProbe && (this.#isAway || this.#answeredAt >= ask.begunAt)) return
    this.#probe = undefined
    this.#isAway = true
    this.#nextAskAt = now.getTime() + Math.min(FIRST_REST_MS * 2 ** this.#asks, LONGEST_REST_MS)
    this.#asks += 1
  }

  /** It came to nothing that tells of the model: it was not asked after all, or the run was cut off. */
  left(ask: ModelAsk): void {
    if (ask === this.#probe) this.#probe = undefined
  }

  /** Whether those of the organization that wait are to be woken, once for each time it came back. */
  owesWaking(org: OrganizationId): boolean {
    return this.#returns > (this.#woken.get(org) ?? 0)
  }

  /** One of them was put off while it came back, and may have been overlooked. */
  wakeAgain(org: OrganizationId): void {
    if (!this.#isAway) this.#woken.delete(org)
  }

  hasWoken(org: OrganizationId): void {
    this.#woken.set(org, this.#returns)
  }
}
