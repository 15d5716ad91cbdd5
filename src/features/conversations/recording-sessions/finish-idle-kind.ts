import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'

/** Time without a new part after which a session is finished. */
const IDLE_MS = 24 * 3_600_000

/** @param used time of the last new part */
export const idleAfter = (used: Date): Date => new Date(used.getTime() + IDLE_MS)

const input = z.object({ id: z.guid() })

/** Job kind for sessions that nobody finishes. `finish-idle-session.job.ts` defines its handler. */
export const finishIdleKind = {
  id: 'finish_recording_session',
  input,
  // The file store can be unavailable for most of a day.
  retries: 24,
  timeout: 3_600,
  singleCall: true,
} as const satisfies JobKind<typeof input>
