/**
 * Text out of PDF and HTML, each document in a thread of its own with a bound on its time and its memory: a document
 * made to do harm ends that thread and nothing else. Memory beside the heap (pdf.js unpacks streams there) is watched
 * from here, since limits of a thread do not count it.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '../core/log.ts'
import {
  type ExtractedText,
  type Extraction,
  type TextExtraction,
  type Unreadable,
  UnreadableDocument,
} from '../core/text-extraction.ts'

export interface Task {
  readonly kind: 'html' | 'pdf'
  /** The page itself, or the path of the PDF. */
  readonly source: string
  readonly maxLength: number
}

export interface Bounds {
  readonly milliseconds: number
  readonly heapMegabytes: number
  /** Beside the heap: buffers of what is unpacked. */
  readonly bufferMegabytes: number
}

const BOUNDS: Readonly<Record<Task['kind'], Bounds>> = {
  // Somebody waits for the answer.
  html: { milliseconds: 10_000, heapMegabytes: 512, bufferMegabytes: 256 },
  pdf: { milliseconds: 120_000, heapMegabytes: 768, bufferMegabytes: 512 },
}

/** Documents of a kind that are read at the same time. The others wait their turn. */
const AT_ONCE = 2
const LOOK_EVERY_MS = 50

/** @param bounds other ones, for tests */
export function createTextExtraction(log: Pick<Log, 'warn'>, bounds: Partial<typeof BOUNDS> = {}): TextExtraction {
  const pdf = turns(AT_ONCE)
  const html = turns(AT_ONCE)
  const read = (turn: typeof pdf, kind: Task['kind'], source: string, { maxLength, signal }: Extraction) =>
    turn(() => inThread({ kind, source, maxLength }, bounds[kind] ?? BOUNDS[kind], signal, log))
  return {
    html: (source, wanted) => read(html, 'html', source, wanted),
    pdf: (path, wanted) => read(pdf, 'pdf', path, wanted),
  }
}

/** Lets so many run at once, first come, first served. */
function turns(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on, or given up.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

type Told = { text: ExtractedText } | { unreadable: Unreadable } | { fault: string }

async function inThread(
  task: Task,
  { milliseconds, heapMegabytes, bufferMegabytes }: Bounds,
  signal: AbortSignal | undefined,
  log: Pick<Log, 'warn'>,
): Promise<ExtractedText> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./text-extraction.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // What libraries say of a document is nobody's business.
    stdout: true,
    stderr: true,
    env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const left = new AbortController()
  const { signal: settled } = left
  try {
    const told = await Promise.race<Told>([
      answerOf(worker, settled),
      exceeded(worker, milliseconds, bufferMegabytes * 1024 * 1024, settled).then((fault) => ({ fault })),
      aborted(signal, settled),
    ])
    if ('text' in told) return told.text
    if ('unreadable' in told) throw new UnreadableDocument(told.unreadable)
    log.warn({ kind: task.kind, fault: told.fault }, 'a document could not be read')
    throw new UnreadableDocument('too_complex')
  } finally {
    left.abort()
    await worker.terminate()
  }
}

/** What the thread says, or how it ended without a word: with an error of its own, out of memory, or just so. */
function answerOf(worker: Worker, settled: AbortSignal): Promise<Told> {
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
