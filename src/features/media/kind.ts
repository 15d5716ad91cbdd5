import { z } from 'zod'
import type { JobKind } from '../../core/job-queue.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

/** What queues a transcription; what does it is defined in `transcription`. */
export const transcribeConversationKind = {
  id: 'transcribe_conversation',
  input,
  // Waiting times that double up to an hour: a transcriber may be away for most of a day.
  retries: 24,
  // Hours of talk, on a machine without much to spare; the transcriber has a time limit of its own.
  timeout: 18_000,
  long: true,
} as const satisfies JobKind<typeof input>
