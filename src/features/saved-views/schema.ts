/** The table of saved views, what requests give and what answers say of one. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'
import { bodyFilterFields } from '../conversations/index.ts'
import { crmEntityCode } from '../crm/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    saved_views: {
      organization_id: string
      id: string
      owner_id: string | null
      visibility: ViewVisibility
      name: string
      filters: unknown
      position: number
      created_at: Instant
      updated_at: Instant
    }
  }
}

const viewVisibility = z.enum(['private', 'organization'])
export type ViewVisibility = z.output<typeof viewVisibility>

export const viewPeriods = ['last_day', 'last_7_days', 'last_30_days', 'last_90_days', 'last_365_days'] as const
const period = z.enum(viewPeriods)
export type Period = z.output<typeof period>

/** Characters of all filters together, as JSON. */
const FILTERS_MAX = 16 * 1024

const filters = z
  .object({
    ...bodyFilterFields,
    period: period.optional().describe('Started in this time before now; instead of dates.'),
  })
  .refine((given) => JSON.stringify(given).length <= FILTERS_MAX, {
    message: `The filters may have at most ${FILTERS_MAX} characters together.`,
  })
export type GivenFilters = z.output<typeof filters>

const words = z.array(z.string()).optional()
const flag = z.boolean().optional()

/** As they are told: what was taken once is told whatever has become of what it names. */
const toldFilters = z.object({
  fromDateTime: z.string().optional(),
  toDateTime: z.string().optional(),
  period: period.optional(),
  filter: z
    .object({
      'owner.id': words,
      'owner.email': words,
      title: z.string().optional(),
      'participants.email': words,
      'external_opportunity.id': words,
      'crm_field.entity_code': crmEntityCode.optional(),
      'crm_field.field_name': z.string().optional(),
      'crm_field.values': words,
      'team.id': words,
      'label.category': z.string().optional(),
      'label.option': z.string().optional(),
      hide_internal: flag,
      hide_non_analyzed: flag,
      hide_pending: flag,
      hide_transcript: flag,
      hide_failed: flag,
      archived: flag,
    })
    .optional(),
})
export type ViewFilters = z.output<typeof toldFilters>

export const savedView = z
  .object({
    uuid: z.string(),
    name: z.string(),
    visibility: viewVisibility.describe('`private`: seen by its owner alone. `organization`: by everyone.'),
    userUUID: z.string().nullable().describe('Who made it; null for what an org-level key made.'),
    filters: toldFilters.describe('As POST /ask_assistant/v2 takes them, and a period instead of dates.'),
    position: z.int().describe('From 0, among those of the organization or among the private ones of its owner.'),
    mayChange: z.boolean().describe('Whether the caller may change and delete it.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof savedView>

export const viewFields = {
  name: text({ min: 1, max: 128, trim: true }),
  visibility: viewVisibility.optional(),
  filters,
}
