/**
 * Transcripts: from any form into one model, and back.
 *
 * People bring their conversations from many places, and each writes them down differently: Zoom puts the speaker in
 * the cue's text, Teams in a voice tag, YouTube knows when each word was said and nobody's name, a chat log has only
 * starts, a vCon may carry the answer of any speech recognition. Here all of that becomes one list of segments: who
 * spoke, from when to when, which words. A time that the source does not have is `null`, never a guess; a name that it
 * does not have is empty. Order, overlap, text and numbers are the source's own.
 *
 * What a thing is shows in its content (`read.ts`), and each form has its reader in `forms/`. A source that cannot be
 * read is refused whole, by a `TranscriptFault` whose sentence and place (line or JSON pointer) let a person mend it;
 * nothing of the rejected content is in that sentence. Anything may be thrown at the readers: they take linear time,
 * know no recursion that the source could drive, and are bounded by `LIMITS`.
 *
 * The way out is `writeTranscript`: vCon carries a conversation there and back without loss, the other forms what they
 * can (told there). Everything here is pure: no files, no clock, no database.
 */
export {
  type ExportForm,
  isSameSpeaker,
  isShort,
  isSpoken,
  LIMITS,
  type Party,
  type Segment,
  type Segment as TranscriptSegment,
  type Speaker,
  segmentText,
  type TranscriptConversation,
  type TranscriptDocument,
  TranscriptFault,
  type TranscriptForm,
  transcriptText,
  type Word,
  wordCount,
} from './model.ts'
export { type ReadOptions, type ReadOutcome, readTranscript, readTranscripts } from './read.ts'
export {
  isShortInput,
  loadSegments,
  outlinePiece,
  outlineSegments,
  type SegmentsInput,
  type SegmentsOutline,
  toSegmentsInput,
} from './segments-input.ts'
export { writeTranscript } from './write.ts'
