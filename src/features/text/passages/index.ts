/**
 * Passages: short parts of long texts that can be found and quoted.
 *
 * A **passage** is a verbatim part of a text together with the **headings** above it. It's about one to three
 * paragraphs long. It ends where the text changes if possible, and never inside a word. Passages cover the whole text.
 * **Marks** identify headings and code; they come with the text or from the rules of Markdown. This feature stores
 * nothing. The owner of a text writes its passages to the search index, in the transaction that changes the text. A job
 * adds the vectors.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { embedPassages } from './embed-passages.job.ts'
import { takeOutWords } from './take-out-words.job.ts'

export { type CutPassage, cutIntoPassages } from './cut.ts'
export { cutSegments } from './cut-segments.ts'
export {
  type CutTranscript,
  cutTranscript,
  type LineBlock,
  listPassageBlocks,
  passagesOfTranscript,
  type SourceLine,
  type TranscriptPassage,
} from './cut-transcript.ts'
export { embedPassages } from './embed-passages.job.ts'
export { indexConversation, indexInSteps, indexSource } from './indexing.ts'
export { marksOfMarkdown } from './markdown.ts'
export { takeOutWords } from './take-out-words.job.ts'

export const jobs: readonly AnyJob[] = [embedPassages, takeOutWords]
