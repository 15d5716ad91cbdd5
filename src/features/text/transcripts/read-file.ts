/** Text of a transcript file, by its first bytes. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { type DecodedText, decodeText } from './decode.ts'
import { TranscriptFault } from './model.ts'
import { isArchive, isCompoundFile, readWordDocument, refuseCompoundFile } from './word-document.ts'

/** Whether a file is a document whose text must be extracted. Other transcripts are texts. */
export const isDocumentFile = (bytes: Uint8Array): boolean => isArchive(bytes) || isCompoundFile(bytes)

/** Text of a file: decoded, or extracted from a Word document. @throws TranscriptFault */
export async function readTranscriptFile(bytes: Uint8Array): Promise<DecodedText> {
  if (isCompoundFile(bytes)) refuseCompoundFile()
  return isArchive(bytes) ? { text: await readWordDocument(bytes), encoding: 'UTF-8' } : decodeText(bytes)
}

/** Result of `extractDocumentText`. A fault is data, because errors lose their class between threads. */
type ExtractedDocument = { readonly text: string } | { readonly fault: string }

/** Extracts the text of a document file. */
export async function extractDocumentText(bytes: Uint8Array): Promise<ExtractedDocument> {
  try {
    return { text: (await readTranscriptFile(bytes)).text }
  } catch (error) {
    if (error instanceof TranscriptFault) return { fault: error.message }
    throw error
  }
}

/** A small file can unpack to a large text, so a worker thread always extracts it. */
export const documentTextTask = defineWorkerTask(import.meta.url, extractDocumentText, () => false)
