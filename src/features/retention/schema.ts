/** The tables of retention, and the field schemas of a policy. */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    retention_policies: {
      organization_id: string
      id: string
      name: string
      enabled: boolean
      after_days: number
      action: RetentionAction
      labels: string
      team_ids: string[] | null
      private: boolean | null
      created_at: Instant
      updated_at: Instant
      last_run_at: NullableInstant
      last_run: string | null
    }
    retention_schedule: { organization_id: string; ticket: number; next_at: Instant }
  }
}

export const NOUN = 'retention policy'

export const retentionAction = z.enum(['archive', 'erase'])
export type RetentionAction = z.output<typeof retentionAction>

/** A hundred years. */
const DAYS_MAX = 36_500
const LABELS_MAX = 20
const TEAMS_MAX = 500

const labels = z
  .record(text({ min: 1, max: 128 }), text({ min: 1, max: 128 }))
  .refine((given) => Object.keys(given).length <= LABELS_MAX, { message: `There may be at most ${LABELS_MAX} labels.` })
  .describe('Category to option; a conversation must have all of them. Empty: whatever its labels are.')

export const policyFields = {
  name: text({ min: 1, max: 128, trim: true }),
  afterDays: z.int().min(1).max(DAYS_MAX).describe('Days from the start of a conversation.'),
  action: retentionAction.describe('`erase` removes it for good, with everything derived from it.'),
  labels,
  teamsUUID: z
    .array(uuid())
    .min(1)
    .max(TEAMS_MAX)
    .nullable()
    .describe('Of these teams and those below them; null: of all, and of none.'),
  private: z.boolean().nullable().describe('True: private ones only. False: the others only. Null: both.'),
  enabled: z.boolean().describe('Look at the preview first.'),
}

const run = z.object({
  archived: z.int(),
  erased: z.int(),
  held: z.int().describe('Kept by a legal hold.'),
})
export type RunReport = z.output<typeof run>

export const policy = z.object({
  uuid: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  afterDays: z.int(),
  action: retentionAction,
  labels: z.record(z.string(), z.string()),
  teamsUUID: z.array(z.string()).nullable(),
  private: z.boolean().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastRunAt: z.string().nullable(),
  lastRun: run.nullable(),
})
