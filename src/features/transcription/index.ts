/**
 * Transcription: from a recording to a transcript, where a transcriber is configured (`core/transcriber.ts`).
 *
 * A job a conversation fetches the recording, from the store of files or from its link, has it heard, and lays what was
 * heard down as the transcript, by conversations' own road: masked, cut into passages, analyzed. What may go better later
 * is tried again for most of a day; what will not is told with a reason at once. A transcript that a person has brought
 * meanwhile is never replaced. What waits for a transcriber is taken up when the service starts with one.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { createConversationTranscription } from './create-conversation-transcription.ts'
import { resumeTranscriptions } from './resume-transcriptions.job.ts'
import { transcribeConversation } from './transcribe-conversation.job.ts'

export { createConversationTranscription } from './create-conversation-transcription.ts'
export { endWithoutRecording } from './end.ts'
export { resumeTranscriptions } from './resume-transcriptions.job.ts'

export const operations: readonly AnyOperation[] = [createConversationTranscription]

export const jobs: readonly AnyJob[] = [transcribeConversation, resumeTranscriptions]
