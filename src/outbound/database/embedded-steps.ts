/**
 * Turns of the steps of large changes on the embedded database. Its only session serves clients in the order of their
 * messages. With a step of each of several imports in that queue, a small request would wait for all of them. Therefore
 * at most two steps are in the queue.
 */

/** With one step, large imports would be several times slower while the session is fully used. */
const AT_ONCE = 2

export class EmbeddedSteps {
  readonly #waiting: (() => void)[] = []
  #running = 0

  async run<T>(step: () => Promise<T>): Promise<T> {
    // A step that ends passes its turn to the first one that waits.
    if (this.#running < AT_ONCE) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await step()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
