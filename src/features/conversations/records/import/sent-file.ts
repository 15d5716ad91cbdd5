/** Detects whether an uploaded file is a recording or a transcript, from its content. */
import { open, readFile } from 'node:fs/promises'
import { invalid } from '../../../../core/errors.ts'
import type { Context, UploadedFile } from '../../../../core/operation.ts'
import {
  type DecodedText,
  decodeText,
  detectEncoding,
  documentTextTask,
  isDocumentFile,
  isRecordingName,
  isTranscriptName,
  TranscriptFault,
} from '../../../text/transcripts/index.ts'

const SAMPLE_BYTES = 8 * 1024

type FilePorts = Pick<Context, 'requestWorkers' | 'signal'>

/**
 * @param max maximum size in bytes of a transcript file
 * @returns the text of a text file or Word document with its encoding, or undefined
 * @throws AppError `validation_failed` if the file is another kind of document, or a text whose encoding isn't certain
 */
export async function textOfFile(
  file: UploadedFile,
  max: number,
  { requestWorkers, signal }: FilePorts,
): Promise<DecodedText | undefined> {
  if (file.size === 0 || file.size > max) return undefined
  const sample = await firstBytes(file.path)
  if (isDocumentFile(sample)) {
    const extracted = await requestWorkers.run(documentTextTask, [await readFile(file.path)], signal)
    if ('fault' in extracted) throw invalid({ pointer: '/file', detail: extracted.fault })
    // A document is an archive, so its text can be larger than the file.
    if (Buffer.byteLength(extracted.text) > max) {
      const detail = `The text of the document has more than ${max / 1024 / 1024} MiB. Split it into several documents.`
      throw invalid({ pointer: '/file', detail })
    }
    return { text: extracted.text, encoding: 'UTF-8' }
  }
  const encoding = detectEncoding(sample)
  // Recordings contain zero bytes at the start. Checking the sample avoids reading the complete file.
  if (encoding === 'utf-8' && sample.includes(0)) return undefined
  try {
    return decodeText(await readFile(file.path))
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    // A recording isn't text either. Names of recordings decide, because their first bytes can be those of a text.
    if (isRecordingName(file.name) || !isTranscriptName(file.name)) return undefined
    throw invalid({ pointer: '/file', detail: error.message })
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
