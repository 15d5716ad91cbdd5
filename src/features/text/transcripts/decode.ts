import { decodeEscapes, decodeOld, hasEscapes, OLD_BYTES_MAX } from './encodings.ts'
import { type TextEncoding, TranscriptFault } from './model.ts'

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

/** Text of a transcript file, and the encoding in which it was read. */
export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

const ADVICE = 'Open it in a text editor, save it with the encoding UTF-8, and send it again.'

/**
 * Decodes a transcript file: UTF-8, UTF-16 with a byte order mark, or an older encoding if the whole text fits one of its
 * languages. Everything else is rejected, because a wrong encoding would change names and words.
 * @throws TranscriptFault if the encoding isn't certain, or the file isn't text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const label = detectEncoding(bytes)
  if (label === 'utf-8' && bytes.subarray(0, SAMPLE_BYTES).includes(0)) {
    throw new TranscriptFault(
      "The file isn't a text in UTF-8 or in UTF-16 with a byte order mark. Save the transcript as a UTF-8 text.",
    )
  }
  if (label === 'utf-8' && isBinary(bytes)) {
    throw new TranscriptFault(
      'The file is neither a recording nor a transcript. It looks like a binary file of a program.',
    )
  }
  const text = decodeUnicode(bytes, label)
  if (text !== undefined && !hasEscapes(text)) return { text, encoding: label === 'utf-8' ? 'UTF-8' : 'UTF-16' }
  const old = text === undefined ? (label === 'utf-8' ? decodeOld(bytes) : undefined) : decodeEscapes(bytes)
  if (old !== undefined) return old
  if (text === undefined && bytes.length > OLD_BYTES_MAX) {
    throw new TranscriptFault(
      `The text isn't valid UTF-8 or UTF-16, and has ${Math.ceil(bytes.length / 1024)} KiB. Texts in other encodings are read up to ${OLD_BYTES_MAX / 1024} KiB. ${ADVICE}`,
    )
  }
  throw new TranscriptFault(
    text === undefined
      ? `The text isn't valid UTF-8, and its encoding can't be determined with certainty. ${ADVICE}`
      : `The text contains escape sequences of ISO-2022-JP, but isn't Japanese text. ${ADVICE}`,
  )
}

/** Text of a transcript file. @throws TranscriptFault as `decodeText` */
export const decodeTranscript = (bytes: Uint8Array): string => decodeText(bytes).text

/** @returns undefined if the bytes are invalid in the encoding */
function decodeUnicode(bytes: Uint8Array, label: 'utf-8' | 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
