/** Tables and API schemas of retention policies. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
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
    retention_schedule: {
      organization_id: string
      ticket: number
      next_at: Instant
      audit_keep_days: number | null
    }
  }
}

export const NOUN = 'retention policy'

export const retentionAction = z.enum(['archive', 'erase'])
export type RetentionAction = z.output<typeof retentionAction>

/** A hundred years. */
export const DAYS_MAX = 36_500
const LABELS_MAX = 20
const TEAMS_MAX = 500

const labels = z
  .record(text({ min: 1, max: 128 }), text({ min: 1, max: 128 }))
  .refine((given) => Object.keys(given).length <= LABELS_MAX, {
    message: `\`labels\` has more than ${LABELS_MAX} entries. Remove some.`,
  })
  .describe(
    `Labels that a conversation must all have, as category and option, at most ${LABELS_MAX}. ` +
      'Empty matches all conversations. Example: `{"Stage": "Discovery"}`.',
  )

export const policyFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the policy, 1 to 128 characters. Example: `Erase after two years`.',
  ),
  afterDays: z
    .int()
    .min(1)
    .max(DAYS_MAX)
    .describe('Number of days after the start of a conversation, 1 to 36,500. Example: `730`.'),
  action: retentionAction.describe(
    '`archive` hides conversations from lists. `erase` deletes them permanently, with all derived data.',
  ),
  labels,
  teamsUUID: z
    .array(uuid())
    .min(1)
    .max(TEAMS_MAX)
    .nullable()
    .describe(
      'IDs of teams, from `GET /organizations/teams`. Includes their child teams. null applies to all conversations, including ' +
        'those without a team.',
    ),
  private: z
    .boolean()
    .nullable()
    .describe('`true` applies to private conversations only, `false` to all others, null to both.'),
  enabled: z
    .boolean()
    .describe('Whether the policy runs daily. Check its result with `GET /retention-policies/{id}/preview` first.'),
}

const run = z.object({
  archived: z.int().describe('Number of conversations that the run archived.'),
  erased: z.int().describe('Number of conversations that the run erased.'),
  held: z.int().describe('Number of due conversations that stayed because of a legal hold.'),
})
export type RunReport = z.output<typeof run>

export const policy = z.object({
  uuid: z.string().describe('ID of the policy.'),
  name: z.string().describe('Name of the policy.'),
  enabled: z.boolean().describe('Whether the policy runs daily.'),
  afterDays: z.int().describe('Number of days after the start of a conversation.'),
  action: retentionAction.describe(
    '`archive` hides conversations from lists. `erase` deletes them permanently, with all derived data.',
  ),
  labels: z
    .record(z.string(), z.string())
    .describe('Labels that a conversation must all have, as category and option.'),
  teamsUUID: z
    .array(z.string())
    .nullable()
    .describe('IDs of teams, including their child teams; null for all conversations.'),
  private: z
    .boolean()
    .nullable()
    .describe('`true` for private conversations only, `false` for all others, null for both.'),
  createdAt: z.string().describe('When the policy was created.'),
  updatedAt: z.string().describe('When the policy was last changed.'),
  lastRunAt: z.string().nullable().describe('When the policy last ran; null if it has not run yet.'),
  lastRun: run.nullable().describe('Result of the last run; null if it has not run yet.'),
})
