/** One document, read in a thread that may be ended at any moment. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableDocument } from '../core/text-extraction.ts'
import type { Task } from './text-extraction.ts'

const { kind, source, maxLength } = workerData as Task

try {
  const text =
    kind === 'pdf'
      ? await (await import('./text-extraction-pdf.ts')).readPdf(source, maxLength)
      : (await import('./text-extraction-html.ts')).readHtml(source, maxLength)
  parentPort?.postMessage({ text })
} catch (error) {
  // Errors of ours lose their class on the way.
  parentPort?.postMessage(
    error instanceof UnreadableDocument ? { unreadable: error.reason } : { fault: (error as Error).name },
  )
}
