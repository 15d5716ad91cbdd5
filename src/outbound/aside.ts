/** Work aside, in a thread beside the one that answers (docs/decisions/0023). */
import { type Aside, AsideFault, type Piece } from '../core/aside.ts'
import type { Log } from '../core/log.ts'
import type { Task, Told } from './aside.worker.ts'
import { type Bounds, keptThreads } from './bounded-thread.ts'
import { fairTurns } from './fair-places.ts'

/** Far above what the longest transcript takes that is taken in. */
const BOUNDS: Bounds = { milliseconds: 240_000, heapMegabytes: 2_048, youngMegabytes: 48, bufferMegabytes: 256 }
/** One core computes, the other ones answer and keep. */
const AT_ONCE = 1
/** Another organization doesn't wait for a long piece: its own one runs at the same time. */
const GUESTS = 1
/** It takes as long to begin as two conversations take to be read. */
const IDLE_MS = 60_000

export interface OpenAside extends Aside {
  /** What runs or waits is given up. */
  close(): Promise<void>
}

/** @param options other ones, for tests */
export function openAside(
  log: Pick<Log, 'warn'>,
  options: { readonly bounds?: Bounds; readonly idleMs?: number } = {},
): OpenAside {
  const turn = fairTurns(AT_ONCE, GUESTS)
  const url = new URL('./aside.worker.ts', import.meta.url)
  const threads = keptThreads<Told>(url, options.bounds ?? BOUNDS, { idleMs: options.idleMs ?? IDLE_MS })
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  function noted<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function send(task: Task, signal: AbortSignal): Promise<unknown> {
    const told = await threads.ask(task, signal)
    if ('made' in told) return told.made
    if ('error' in told) throw Object.assign(new Error(told.error.message), told.error)
    log.warn({ piece: task.name, fault: told.fault }, 'a piece of work was given up')
    throw new AsideFault(`The piece ${task.name} was given up: ${told.fault}.`)
  }

  return {
    async run<Given extends readonly unknown[], Made>(
      { url, name, work, isShort }: Piece<Given, Made>,
      given: Given,
      wanted: AbortSignal | undefined,
    ): Promise<Made> {
      const signal = wanted === undefined ? closing.signal : AbortSignal.any([closing.signal, wanted])
      signal.throwIfAborted()
      if (isShort(...given)) return work(...given)
      return (await turn(() => noted(send({ url, name, given }, signal)), signal)) as Made
    },
    async close() {
      closing.abort(new AsideFault('The process ends.'))
      // After those whose threads that ends.
      await Promise.allSettled(underWay)
      await threads.close()
    },
  }
}
