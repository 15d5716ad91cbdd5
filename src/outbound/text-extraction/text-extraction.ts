/** Extracts text from PDF and HTML. Each document has its own thread with limits on time and memory. */
import type { Log } from '../../core/log.ts'
import {
  type ExtractedText,
  type Extraction,
  type TextExtraction,
  type Unreadable,
  UnreadableDocument,
} from '../../core/text-extraction.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { runIsolated, type WorkerLimits } from '../workers/isolated-worker.ts'

export interface ExtractionTask {
  readonly kind: 'html' | 'pdf'
  /** The HTML text, or the path of the PDF. */
  readonly source: string
  readonly maxLength: number
}

const BOUNDS: Readonly<Record<ExtractionTask['kind'], WorkerLimits>> = {
  // Users wait for the result.
  html: { milliseconds: 10_000, heapMegabytes: 512, bufferMegabytes: 256 },
  // pdf.js stores decompressed streams outside of the heap.
  pdf: { milliseconds: 120_000, heapMegabytes: 768, bufferMegabytes: 512 },
}

/** Maximum number of documents per format that are read at the same time. Others wait. */
const AT_ONCE = 2

/** @param bounds limits for tests */
export function createTextExtraction(log: Pick<Log, 'warn'>, bounds: Partial<typeof BOUNDS> = {}): TextExtraction {
  const pdf = fairTurns(AT_ONCE, 1)
  const html = fairTurns(AT_ONCE, 1)
  const read = (turn: typeof pdf, kind: ExtractionTask['kind'], source: string, { maxLength, signal }: Extraction) =>
    turn(() => extract({ kind, source, maxLength }, bounds[kind] ?? BOUNDS[kind], signal, log))
  return {
    html: (source, wanted) => read(html, 'html', source, wanted),
    pdf: (path, wanted) => read(pdf, 'pdf', path, wanted),
  }
}

async function extract(
  task: ExtractionTask,
  bounds: WorkerLimits,
  signal: AbortSignal | undefined,
  log: Pick<Log, 'warn'>,
): Promise<ExtractedText> {
  const url = new URL('./text-extraction.worker.ts', import.meta.url)
  const told = await runIsolated<{ text: ExtractedText } | { unreadable: Unreadable }>(url, task, bounds, signal)
  if ('text' in told) return told.text
  if ('unreadable' in told) throw new UnreadableDocument(told.unreadable)
  log.warn({ kind: task.kind, fault: told.fault }, 'a document could not be read')
  throw new UnreadableDocument('too_complex')
}
