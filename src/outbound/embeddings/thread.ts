/**
 * A model in a thread of its own, so that its work holds up nobody: the thread begins with the first text, is replaced
 * when it dies or hangs, and ends when nobody has wanted anything for a while, since it holds a lot of memory.
 */
import { Worker } from 'node:worker_threads'
import { type Embedding, EmbeddingFault, type EmbeddingFaultKind } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { createEmbeddingQueue, type Line, type QueueLimits } from './queue.ts'

/** What the thread is asked; `end`: to end itself, which it does between two runs of the model. */
export type Asked = Task | 'end'

export interface Task {
  readonly id: number
  readonly texts: readonly string[]
  readonly purpose: Line
}

/** Message of the thread: one outcome for each task, or one without an ID if the model can't be loaded. */
export type Told =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id?: number; readonly fault: EmbeddingFaultKind; readonly reason: string; readonly detail?: string }

export interface Patience {
  /** How long a thread without work is kept. */
  readonly idleMs: number
  /** For one batch, the start of the thread included. */
  readonly taskMs: number
  /** For a thread that is to end itself, before it is made to. */
  readonly endMs: number
}

const PATIENCE: Patience = { idleMs: 5 * 60_000, taskMs: 120_000, endMs: 30_000 }

/** One batch of each purpose is in the thread, which does those of queries first. */
const LIMITS: QueueLimits = { atOnce: { query: 1, passage: 1 }, texts: 16, characters: 6_000, callers: 256 }

/** Models lie beside the heap. What passes by is small; a young generation that may grow would only grow. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

interface Thread {
  readonly worker: Worker
  readonly gone: Promise<unknown>
  readonly tasks: Map<number, { settle(told: Told): void }>
  idle: NodeJS.Timeout | undefined
}

export function createThreadEmbedding(
  model: string,
  { url, data }: { url: URL; data?: unknown },
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  { idleMs, taskMs, endMs }: Patience = PATIENCE,
): Embedding {
  let current: Thread | undefined
  const ending = new Set<Promise<unknown>>()
  let tasks = 0

  function start(): Thread {
    const worker = new Worker(url, {
      workerData: data,
      resourceLimits: HEAP,
      // What libraries say goes nowhere; none of them may read a setting of ours.
      stdout: true,
      stderr: true,
      env: {},
    })
    worker.stdout.resume()
    worker.stderr.resume()
    const gone = new Promise((resolve) => worker.once('exit', resolve))
    const thread: Thread = { worker, gone, tasks: new Map(), idle: undefined }
    worker.on('message', (told: Told) => {
      if (told.id !== undefined) return thread.tasks.get(told.id)?.settle(told)
      if ('fault' in told) log.error({ model, reason: told.reason, detail: told.detail }, 'the model cannot be loaded')
      end(thread, told)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => died(thread, error.code ?? error.name))
    worker.on('exit', () => died(thread, 'it ended by itself'))
    log.info({ model }, 'the model is being loaded')
    return thread
  }

  /** Its tasks are told; what waits goes to the next thread. */
  function end(thread: Thread, told: Told): void {
    if (current === thread) current = undefined
    clearTimeout(thread.idle)
    for (const { settle } of [...thread.tasks.values()]) settle(told)
    // A thread that is terminated inside of ONNX Runtime takes the whole process with it.
    thread.worker.postMessage('end' satisfies Asked)
    const late = setTimeout(() => void thread.worker.terminate(), endMs)
    const ended = thread.gone.then(() => {
      clearTimeout(late)
      ending.delete(ended)
    })
    ending.add(ended)
  }

  function died(thread: Thread, fault: string): void {
    if (current !== thread) return
    log.warn({ model, fault }, 'the thread of the model died')
    end(thread, { fault: 'unavailable', reason: 'died' })
  }

  function ask(texts: readonly string[], purpose: Line): Promise<readonly Float32Array[]> {
    current ??= start()
    const thread = current
    const id = tasks++
    clearTimeout(thread.idle)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => died(thread, 'it hangs'), taskMs)
      thread.tasks.set(id, {
        settle(told) {
          thread.tasks.delete(id)
          clearTimeout(late)
          if ('vectors' in told) resolve(told.vectors)
          else reject(new EmbeddingFault(told.fault, told.reason))
          if (thread === current && thread.tasks.size === 0) {
            thread.idle = setTimeout(() => end(thread, { fault: 'unavailable', reason: 'idle' }), idleMs).unref()
          }
        },
      })
      thread.worker.postMessage({ id, texts, purpose } satisfies Asked)
    })
  }

  const queue = createEmbeddingQueue(LIMITS, ask)
  return {
    model,
    embed: queue.embed,
    async close() {
      await queue.close()
      if (current !== undefined) end(current, { fault: 'unavailable', reason: 'closed' })
      await Promise.all(ending)
    },
  }
}
