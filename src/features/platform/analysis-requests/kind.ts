import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

/** Job kind that queues an analysis. `analysis/pipeline` defines the handler. */
export const analyzeConversationKind = {
  id: 'analyze_conversation',
  background: true,
  singleCall: true,
  input,
  // Job retries only cover workers that are killed during a run. Failed steps have retries of their own.
  retries: 1_000,
  // Some steps call a language model several times, and each call has its own timeout.
  timeout: 3_600,
} as const satisfies JobKind<typeof input>
