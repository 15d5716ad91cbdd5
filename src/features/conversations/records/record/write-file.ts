/** Writes an export in a worker task, because the transcript can be large. */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import {
  type ExportForm,
  isShortInput,
  loadSegments,
  type SegmentsInput,
  type TranscriptConversation,
  TranscriptFault,
  toReadable,
  writeTranscript,
} from '../../../text/transcripts/index.ts'
import { writeDocx } from '../documents/docx.ts'
import { UnsupportedLetters } from '../documents/letters.ts'
import { writePdf } from '../documents/pdf.ts'

/** Content of a file, or why the format can't contain the conversation. */
export type WrittenFile = { readonly text: string } | { readonly bytes: Uint8Array } | { readonly fault: string }

const UNSUPPORTED_LETTERS =
  'The conversation has letters of a script that a PDF can’t contain, such as Arabic, Hebrew, Thai or Hindi. A PDF can contain Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters. Export the conversation as `docx`.'

export async function writeFile(
  segments: SegmentsInput,
  format: ExportForm | 'docx' | 'pdf',
  others: Omit<TranscriptConversation, 'segments'>,
): Promise<WrittenFile> {
  const conversation = { ...others, segments: loadSegments(segments) }
  try {
    if (format === 'docx') return { bytes: new Uint8Array(await writeDocx(toReadable(conversation))) }
    if (format === 'pdf')
      return { bytes: new Uint8Array(await writePdf(toReadable(conversation), conversation.language ?? undefined)) }
    return { text: writeTranscript(format, conversation) }
  } catch (error) {
    if (error instanceof TranscriptFault) return { fault: error.message }
    if (error instanceof UnsupportedLetters) return { fault: UNSUPPORTED_LETTERS }
    throw error
  }
}

export const writeTask = defineWorkerTask(import.meta.url, writeFile, isShortInput)
