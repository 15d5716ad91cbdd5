/** API schemas of the audit log's retention. */
import { z } from 'zod'
import { DAYS_MAX } from './schema.ts'

/** A year, so that nobody can remove traces of recent changes. The table has the same limit. */
export const AUDIT_DAYS_MIN = 365

const keepDays = z
  .int()
  .min(AUDIT_DAYS_MIN)
  .max(DAYS_MAX)
  .nullable()
  .describe(
    'Number of days after which entries of the audit log are deleted, 365 to 36,500. null keeps them permanently, ' +
      'which is the default. Example: `1095`.',
  )

export const auditRetentionInput = z.object({ keepDays })

export const auditRetention = z.object({
  keepDays,
  oldestEntryAt: z.string().nullable().describe('Time of the oldest entry of the audit log; null without entries.'),
})
