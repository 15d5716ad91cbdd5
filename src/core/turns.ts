/**
 * Fair scheduling of requests by organization. A process handles a limited number of requests at the same time, and
 * others wait. The next slot goes to the organization with the fewest running requests. Among equals, it goes to the
 * one whose last slot is longest ago. One organization gets at most three quarters of the slots, so that a slot is free
 * for others.
 */
import { AppError } from './errors.ts'

const SHARE_MAX = 0.75
/** Maximum wait for a slot. */
const WAIT_MS = 30_000
const RETRY_SECONDS = 5

interface WaitingTurn {
  readonly start: () => void
}

interface Lane {
  running: number
  /** Number of the organization's last slot. */
  lastTurn: number
  readonly waiting: Set<WaitingTurn>
}

export interface Turns {
  /**
   * Runs the work when the organization gets a slot.
   * @throws AppError `overloaded` after waiting 30 seconds; the reason of `signal` if aborted before
   */
  run<T>(organization: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** @param places maximum number of simultaneous requests, 1 or more */
export function createTurns(places: number, waitMs = WAIT_MS): Turns {
  const lanes = new Map<string, Lane>()
  const placesOfOne = Math.max(1, Math.floor(places * SHARE_MAX))
  let running = 0
  let turn = 0

  function getLane(organization: string): Lane {
    const lane = lanes.get(organization) ?? { running: 0, lastTurn: turn, waiting: new Set() }
    lanes.set(organization, lane)
    return lane
  }

  function startTurn(lane: Lane): void {
    running++
    turn++
    lane.running++
    lane.lastTurn = turn
  }

  function end(organization: string, lane: Lane): void {
    running--
    lane.running--
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(organization)
    next()
  }

  function next(): void {
    if (running >= places) return
    let chosen: Lane | undefined
    for (const lane of lanes.values()) {
      if (lane.waiting.size === 0 || lane.running >= placesOfOne) continue
      if (chosen === undefined || isBefore(lane, chosen)) chosen = lane
    }
    const [first] = chosen?.waiting ?? []
    if (chosen === undefined || first === undefined) return
    chosen.waiting.delete(first)
    startTurn(chosen)
    first.start()
  }

  /** Resolves when the organization has a slot. */
  function waitFor(organization: string, lane: Lane, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (reason: unknown) => {
        clearTimeout(timer)
        lane.waiting.delete(waiting)
        if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(organization)
        reject(reason)
      }
      const onAbort = () => leaveQueue(signal.reason)
      const waiting: WaitingTurn = {
        start: () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort)
        leaveQueue(overloaded())
      }, waitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      lane.waiting.add(waiting)
    })
  }

  return {
    async run(organization, signal, work) {
      signal.throwIfAborted()
      const lane = getLane(organization)
      if (running < places && lane.running < placesOfOne) startTurn(lane)
      else await waitFor(organization, lane, signal)
      try {
        return await work()
      } finally {
        end(organization, lane)
      }
    },
  }
}

const isBefore = (one: Lane, other: Lane) =>
  one.running === other.running ? one.lastTurn < other.lastTurn : one.running < other.running

const overloaded = () =>
  new AppError(
    'unavailable',
    'overloaded',
    'Overloaded',
    [{ pointer: '', detail: 'The service is handling too many requests. Try again later.' }],
    RETRY_SECONDS,
  )
