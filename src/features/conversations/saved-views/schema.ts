/** Table and API schemas of saved views. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'
import { crmEntityCode } from '../crm-records/index.ts'
import { bodyFilterFields, LIST_ORDERS } from '../records/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    saved_views: {
      organization_id: string
      id: string
      owner_id: string | null
      visibility: ViewVisibility
      team_id: string | null
      name: string
      filters: unknown
      layout: unknown
      position: number
      created_at: Instant
      updated_at: Instant
    }
  }
}

const viewVisibility = z.enum(['private', 'team', 'organization'])
export type ViewVisibility = z.output<typeof viewVisibility>

export const viewPeriods = ['last_day', 'last_7_days', 'last_30_days', 'last_90_days', 'last_365_days'] as const
const period = z.enum(viewPeriods)
export type Period = z.output<typeof period>

/** Maximum length of all filters as JSON. */
const FILTERS_MAX = 16 * 1024

const filters = z
  .object({
    ...bodyFilterFields,
    period: period
      .optional()
      .describe(
        "Period before the current time in which conversations started. Can't be combined with `fromDateTime` and " +
          '`toDateTime`. Example: `last_30_days`.',
      ),
  })
  .refine((given) => JSON.stringify(given).length <= FILTERS_MAX, {
    message: `\`filters\` has more than ${FILTERS_MAX} characters as JSON. Remove some values.`,
  })
export type FiltersInput = z.output<typeof filters>

/** Orders of the list, columns that can be hidden, and page sizes. */
export const viewColumns = ['people', 'headline', 'marks', 'strip', 'owner'] as const
export const viewSizes = [25, 50, 100] as const
const layoutFields = {
  sort: z.enum(LIST_ORDERS),
  hide: z.array(z.enum(viewColumns)).max(viewColumns.length),
  size: z.literal(viewSizes),
}
export const DEFAULT_LAYOUT = { sort: 'newest', hide: [], size: 25 } as const satisfies ViewLayout

const layout = z.object({
  sort: layoutFields.sort
    .optional()
    .describe(
      'Order by start, duration or score: `newest`, `oldest`, `longest`, `shortest`, `highest_score` or `lowest_score`. ' +
        'Defaults to `newest`. Example: `longest`.',
    ),
  hide: layoutFields.hide
    .transform((columns) => viewColumns.filter((column) => columns.includes(column)))
    .optional()
    .describe(
      'Parts of a row that are hidden: `people`, `headline`, `marks`, `strip`, `owner`. Defaults to none. Example: `["strip"]`.',
    ),
  size: layoutFields.size.optional().describe('Calls per page: 25, 50 or 100. Defaults to 25. Example: `50`.'),
})
export type LayoutInput = z.output<typeof layout>

const toldLayout = z.object({
  sort: layoutFields.sort.describe('Order by start, duration or score.'),
  hide: layoutFields.hide.describe('Parts of a row that are hidden.'),
  size: layoutFields.size.describe('Number of calls per page.'),
})
export type ViewLayout = z.output<typeof toldLayout>

const words = z.array(z.string()).optional()
const flag = z.boolean().optional()
const number = z.int().optional()

/** Filters in responses. Stored values stay, even if the records they refer to no longer exist. */
const toldFilters = z.object({
  fromDateTime: z.string().optional().describe('Earliest start of the conversations.'),
  toDateTime: z.string().optional().describe('Latest start of the conversations.'),
  period: period.optional().describe('Period before the current time in which conversations started.'),
  filter: z
    .object({
      'owner.id': words.describe('IDs of users who own the conversations.'),
      'owner.email': words.describe('Email addresses of the owners, ignoring case.'),
      title: z.string().optional().describe('Text that the title contains, ignoring case.'),
      'participants.email': words.describe('Email addresses of participants, ignoring case.'),
      'external_opportunity.id': words.describe('IDs of opportunities, in Parley or in the CRM.'),
      'external_opportunity.title': z
        .string()
        .optional()
        .describe('Text that the title of the opportunity contains, ignoring case.'),
      'external_opportunity.stage': words.describe(
        'Stages of the opportunity in the CRM, ignoring case, spaces, hyphens and underscores.',
      ),
      'crm_field.entity_code': crmEntityCode.optional().describe('Type of the linked CRM record with the field.'),
      'crm_field.field_name': z.string().optional().describe('Name of the field of the CRM record.'),
      'crm_field.values': words.describe('Exact values of the CRM field, one of which must match.'),
      'team.id': words.describe('IDs of teams. Includes all teams below them.'),
      'label.category': z.string().optional().describe('Category of the label of the conversations.'),
      'label.option': z.string().optional().describe('Option of the label of the conversations.'),
      'duration.min': number.describe('Minimum duration in seconds. Unknown durations are excluded.'),
      'duration.max': number.describe('Maximum duration in seconds. Unknown durations are excluded.'),
      application_name: words.describe(
        'Names of the applications that the conversations were imported from, ignoring case.',
      ),
      'tracker.id': z.string().optional().describe('ID of a tracker with a hit in the current transcript.'),
      'scorecard.id': z.string().optional().describe('ID of a scorecard with a result.'),
      'score.min': number.describe('Minimum average score of a scorecard result, 0 to 100.'),
      'score.max': number.describe('Maximum average score of a scorecard result, 0 to 100.'),
      hide_internal: flag.describe('Whether to omit conversations between members of the organization.'),
      hide_non_analyzed: flag.describe('Whether to omit conversations that are not analyzed.'),
      hide_pending: flag.describe('Whether to omit conversations whose analysis is pending.'),
      hide_transcript: flag.describe('Whether to omit conversations without a transcript.'),
      hide_failed: flag.describe('Whether to omit conversations whose analysis failed.'),
      archived: flag.describe('Whether to include archived conversations.'),
    })
    .optional()
    .describe('Filters as in the parameters `filter[…]` of `GET /conversations`. Absent filters match everything.'),
})
export type ViewFilters = z.output<typeof toldFilters>

export const savedView = z
  .object({
    uuid: z.string().describe('ID of the view.'),
    name: z.string().describe('Name of the view.'),
    visibility: viewVisibility.describe(
      '`private`: only the owner sees the view. `team`: so do users of the team, its child teams and the teams above ' +
        'it, and admins. `organization`: everyone sees it.',
    ),
    teamUUID: z.string().nullable().describe('ID of the team that the view is shared with. Null for other views.'),
    userUUID: z
      .string()
      .nullable()
      .describe('ID of the owner; null if an organization-level API key created the view.'),
    filters: toldFilters.describe(
      'Filters in the format of `POST /ask_assistant/v2`, optionally with a period instead of dates.',
    ),
    layout: toldLayout.describe(
      'Order, hidden columns and size of the list in the app. Earlier views have the defaults.',
    ),
    position: z
      .int()
      .describe('Position from 0, among the views of the organization, of the team, or the private ones of the owner.'),
    mayChange: z.boolean().describe('Whether the caller can change and delete the view.'),
    createdAt: z.string().describe('When the view was created.'),
    updatedAt: z.string().describe('When the view was last changed.'),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof savedView>

export const viewFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the view, 1 to 128 characters. Example: `Discovery calls this month`.',
  ),
  visibility: viewVisibility
    .optional()
    .describe(
      '`private`: only the owner sees the view. `team`: users of the team in `teamUUID`, of its child teams and of the ' +
        'teams above it see it too. `organization`: everyone sees it. A new view defaults to `private`, ' +
        'or to `organization` with an organization-level API key. Example: `team`.',
    ),
  teamUUID: uuid()
    .optional()
    .describe(
      'ID of the team that the view is shared with, from `GET /organizations/teams`. Required with the visibility ' +
        '`team`, otherwise not allowed. Users without the admin role can use their teams, child teams and the teams ' +
        'above them. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  filters: filters.describe(`Filters of the conversation list, at most ${FILTERS_MAX} characters as JSON.`),
  layout: layout
    .optional()
    .describe(
      'Order, hidden columns and size of the list in the app, for everybody who opens the view. Omitted fields have their defaults.',
    ),
}
