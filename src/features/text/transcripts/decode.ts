import { TranscriptFault } from './model.ts'

/** Bytes of the start in which a zero byte means a binary file, or UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 8 * 1024

/** Encoding of a transcript file, by its byte order mark. */
export function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
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
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TranscriptFault("The text isn't valid UTF-8. Save the transcript as a UTF-8 text, and send it again.")
  }
}
