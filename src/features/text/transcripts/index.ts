/**
 * Transcripts: readers and writers of transcript forms, with one common model.
 *
 * Sources write transcripts differently. Zoom has the speaker in the text of a cue, Teams in a voice tag. YouTube has
 * times of words but no names, and a chat log has only start times. A vCon can contain the output of any speech
 * recognizer. The readers convert all of them to a list of segments with speaker, start, end and words. A missing time
 * is `null` and a missing name is empty; nothing is estimated. Order, overlap, text and numbers stay as in the source.
 *
 * The content determines the form (`read.ts`), and each form has a reader in `forms/`. `forms/json/` and `forms/text/`
 * have one file a form. `forms.test.ts` judges them by samples of the published shapes. An invalid source is rejected as
 * a whole, with a `TranscriptFault`. Its message and location (line or JSON pointer) help to correct the source, and
 * never contain rejected content. Readers accept any input safely: they take linear time, don't recurse with the
 * nesting of the source, and enforce `LIMITS`.
 *
 * `writeTranscript` exports: vCon keeps everything, the other forms what they support. All functions are pure: no
 * files, no clock, no database.
 */
export { type DecodedText, decodeText, decodeTranscript, detectEncoding } from './decode.ts'
export { describeReading, formatReading } from './describe.ts'
export {
  getExtension,
  isRecordingName,
  isTranscriptName,
  parseStartInFileName,
  rankTranscriptName,
} from './file-name.ts'
export { type DelimitedRow, readDelimited } from './forms/delimited.ts'
export { type ReadableConversation, type ReadableTurn, toReadable } from './forms/readable.ts'
export { addTimes } from './merge-times.ts'
export {
  EXPORT_FORMS,
  type ExportForm,
  isSameSpeaker,
  isShort,
  isSpoken,
  LIMITS,
  type Party,
  type ReadingReport,
  type Segment,
  type Segment as TranscriptSegment,
  type Speaker,
  segmentText,
  type TextEncoding,
  type TranscriptConversation,
  type TranscriptDocument,
  TranscriptFault,
  type TranscriptForm,
  transcriptText,
  type Word,
  wordCount,
} from './model.ts'
export { compareInformation } from './rank.ts'
export { type ConversationPlace, type ReadOptions, type ReadOutcome, readTranscript, readTranscripts } from './read.ts'
export { documentTextTask, isDocumentFile, readTranscriptFile } from './read-file.ts'
export {
  areShared,
  isShortInput,
  loadSegments,
  outlineSegments,
  outlineTask,
  type SegmentsInput,
  type SegmentsOutline,
  toSegmentsInput,
} from './segments-input.ts'
export { writeTranscript } from './write.ts'
