/**
 * Work in a thread of its own with a bound on its time and its memory: what was made to do harm ends that thread and
 * nothing else. Memory beside the heap is watched from here, since limits of a thread do not count it.
 */
import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'

export interface Bounds {
  readonly milliseconds: number
  readonly heapMegabytes: number
  /** Of the heap, for what is made and soon forgotten; it is never given back. Absent: as much as the engine likes. */
  readonly youngMegabytes?: number
  /** Beside the heap: buffers of what is unpacked. */
  readonly bufferMegabytes: number
}

const LOOK_EVERY_MS = 50

/**
 * A thread for one piece of work alone, which finds it in `workerData`.
 * @returns what it says first, or why it ended without a word @throws the reason of the signal
 */
export async function inThread<Told extends object>(
  url: URL,
  task: unknown,
  bounds: Bounds,
  signal: AbortSignal | undefined,
): Promise<Told | { readonly fault: string }> {
  signal?.throwIfAborted()
  const worker = start(url, bounds, task)
  try {
    return await outcomeOf<Told>(worker, bounds, signal)
  } finally {
    await worker.terminate()
  }
}

/**
 * Threads that take one piece of work after the other, as messages, since beginning takes longer than the work. One that
 * says nothing in time, or takes too much, is ended; one without work for a while too.
 */
export function keptThreads<Told extends object>(url: URL, bounds: Bounds, { idleMs }: { readonly idleMs: number }) {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const begin = () => {
    const worker = start(url, bounds)
    // Whatever ends it: it takes no more.
    return worker.on('exit', () => idle.delete(worker))
  }
  const keep = (worker: Worker) => {
    // It keeps no process alive that has nothing else to do.
    worker.unref()
    const end = () => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }
  const take = () => {
    const [worker = begin()] = idle.keys()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    worker.ref()
    return worker
  }
  return {
    /** @returns what it says, or why it ended without a word @throws the reason of the signal */
    async ask(
      task: unknown,
      signal: AbortSignal | undefined,
      handed: readonly Transferable[] = [],
    ): Promise<Told | { readonly fault: string }> {
      signal?.throwIfAborted()
      const worker = take()
      let outcome: Told | { readonly fault: string } = { fault: 'it was not asked' }
      try {
        // First, since what cannot be sent throws.
        worker.postMessage(task, handed)
        outcome = await outcomeOf<Told>(worker, bounds, signal)
        return outcome
      } finally {
        if ('fault' in outcome) await worker.terminate()
        else keep(worker)
      }
    },
    /** Ends those without work. Whoever has some ends it by the signal. */
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

function start(url: URL, { heapMegabytes, youngMegabytes }: Bounds, workerData?: unknown): Worker {
  const worker = new Worker(url, {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      ...(youngMegabytes !== undefined && { maxYoungGenerationSizeMb: youngMegabytes }),
    },
    // What libraries say of a file is nobody's business.
    stdout: true,
    stderr: true,
    env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Whoever waits for it hears why it ended; when nobody does, nobody has to.
  return worker.on('error', () => undefined)
}

async function outcomeOf<Told>(
  worker: Worker,
  { milliseconds, bufferMegabytes }: Bounds,
  signal: AbortSignal | undefined,
): Promise<Told | { readonly fault: string }> {
  const left = new AbortController()
  const { signal: settled } = left
  try {
    return await Promise.race<Told | { fault: string }>([
      answerOf<Told>(worker, settled),
      exceeded(worker, milliseconds, bufferMegabytes * 1024 * 1024, settled).then((fault) => ({ fault })),
      aborted(signal, settled),
    ])
  } finally {
    left.abort()
  }
}

/** What the thread says, or how it ended without a word: with an error of its own, out of memory, or just so. */
function answerOf<Told>(worker: Worker, settled: AbortSignal): Promise<Told | { fault: string }> {
  return Promise.race([
    once(worker, 'message', { signal: settled }).then(([message]) => message as Told),
    once(worker, 'exit', { signal: settled }).then(() => ({ fault: 'it ended by itself' })),
  ]).catch((error: { code?: string; name?: string }) => ({ fault: error.code ?? error.name ?? 'error' }))
}

/** Resolves when the thread has had its time or takes too much memory; never otherwise. */
function exceeded(worker: Worker, milliseconds: number, bytes: number, settled: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = setTimeout(() => resolve('time'), milliseconds)
    const look = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory }) => external_memory > bytes && resolve('memory'),
        // It has not begun yet, so there is nothing to see; or it has ended, which is heard elsewhere.
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
