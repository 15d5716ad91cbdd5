/** Chooses the transcript of a call from several files by their content. */
import { basename } from 'node:path'
import {
  compareInformation,
  decodeTranscript,
  isDocumentFile,
  isRecordingName,
  readTranscript,
  type TranscriptDocument,
  TranscriptFault,
} from '../../text/transcripts/index.ts'
import { chooseTranscript } from './media-names.ts'

/** Larger transcripts aren't compared with others of the same call. */
export const COMPARED_BYTES_MAX = 8 * 1024 * 1024

export interface ComparedFiles<T> {
  readonly getPath: (file: T) => string
  /** Path of the transcript that the manifest names. */
  readonly named?: string | undefined
  /** Content of a file. Undefined if it is larger than `COMPARED_BYTES_MAX`. */
  readonly read: (file: T) => Promise<Uint8Array | undefined>
}

/** Transcript with most information. The extension decides between equals, and for files that can't be read here. */
export async function chooseByContent<T>(
  files: readonly T[],
  { getPath, named, read }: ComparedFiles<T>,
): Promise<T | undefined> {
  const transcripts = files.filter((file) => !isRecordingName(getPath(file)))
  const chosen = transcripts.find((file) => getPath(file) === named)
  if (chosen !== undefined) return chosen
  const preferred = chooseTranscript(transcripts.map(getPath))
  const first = transcripts.find((file) => getPath(file) === preferred)
  if (transcripts.length < 2) return first
  const documents: { file: T; document: TranscriptDocument }[] = []
  for (const file of transcripts.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    const document = readDocument(await read(file), getPath(file))
    if (document !== undefined) documents.push({ file, document })
  }
  return documents.toSorted((a, b) => compareInformation(a.document, b.document))[0]?.file ?? first
}

/** Undefined for files that aren't text, and for texts that can't be read. */
function readDocument(bytes: Uint8Array | undefined, path: string): TranscriptDocument | undefined {
  if (bytes === undefined || isDocumentFile(bytes)) return undefined
  try {
    return readTranscript(decodeTranscript(bytes), { fileName: basename(path), requireSpeakers: true })
  } catch (error) {
    if (error instanceof TranscriptFault) return undefined
    throw error
  }
}
