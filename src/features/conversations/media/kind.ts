import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

/** Job kind of transcriptions. `transcription` defines its handler. */
export const transcribeConversationKind = {
  id: 'transcribe_conversation',
  input,
  // Retry delays double up to one hour, so a transcriber can be unavailable for most of a day.
  retries: 24,
  // Five hours, for long recordings on slow machines. The transcriber has its own time limit.
  timeout: 18_000,
  long: true,
  background: true,
  singleCall: true,
} as const satisfies JobKind<typeof input>
