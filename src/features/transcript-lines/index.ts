/**
 * Transcript lines: a transcript read page by page, and corrected line by line.
 *
 * A **line** is a segment of the current transcript with its number, from 0. Pages are as long as one asks for, and may be
 * found by a moment of the recording or by a segment. They can be narrowed to one speaker, and to the lines in which some
 * text stands, whatever its case and accents.
 *
 * A **correction** names the version it is of, and changes text and speakers of the lines it names, or renames a speaker
 * everywhere. Times stay: words that stay keep theirs, and where the number of words changes nothing is made up. It becomes
 * a new version, as a corrected transcript does that is sent whole. When somebody was quicker it is refused, so that
 * nobody's work is lost.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getTranscript } from './get-transcript.ts'
import { updateTranscript } from './update-transcript.ts'

export { getTranscript } from './get-transcript.ts'
export type { TranscriptLine, TranscriptMeta } from './schema.ts'
export { updateTranscript } from './update-transcript.ts'

export const operations: readonly AnyOperation[] = [getTranscript, updateTranscript]
