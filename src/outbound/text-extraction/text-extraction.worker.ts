/** Reads one document, in a thread that can be terminated at any time. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableDocument } from '../../core/text-extraction.ts'
import type { ExtractionTask } from './text-extraction.ts'

const { kind, source, maxLength } = workerData as ExtractionTask

try {
  const text =
    kind === 'pdf'
      ? await (await import('./pdf.ts')).readPdf(source, maxLength)
      : (await import('./html.ts')).readHtml(source, maxLength)
  parentPort?.postMessage({ text })
} catch (error) {
  // Errors lose their class when posted.
  parentPort?.postMessage(
    error instanceof UnreadableDocument ? { unreadable: error.reason } : { fault: (error as Error).name },
  )
}
