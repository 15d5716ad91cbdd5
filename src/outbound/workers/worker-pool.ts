/** Worker pool in threads separate from the main thread (docs/decisions/0023). */

import type { Log } from '../../core/log.ts'
import { type WorkerPool, type WorkerTask, WorkerTaskError } from '../../core/worker-pool.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { createThreadPool, exceedsLimits, type WorkerLimits } from './isolated-worker.ts'
import type { WorkerCall, WorkerReply } from './worker-pool.worker.ts'

/** Limits of a task. Far above the requirements of the longest transcript that Parley accepts. */
const BOUNDS: WorkerLimits = { milliseconds: 240_000, heapMegabytes: 2_048, youngMegabytes: 48, bufferMegabytes: 256 }
/** Number of worker threads. One core computes, the others serve requests and the database. */
const AT_ONCE = 1
/** Additional threads for other organizations, so that they don't wait for a long task. */
const GUESTS = 1
/** Idle time before a thread ends. Starting one takes as long as analyzing two conversations. */
const IDLE_MS = 60_000

export interface OpenAside extends WorkerPool {
  /** Stops running and waiting tasks. */
  close(): Promise<void>
}

/** @param options options for tests */
export function openAside(
  log: Pick<Log, 'warn'>,
  options: { readonly bounds?: WorkerLimits; readonly idleMs?: number } = {},
): OpenAside {
  const turn = fairTurns(AT_ONCE, GUESTS)
  const bounds = options.bounds ?? BOUNDS
  const url = new URL('./worker-pool.worker.ts', import.meta.url)
  const threads = createThreadPool<WorkerReply>(url, bounds, { idleMs: options.idleMs ?? IDLE_MS })
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  function trackTask<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function send(task: WorkerCall, signal: AbortSignal): Promise<unknown> {
    const told = await threads.ask(task, signal)
    if ('made' in told) return told.made
    if ('error' in told) throw Object.assign(new Error(told.error.message), told.error)
    log.warn({ piece: task.name, fault: told.fault }, 'a piece of work was given up')
    const exceeded = exceedsLimits(told.fault) ? bounds : undefined
    throw new WorkerTaskError(`The task ${task.name} was stopped: ${told.fault}.`, exceeded)
  }

  return {
    async run<Given extends readonly unknown[], Made>(
      { url, name, work, isShort }: WorkerTask<Given, Made>,
      given: Given,
      wanted: AbortSignal | undefined,
    ): Promise<Made> {
      const signal = wanted === undefined ? closing.signal : AbortSignal.any([closing.signal, wanted])
      signal.throwIfAborted()
      if (isShort(...given)) return work(...given)
      return (await turn(() => trackTask(send({ url, name, given }, signal)), signal)) as Made
    },
    async close() {
      closing.abort(new WorkerTaskError('The process is stopping.'))
      // The signal ends the threads first; then their tasks settle.
      await Promise.allSettled(underWay)
      await threads.close()
    },
  }
}
