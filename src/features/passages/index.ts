/**
 * Passages: long texts in short pieces, to be found and quoted.
 *
 * A **passage** is a verbatim stretch of a text with the **headings** it stands below. It is about a paragraph or three
 * long, ends where the text itself changes over if it can, and never inside a word. Every letter of the text is in some
 * passage. What is a heading and what is code is told by **marks**, which come with a text or are found by the rules of
 * Markdown. Nothing here is stored: who owns the text hands its passages to the search index, in the transaction of the
 * change; a job gives them their vectors.
 */
import type { AnyJob } from '../../core/jobs.ts'
import { embedPassages } from './embed-passages.job.ts'
import { takeOutWords } from './take-out-words.job.ts'

export { type CutPassage, passagesOf } from './cut.ts'
export {
  type Block,
  type CutTranscript,
  cutTranscript,
  type Line,
  momentsOf,
  passagesOfTranscript,
  type TranscriptPassage,
} from './cut-transcript.ts'
export { embedPassages } from './embed-passages.job.ts'
export { indexConversation, indexSource } from './indexing.ts'
export { marksOfMarkdown } from './markdown.ts'
export { takeOutWords } from './take-out-words.job.ts'

export const jobs: readonly AnyJob[] = [embedPassages, takeOutWords]
