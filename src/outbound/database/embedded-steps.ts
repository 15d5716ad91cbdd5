/**
 * Turns of the steps of large changes on the embedded database. Its only session serves clients in the order of their
 * messages. With a step of each of several imports in that queue, a small request would wait for all of them. Therefore
 * one step runs at a time, and the next one starts after a pause of the same duration.
 */
import { setTimeout as wait } from 'node:timers/promises'

/** Maximum pause after a step, so that a busy session doesn't delay a change for too long. */
const PAUSE_MS_MAX = 250

export class EmbeddedSteps {
  readonly #pause: (ms: number) => Promise<unknown>
  #previous: Promise<unknown> = Promise.resolve()

  /** @param pause waits for the milliseconds. Tests replace it */
  constructor(pause: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false })) {
    this.#pause = pause
  }

  run<T>(step: () => Promise<T>): Promise<T> {
    let begun = 0
    const result = this.#previous.then(() => {
      begun = performance.now()
      return step()
    })
    const pauseAfter = () => this.#pause(Math.min(performance.now() - begun, PAUSE_MS_MAX))
    this.#previous = result.then(pauseAfter, pauseAfter)
    return result
  }
}
