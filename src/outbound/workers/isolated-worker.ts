/**
 * Isolated worker threads with limits on time and memory, for untrusted files: at worst, the thread ends. Memory
 * outside of the heap is measured here, because thread limits don't include it.
 */
import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'

export interface WorkerLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
  /**
   * Size of the young generation of the heap in MB. The engine never releases this memory. If absent, the engine
   * decides.
   */
  readonly youngMegabytes?: number
  /** Maximum memory outside of the heap in MB: buffers with unpacked data. */
  readonly bufferMegabytes: number
}

const LOOK_EVERY_MS = 50

/** Faults of threads that exceeded their limits. The last one is the code of Node.js for a full heap. */
const EXCEEDED: ReadonlySet<string> = new Set(['time', 'memory', 'ERR_WORKER_OUT_OF_MEMORY'])

/** Whether a thread ended because it exceeded its limits. */
export const exceedsLimits = (fault: string): boolean => EXCEEDED.has(fault)

/**
 * Runs a thread for a single task, which it reads from `workerData`.
 * @returns its first message, or why it ended without one
 * @throws the reason of the signal
 */
export async function runIsolated<Told extends object>(
  url: URL,
  task: unknown,
  bounds: WorkerLimits,
  signal: AbortSignal | undefined,
): Promise<Told | { readonly fault: string }> {
  signal?.throwIfAborted()
  const worker = start(url, bounds, task)
  try {
    return await runTask<Told>(worker, bounds, signal)
  } finally {
    await worker.terminate()
  }
}

/**
 * Reusable threads that receive tasks as messages, because starting a thread takes longer than a task. A thread that
 * exceeds its time or memory is terminated. An idle thread ends after some time.
 */
export function createThreadPool<Told extends object>(
  url: URL,
  bounds: WorkerLimits,
  { idleMs }: { readonly idleMs: number },
) {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const startWorker = () => {
    const worker = start(url, bounds)
    // An ended thread gets no more tasks.
    return worker.on('exit', () => idle.delete(worker))
  }
  const returnToPool = (worker: Worker) => {
    // Idle threads don't keep the process alive.
    worker.unref()
    const end = () => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }
  const take = () => {
    const [worker = startWorker()] = idle.keys()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    worker.ref()
    return worker
  }
  return {
    /**
     * @returns the reply, or why the thread ended without one
     * @throws the reason of the signal
     */
    async ask(
      task: unknown,
      signal: AbortSignal | undefined,
      handed: readonly Transferable[] = [],
    ): Promise<Told | { readonly fault: string }> {
      signal?.throwIfAborted()
      const worker = take()
      let outcome: Told | { readonly fault: string } = { fault: 'the task was not sent' }
      try {
        // Before the waits, because it throws if the task can't be cloned.
        worker.postMessage(task, handed)
        outcome = await runTask<Told>(worker, bounds, signal)
        return outcome
      } finally {
        if ('fault' in outcome) await worker.terminate()
        else returnToPool(worker)
      }
    },
    /** Ends idle threads. The callers of the others end them with their signals. */
    async close(): Promise<void> {
      const left = [...idle]
      idle.clear()
      await Promise.all(
        left.map(([worker, end]) => {
          clearTimeout(end)
          return worker.terminate()
        }),
      )
    },
  }
}

function start(url: URL, { heapMegabytes, youngMegabytes }: WorkerLimits, workerData?: unknown): Worker {
  const worker = new Worker(url, {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      ...(youngMegabytes !== undefined && { maxYoungGenerationSizeMb: youngMegabytes }),
    },
    // Output of libraries about files is discarded, because it can contain user content.
    stdout: true,
    stderr: true,
    env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Callers receive the reason; without a caller, the error is ignored.
  return worker.on('error', () => undefined)
}

async function runTask<Told>(
  worker: Worker,
  { milliseconds, bufferMegabytes }: WorkerLimits,
  signal: AbortSignal | undefined,
): Promise<Told | { readonly fault: string }> {
  const left = new AbortController()
  const { signal: settled } = left
  try {
    return await Promise.race<Told | { fault: string }>([
      awaitReply<Told>(worker, settled),
      waitForExceeded(worker, milliseconds, bufferMegabytes * 1024 * 1024, settled).then((fault) => ({ fault })),
      aborted(signal, settled),
    ])
  } finally {
    left.abort()
  }
}

/** Reply of the thread, or the reason of its end: an error, missing memory, or an exit. */
function awaitReply<Told>(worker: Worker, settled: AbortSignal): Promise<Told | { fault: string }> {
  return Promise.race([
    once(worker, 'message', { signal: settled }).then(([message]) => message as Told),
    once(worker, 'exit', { signal: settled }).then(() => ({ fault: 'it ended by itself' })),
  ]).catch((error: { code?: string; name?: string }) => ({ fault: error.code ?? error.name ?? 'error' }))
}

/** Resolves when the thread exceeds its time or memory; otherwise never. */
function waitForExceeded(worker: Worker, milliseconds: number, bytes: number, settled: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = setTimeout(() => resolve('time'), milliseconds)
    const look = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory }) => external_memory > bytes && resolve('memory'),
        // The thread hasn't started yet or has ended; the end is handled elsewhere.
        () => undefined,
      )
    }, LOOK_EVERY_MS)
    settled.addEventListener('abort', () => {
      clearTimeout(end)
      clearInterval(look)
    })
  })
}

function aborted(signal: AbortSignal | undefined, settled: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: settled })
  })
}
