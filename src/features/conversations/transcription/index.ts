/**
 * Transcription: converts a recording to a transcript with a configured transcriber (`core/transcriber.ts`).
 *
 * A job per conversation fetches the recording from the file store or from its link, transcribes it, and stores the
 * transcript like an imported one: redacted, split into passages, analyzed. Temporary failures are retried for most of
 * a day; permanent ones are recorded immediately with a reason. A transcript that a user has added in the meantime is
 * never replaced. Requests that wait for a transcriber are processed when the service starts with one.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createConversationTranscription } from './create-conversation-transcription.ts'
import { resumeTranscriptions } from './resume-transcriptions.job.ts'
import { transcribeConversation } from './transcribe-conversation.job.ts'

export { createConversationTranscription } from './create-conversation-transcription.ts'
export { endWithoutRecording } from './end.ts'
export { resumeTranscriptions } from './resume-transcriptions.job.ts'

export const operations: readonly AnyOperation[] = [createConversationTranscription]

export const jobs: readonly AnyJob[] = [transcribeConversation, resumeTranscriptions]
