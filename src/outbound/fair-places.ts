/**
 * Places that several organizations share: a free place goes to whoever holds the fewest, and among equals to whoever
 * had a turn longest ago. However many of one organization wait, the next place but one is somebody else's.
 */
import { LRUCache } from 'lru-cache'
import { currentAsker } from '../core/asker.ts'

export interface FairPlacesOptions {
  /** Maximum number that is held at the same time, without guests. */
  readonly places: number
  /** Places beyond those, only for an asker that holds none: nobody waits for long work of another. Defaults to 0. */
  readonly guests?: number
  /** Most of one asker that wait; more are refused. Defaults to no limit. */
  readonly waitingMax?: number
}

/** Askers that each fill their part of the line; beyond that everybody is refused. */
const ASKERS_THAT_FILL_THE_LINE = 10

interface Waiting {
  enter(): void
}

/** Numbers of the last turns of askers. One that had none for long counts as never served. */
export function createLastTurns() {
  const numbers = new LRUCache<string, number>({ max: ASKERS_KNOWN })
  let turns = 0
  return {
    of: (asker: string): number => numbers.get(asker) ?? 0,
    note: (asker: string): void => void numbers.set(asker, ++turns),
  }
}

/** Askers whose last turn is known: those that come back again and again must not overtake one that waits. */
const ASKERS_KNOWN = 10_000

interface Asker {
  readonly name: string
  held: number
  readonly waiting: Set<Waiting>
}

export interface FairPlaces {
  /**
   * Waits for a place for the organization of the present work.
   * @returns a function that gives the place back, or undefined when too many wait already
   * @throws the reason of the signal
   */
  take(signal?: AbortSignal): Promise<(() => void) | undefined>
}

export function createFairPlaces({ places, guests = 0, waitingMax = Infinity }: FairPlacesOptions): FairPlaces {
  /** Those that hold a place or wait for one. */
  const askers = new Map<string, Asker>()
  let held = 0
  let waiting = 0
  const lastTurns = createLastTurns()

  const mayEnter = (asker: Asker) => held < places || (asker.held === 0 && held < places + guests)

  /** Gives the place back; twice is once. */
  function occupy(asker: Asker): () => void {
    held++
    asker.held++
    lastTurns.note(asker.name)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      held--
      asker.held--
      removeIdle(asker)
      handOn()
    }
  }

  function removeIdle(asker: Asker): void {
    if (asker.held === 0 && asker.waiting.size === 0) askers.delete(asker.name)
  }

  function handOn(): void {
    for (let next = nextAsker(); next !== undefined && mayEnter(next); next = nextAsker()) {
      const [first] = next.waiting
      first?.enter()
    }
  }

  function nextAsker(): Asker | undefined {
    let next: Asker | undefined
    for (const asker of askers.values()) {
      if (asker.waiting.size === 0) continue
      const isNext =
        next === undefined ||
        asker.held < next.held ||
        (asker.held === next.held && lastTurns.of(asker.name) < lastTurns.of(next.name))
      if (isNext) next = asker
    }
    return next
  }

  return {
    async take(signal) {
      const name = currentAsker()
      signal?.throwIfAborted()
      const known = askers.get(name)
      const asker = known ?? { name, held: 0, waiting: new Set<Waiting>() }
      if (asker.waiting.size >= waitingMax || waiting >= ASKERS_THAT_FILL_THE_LINE * waitingMax) return undefined
      if (known === undefined) askers.set(name, asker)
      if (asker.waiting.size === 0 && mayEnter(asker)) return occupy(asker)
      return new Promise((resolve, reject) => {
        const leave = () => {
          asker.waiting.delete(one)
          waiting--
          signal?.removeEventListener('abort', giveUp)
        }
        const one: Waiting = {
          enter() {
            leave()
            resolve(occupy(asker))
          },
        }
        const giveUp = () => {
          leave()
          removeIdle(asker)
          reject(signal?.reason)
        }
        asker.waiting.add(one)
        waiting++
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}

/**
 * Runs work on fair places.
 * @returns a function that takes the work and a signal that ends the wait @throws the reason of the signal
 */
export function fairTurns(places: number, guests = 0) {
  const line = createFairPlaces({ places, guests })
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const leave = await line.take(signal)
    try {
      return await work()
    } finally {
      leave?.()
    }
  }
}
