/** Schedule of the deletion of old deliveries. */
import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'

const DAY_MS = 86_400_000
export const CLEANUP_EVERY_MS = DAY_MS
/** Time after which deliveries, and the data of failed calls, are deleted. */
export const KEPT_MS = 30 * DAY_MS

const input = z.object({ sourceId: z.guid() })

export const cleanUpDeliveriesKind = {
  id: 'clean_up_source_deliveries',
  input,
} as const satisfies JobKind<typeof input>
