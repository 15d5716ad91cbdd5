/**
 * Transcript lines: reads a transcript page by page, and corrects it line by line.
 *
 * A **line** is a segment of the current transcript with its position, from 0. A page can be selected by number, time
 * or segment. Lines can be filtered by speaker and by text, ignoring case and accents.
 *
 * A **correction** names the version that it changes. It changes text and speakers of lines, or renames a speaker
 * everywhere. Unchanged words keep their times, and times aren't estimated if the number of words changes. A correction
 * creates a new version, like a complete corrected transcript. If another version is current, it is rejected, so that
 * no concurrent change is lost.
 *
 * **Suggested corrections** replace misheard forms of glossary terms. A person applies them like any other correction.
 *
 * **Suggested speaker names** say who `Speaker 1` may be. A person accepts a name as a correction, or dismisses it.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { dismissSpeakerSuggestion } from './dismiss-speaker-suggestion.ts'
import { getTranscript } from './get-transcript.ts'
import { listSpeakerSuggestions } from './list-speaker-suggestions.ts'
import { listTranscriptCorrections } from './list-transcript-corrections.ts'
import { updateTranscript } from './update-transcript.ts'

export { dismissSpeakerSuggestion } from './dismiss-speaker-suggestion.ts'
export { getTranscript } from './get-transcript.ts'
export { listSpeakerSuggestions, type SpeakerSuggestion } from './list-speaker-suggestions.ts'
export { listTranscriptCorrections, type TranscriptCorrection } from './list-transcript-corrections.ts'
export { pageTask as transcriptPageTask } from './page.ts'
export type { TranscriptLine, TranscriptMeta, TranscriptTurn } from './schema.ts'
export { linesAnswer as transcriptAnswer, linesOutput as transcriptOutput } from './schema.ts'
export { tools } from './tools.ts'
export { updateTranscript } from './update-transcript.ts'

export const operations: readonly AnyOperation[] = [
  getTranscript,
  updateTranscript,
  listTranscriptCorrections,
  listSpeakerSuggestions,
  dismissSpeakerSuggestion,
]
