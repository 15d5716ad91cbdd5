/** Turns: a few at once, the others in order, and not too many of those. */

export interface Turns {
  /** @returns what ends the turn, or undefined when too many wait already @throws the reason of the signal */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
}

export function createTurns(atOnce: number, waitingMax: number): Turns {
  /** In the order they came. */
  const waiting = new Set<() => void>()
  let free = atOnce

  /** Hands the turn to the next one; ending twice is ending once. */
  const turn = () => {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const [next] = waiting
      if (next === undefined) free++
      else next()
    }
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return turn()
      }
      if (waiting.size >= waitingMax) return undefined
      return new Promise((resolve, reject) => {
        const proceed = () => {
          waiting.delete(proceed)
          signal.removeEventListener('abort', giveUp)
          resolve(turn())
        }
        const giveUp = () => {
          waiting.delete(proceed)
          reject(signal.reason)
        }
        waiting.add(proceed)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
