import { TranscriptFault } from './model.ts'

/** Bytes of the start in which a zero byte means a binary file, or UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 8 * 1024

/** Encoding of a transcript file, by its byte order mark. */
export function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Minimum ratio of control characters that no text has. Random bytes have a tenth. */
const BINARY_RATIO = 0.03

/** Whether bytes aren't text in any encoding, by the control characters of their start. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const controls = sample.filter(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b,
  )
  return controls.length > sample.length * BINARY_RATIO
}

/**
 * Decodes a transcript file: UTF-8, or UTF-16 with a byte order mark. Other encodings are rejected, because reading them
 * as UTF-8 would change names and words.
 * @throws TranscriptFault if the file has another encoding or isn't text
 */
export function decodeTranscript(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes)
  if (encoding === 'utf-8' && bytes.subarray(0, SAMPLE_BYTES).includes(0)) {
    throw new TranscriptFault(
      "The file isn't a text in UTF-8 or in UTF-16 with a byte order mark. Save the transcript as a UTF-8 text.",
    )
  }
  if (encoding === 'utf-8' && isBinary(bytes)) {
    throw new TranscriptFault(
      'The file is neither a recording nor a transcript. It looks like a binary file of a program.',
    )
  }
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TranscriptFault("The text isn't valid UTF-8. Save the transcript as a UTF-8 text, and send it again.")
  }
}
