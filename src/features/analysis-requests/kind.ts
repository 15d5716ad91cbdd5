import { z } from 'zod'
import type { JobKind } from '../../core/job-queue.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

/** What queues the work; what does it is defined in `analysis`. */
export const analyzeConversationKind = {
  id: 'analyze_conversation',
  background: true,
  input,
  // A worker that is killed in the middle costs a try; a step that fails is tried again by itself, not by these.
  retries: 1_000,
  // Some steps ask a language model several times, each with a time limit of its own.
  timeout: 3_600,
} as const satisfies JobKind<typeof input>
