/**
 * Embedding model in a worker thread, so that it doesn't block the event loop.
 *
 * The thread starts with the first text. A new thread replaces one that crashes or hangs. An idle thread ends, because
 * a model uses a lot of memory. A small model can have a second thread for queries, because people wait for them. It
 * starts when a query would wait for passages, and has the priority of requests.
 */
import { Worker } from 'node:worker_threads'
import { type Embedding, EmbeddingFault, type EmbeddingFaultKind } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { createEmbeddingQueue, QUERY_THREAD, type QueueLane, type QueueLimits } from './queue.ts'

/** Message to the thread: a task, or `end`. The thread ends between two runs of the model. */
export type EmbeddingMessage = EmbeddingTask | 'end'

export interface EmbeddingTask {
  readonly id: number
  readonly texts: readonly string[]
  readonly purpose: QueueLane
}

/** Message of the thread: one outcome for each task, or one without an ID if the model can't be loaded. */
export type EmbeddingReply =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id?: number; readonly fault: EmbeddingFaultKind; readonly reason: string; readonly detail?: string }

export interface EmbeddingTimeouts {
  /** Time until an idle thread ends, in milliseconds. */
  readonly idleMs: number
  /** Timeout of a batch, including the start of the thread, in milliseconds. */
  readonly taskMs: number
  /** Time that the thread has to end itself before it is terminated, in milliseconds. */
  readonly endMs: number
}

const PATIENCE: EmbeddingTimeouts = { idleMs: 5 * 60_000, taskMs: 120_000, endMs: 30_000 }

/** Limits of the queue. The thread holds one batch of each lane and runs queries first. */
const LIMITS: QueueLimits = { atOnce: { query: 1, passage: 1 }, texts: 16, characters: 6_000, callers: 256 }

/** Heap limits. Models use memory outside it, and messages are small. An unbounded young generation would grow. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

interface Thread {
  readonly worker: Worker
  readonly gone: Promise<unknown>
  readonly tasks: Map<number, { complete(told: EmbeddingReply): void }>
  idle: NodeJS.Timeout | undefined
}

export function createThreadEmbedding(
  model: string,
  { url, data, hasQueryThread = false }: { url: URL; data?: unknown; hasQueryThread?: boolean },
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  { idleMs, taskMs, endMs }: EmbeddingTimeouts = PATIENCE,
): Embedding {
  /** Threads by purpose. Queries use the thread for passages while it has none. */
  const current: Record<QueueLane, Thread | undefined> = { passage: undefined, query: undefined }
  let passages = 0
  const ending = new Set<Promise<unknown>>()
  let tasks = 0

  function start(lane: QueueLane): Thread {
    const worker = new Worker(url, {
      workerData: data,
      argv: lane === 'query' ? [QUERY_THREAD] : [],
      resourceLimits: HEAP,
      // Output of libraries is discarded, and libraries can't read the settings of Parley.
      stdout: true,
      stderr: true,
      env: {},
    })
    worker.stdout.resume()
    worker.stderr.resume()
    const gone = new Promise((resolve) => worker.once('exit', resolve))
    const thread: Thread = { worker, gone, tasks: new Map(), idle: undefined }
    worker.on('message', (told: EmbeddingReply) => {
      if (told.id !== undefined) return thread.tasks.get(told.id)?.complete(told)
      if ('fault' in told) log.error({ model, reason: told.reason, detail: told.detail }, 'the model cannot be loaded')
      end(thread, told)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => handleThreadEnd(thread, error.code ?? error.name))
    worker.on('exit', () => handleThreadEnd(thread, 'it ended by itself'))
    log.info({ model }, 'the model is being loaded')
    return thread
  }

  /** Ends the thread and completes its tasks with the message. Queued calls run in the next thread. */
  function end(thread: Thread, told: EmbeddingReply): void {
    for (const lane of ['passage', 'query'] as const) if (current[lane] === thread) current[lane] = undefined
    clearTimeout(thread.idle)
    for (const { complete } of [...thread.tasks.values()]) complete(told)
    // Terminating a thread inside ONNX Runtime aborts the process. So the thread has time to end itself.
    thread.worker.postMessage('end' satisfies EmbeddingMessage)
    const late = setTimeout(() => void thread.worker.terminate(), endMs)
    const ended = thread.gone.then(() => {
      clearTimeout(late)
      ending.delete(ended)
    })
    ending.add(ended)
  }

  function handleThreadEnd(thread: Thread, fault: string): void {
    if (!isCurrent(thread)) return
    log.warn({ model, fault }, 'the thread of the model died')
    end(thread, { fault: 'unavailable', reason: 'died' })
  }

  const isCurrent = (thread: Thread) => current.passage === thread || current.query === thread

  function postTask(texts: readonly string[], purpose: QueueLane): Promise<readonly Float32Array[]> {
    const lane =
      hasQueryThread && purpose === 'query' && (passages > 0 || current.query !== undefined) ? 'query' : 'passage'
    current[lane] ??= start(lane)
    const thread = current[lane]
    if (purpose === 'passage') passages++
    const id = tasks++
    clearTimeout(thread.idle)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => handleThreadEnd(thread, 'it hangs'), taskMs)
      thread.tasks.set(id, {
        complete(told) {
          thread.tasks.delete(id)
          if (purpose === 'passage') passages--
          clearTimeout(late)
          if ('vectors' in told) resolve(told.vectors)
          else reject(new EmbeddingFault(told.fault, told.reason))
          if (isCurrent(thread) && thread.tasks.size === 0) {
            thread.idle = setTimeout(() => end(thread, { fault: 'unavailable', reason: 'idle' }), idleMs).unref()
          }
        },
      })
      thread.worker.postMessage({ id, texts, purpose } satisfies EmbeddingMessage)
    })
  }

  const queue = createEmbeddingQueue(LIMITS, postTask)
  return {
    model,
    embed: queue.embed,
    async close() {
      await queue.close()
      for (const thread of Object.values(current)) {
        if (thread !== undefined) end(thread, { fault: 'unavailable', reason: 'closed' })
      }
      await Promise.all(ending)
    },
  }
}
