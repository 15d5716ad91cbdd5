/**
 * Fair slots for several organizations. A free slot goes to the organization with the fewest slots, and among equals to
 * the one whose last turn is longest ago. Even with many requests of one organization, another one waits for at most
 * two slots to become free.
 */
import { LRUCache } from 'lru-cache'
import { currentAsker } from '../../core/asker.ts'

export interface FairPlacesOptions {
  /** Maximum number of slots in use at the same time, without guests. */
  readonly places: number
  /**
   * Additional slots for organizations without a slot, so that they don't wait for long work of others. Defaults to 0.
   */
  readonly guests?: number
  /** Maximum number of waiting requests per organization; more are rejected. Defaults to no limit. */
  readonly waitingMax?: number
}

/** Number of organizations with full queues from which all further requests are rejected. */
const ASKERS_THAT_FILL_THE_LINE = 10

interface WaitingJob {
  enter(): void
}

/** Sequence numbers of the organizations' last turns. An organization without a recent turn counts as never served. */
export function createLastTurns() {
  const numbers = new LRUCache<string, number>({ max: ASKERS_KNOWN })
  let turns = 0
  return {
    of: (asker: string): number => numbers.get(asker) ?? 0,
    note: (asker: string): void => void numbers.set(asker, ++turns),
  }
}

/**
 * Maximum number of organizations whose last turn is stored. Otherwise, frequent requests could overtake waiting ones.
 */
const ASKERS_KNOWN = 10_000

interface Asker {
  readonly name: string
  held: number
  readonly waiting: Set<WaitingJob>
}

export interface FairPlaces {
  /**
   * Waits for a slot for the current organization.
   * @returns a function that releases the slot, or undefined if too many requests are waiting
   * @throws the reason of the signal
   */
  take(signal?: AbortSignal): Promise<(() => void) | undefined>
}

export function createFairPlaces({ places, guests = 0, waitingMax = Infinity }: FairPlacesOptions): FairPlaces {
  /** Organizations that hold a slot or wait for one. */
  const askers = new Map<string, Asker>()
  let held = 0
  let waiting = 0
  const lastTurns = createLastTurns()

  const canEnter = (asker: Asker) => held < places || (asker.held === 0 && held < places + guests)

  /** Occupies a slot. The returned function releases it; repeated calls have no effect. */
  function occupySlot(asker: Asker): () => void {
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
      passSlots()
    }
  }

  function removeIdle(asker: Asker): void {
    if (asker.held === 0 && asker.waiting.size === 0) askers.delete(asker.name)
  }

  function passSlots(): void {
    for (let next = nextAsker(); next !== undefined && canEnter(next); next = nextAsker()) {
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
      const asker = known ?? { name, held: 0, waiting: new Set<WaitingJob>() }
      if (asker.waiting.size >= waitingMax || waiting >= ASKERS_THAT_FILL_THE_LINE * waitingMax) return undefined
      if (known === undefined) askers.set(name, asker)
      if (asker.waiting.size === 0 && canEnter(asker)) return occupySlot(asker)
      return new Promise((resolve, reject) => {
        const leaveQueue = () => {
          asker.waiting.delete(one)
          waiting--
          signal?.removeEventListener('abort', abandonWait)
        }
        const one: WaitingJob = {
          enter() {
            leaveQueue()
            resolve(occupySlot(asker))
          },
        }
        const abandonWait = () => {
          leaveQueue()
          removeIdle(asker)
          reject(signal?.reason)
        }
        asker.waiting.add(one)
        waiting++
        signal?.addEventListener('abort', abandonWait, { once: true })
      })
    },
  }
}

/**
 * Runs work on fair slots.
 * @returns a function that takes the work and a signal that ends the wait
 * @throws the reason of the signal
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
