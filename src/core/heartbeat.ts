/**
 * Heartbeats of background loops. A loop beats after each successful run. If a beat is overdue, Parley logs it,
 * restarts the loop, and reports it in `/readyz` until the next beat.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface LoopOptions {
  /** Fixed words: they appear in `/readyz` and in the log. */
  readonly name: string
  /** Maximum time between two beats, in milliseconds. */
  readonly stallMs: number
  /** Restarts the loop and abandons the hanging run. */
  readonly restart: () => void
}

export interface Heartbeat {
  beat(): void
  /** Ends the supervision of a loop that stops. */
  end(): void
}

export interface LoopState {
  readonly name: string
  readonly state: 'ok' | 'stalled'
  readonly secondsSinceTurn: number
}

export interface Heartbeats {
  /** Starts the supervision. The first beat has the same time limit as later ones. */
  register(options: LoopOptions): Heartbeat
  states(): readonly LoopState[]
  /** Checks all loops once. A timer calls this every few seconds. */
  check(): void
  stop(): void
}

interface Supervised extends LoopOptions {
  lastBeat: number
  restartedAt: number
}

const CHECK_MS = 5_000

/** @param now milliseconds of a monotonic clock */
export function createHeartbeats(
  log: Pick<Log, 'error' | 'info'>,
  { everyMs = CHECK_MS, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): Heartbeats {
  const loops = new Set<Supervised>()
  const reported = new Set<Supervised>()
  let checkedAt = now()

  const secondsSince = (time: number) => Math.round((now() - time) / 1_000)

  function check(): void {
    // While the event loop was blocked, no loop could run.
    const late = Math.max(0, now() - checkedAt - 2 * everyMs)
    checkedAt = now()
    for (const loop of loops) {
      loop.lastBeat += late
      loop.restartedAt += late
      const isStalled = now() - loop.lastBeat > loop.stallMs
      if (!isStalled) {
        if (reported.delete(loop)) log.info({ loop: loop.name }, 'background loop turns again')
      } else if (now() - loop.restartedAt > loop.stallMs) {
        reported.add(loop)
        loop.restartedAt = now()
        log.error(
          { loop: loop.name, seconds: secondsSince(loop.lastBeat) },
          'background loop stalled; starting it again',
        )
        loop.restart()
      }
    }
  }
  const timer = setInterval(check, everyMs).unref()

  return {
    register(options) {
      const loop = { ...options, lastBeat: now(), restartedAt: Number.NEGATIVE_INFINITY }
      loops.add(loop)
      return {
        beat() {
          loop.lastBeat = now()
        },
        end: () => void loops.delete(loop),
      }
    },
    states: () =>
      [...loops].map((loop) => ({
        name: loop.name,
        state: now() - loop.lastBeat > loop.stallMs ? 'stalled' : 'ok',
        secondsSinceTurn: secondsSince(loop.lastBeat),
      })),
    check,
    stop: () => clearInterval(timer),
  }
}

export interface Loop {
  start(): void
  /** Ends the pause between two runs, and waits for the current run for at most `waitMs` milliseconds. */
  stop(waitMs?: number): Promise<void>
}

export interface TurnOptions {
  readonly name: string
  /** Pause between two runs, in milliseconds. */
  readonly everyMs: number
  readonly stallMs: number
  readonly turn: (signal: AbortSignal) => Promise<void>
  /** Called with the error of a run. The loop continues without a beat. */
  readonly failed: (error: Error) => void
}

/** A supervised loop, for all periodic background work. */
export function createLoop(heartbeats: Heartbeats, { name, everyMs, stallMs, turn, failed }: TurnOptions): Loop {
  const ending = new AbortController()
  let current = new AbortController()
  let heartbeat: Heartbeat | undefined
  let running: Promise<void> = Promise.resolve()

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await turn(signal)
        if (!signal.aborted) heartbeat?.beat()
      } catch (error) {
        if (!signal.aborted) failed(error instanceof Error ? error : new Error(String(error)))
      }
      // Rejects only when aborted, which the loop condition checks.
      await pause(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  function start(): void {
    current.abort()
    current = new AbortController()
    running = run(AbortSignal.any([current.signal, ending.signal]))
  }
  return {
    start() {
      heartbeat = heartbeats.register({ name, stallMs, restart: start })
      start()
    },
    async stop(waitMs = 10_000) {
      heartbeat?.end()
      ending.abort()
      const bound = new AbortController()
      await Promise.race([running, pause(waitMs, undefined, { signal: bound.signal }).catch(() => undefined)])
      bound.abort()
    },
  }
}
